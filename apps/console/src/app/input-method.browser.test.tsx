import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { eventually, press, seen, typed } from '../../mock/acts.ts'
import { renderScreen } from '../../mock/render-screen.tsx'

/** What each browser sends for a key of an input method. */
const WAYS: readonly (readonly [browser: string, press: KeyboardEventInit, endsFirst?: true])[] = [
  ['Firefox', { isComposing: true }],
  ['Chrome', { isComposing: true, keyCode: 229 }],
  ['Safari, at the end of a composition', { keyCode: 229 }, true],
]

const KEYS = ['ArrowDown', 'ArrowUp', 'Enter', 'Escape', 'Tab', 'Home', ' ', 'Backspace', 'f', '/', '?']

/** All of it at what has the focus, by each browser's way; answers which keys a handler held back from the input method. */
function compose(): string[] {
  const at = document.activeElement!
  const send = (type: string, init: KeyboardEventInit) =>
    at.dispatchEvent(new KeyboardEvent(type, { bubbles: true, cancelable: true, composed: true, ...init }))
  return WAYS.flatMap(([browser, init, endsFirst]) =>
    KEYS.filter((key) => {
      if (endsFirst) at.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '佐藤' }))
      const goesOn = send('keydown', { ...init, key })
      send('keyup', { ...init, key })
      return !goesOn
    }).map((key) => `${browser}: ${key}`),
  )
}

test('keys of an input method choose, save, close and open nothing, in each browser’s way of telling', async () => {
  await renderScreen('/configuration')
  await page.getByRole('searchbox').first().fill('ECG cart')
  const heard: string[] = []
  const watching = new AbortController()
  onTestFinished(() => watching.abort())
  const note = ({ key }: KeyboardEvent) => heard.push(key)
  document.addEventListener('keydown', note, { capture: true, signal: watching.signal })

  await page.getByText('ECG cart 2', { exact: true }).first().click()
  await press('Rename')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('佐藤')
  expect(compose()).toEqual([])
  await seen(name)
  expect(typed(name)).toBe('佐藤')
  await userEvent.keyboard('{Escape}')
  await eventually(() => name.elements().length).toBe(0)

  heard.length = 0
  await userEvent.keyboard('/')
  const find = page.getByRole('combobox', { name: 'Find a device, station or map', exact: true })
  await find.fill('cart')
  const active = () => find.element().getAttribute('aria-activedescendant')
  await eventually(active).toMatch(/-0$/)
  const results = page.getByRole('listbox').getByRole('option')
  expect(results.elements().length).toBeGreaterThan(1)
  expect(compose()).toEqual([])
  // All other keys are ours as before.
  await userEvent.keyboard('{ArrowDown}')
  await eventually(active).toMatch(/-1$/)
  expect(heard).toEqual(['/', 'ArrowDown'])
  expect(window.location.pathname).toBe('/configuration')
  await userEvent.keyboard('{Enter}')
  await eventually(() => window.location.pathname).toBe('/map')
})
