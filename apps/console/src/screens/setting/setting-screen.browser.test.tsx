/** The advanced settings as a whole: what support sees of them, and that each page is within reach. */
import { makePerson } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { brokenRules, button, field, isTooWide, main, press, says, seen } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

test('support sees both lists, why they stay as they are, and nothing to press', async () => {
  for (const tab of ['classes', 'remarks', 'alerts']) {
    const { close } = await renderScreen(`/setting?tab=${tab}`, {
      seed: (mock) => makePerson(mock, { class: 'support' }),
    })
    if (tab === 'alerts') {
      // Of the alerts they may try the sound, and set their own keys.
      await says('Only owner and deputies see and change who is told.')
      await seen(button('Test sound'))
      expect(page.getByRole('switch').elements()).toHaveLength(1)
    } else {
      await says('Only the owner and deputies can change this.')
      expect(main().getByRole('button').elements()).toHaveLength(0)
    }
    close()
  }
})

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const)('the %s lists are within reach at %i px', async (scheme, width) => {
  const look = { scheme, width, height: 844 }
  const classes = await renderScreen('/setting?tab=classes', look)
  await press('Edit Medical equipment')
  await field('Name').fill('')
  await press('Save changes')
  expect(await brokenRules()).toEqual([])
  expect(isTooWide()).toBe(false)
  classes.close()
  const remarks = await renderScreen('/setting?tab=remarks', look)
  await press('Add item')
  await press('Add')
  await says('Enter a name.')
  expect(await brokenRules()).toEqual([])
  expect(isTooWide()).toBe(false)
  remarks.close()
  for (const [tab, shown] of [
    ['alerts', field('Email of contact 1')],
    ['zones', button('Edit Stairs B')],
    ['zones&zone=new', field('Name')],
  ] as const) {
    const { close } = await renderScreen(`/setting?tab=${tab}`, look)
    await seen(shown)
    expect(await brokenRules()).toEqual([])
    expect(isTooWide()).toBe(false)
    close()
  }
})
