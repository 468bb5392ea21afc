/** What a person sees and does on a page, by role and label; and what they wait for. */
import axe from 'axe-core'
import { expect, inject } from 'vitest'
import { type Locator, type LocatorSelectors, page, userEvent } from 'vitest/browser'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is the long run. */
    isLong: boolean
  }
}

/**
 * How a page may look: colours, widths, languages. In the long run each feature is tried in all of them; `npm test` has one look of each
 * screen (every-page.browser.test.tsx), as going over every element of a page takes its time.
 */
export const looks = <Look>(all: readonly Look[]): readonly Look[] => (inject('isLong') ? all : [])

export const button = (name: string | RegExp, part: LocatorSelectors = page): Locator =>
  part.getByRole('button', { name, exact: true })
export const press = (name: string | RegExp, part?: LocatorSelectors): Promise<void> => button(name, part).click()
export const field = (label: string, part: LocatorSelectors = page): Locator =>
  part.getByLabelText(label, { exact: true })
export const link = (name: string, part: LocatorSelectors = page): Locator =>
  part.getByRole('link', { name, exact: true })
export const heading = (name: string | RegExp, part: LocatorSelectors = page): Locator =>
  part.getByRole('heading', { name, exact: true })
export const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name, exact: true })
export const question = (name?: string): Locator =>
  page.getByRole('alertdialog', name === undefined ? {} : { name, exact: true })
export const main = (): Locator => page.getByRole('main')
export const banner = (): Locator => page.getByRole('banner')

/** Inputs that are drawn by something else are pressed where they are. */
export const tick = (input: Locator): Promise<void> => input.click({ force: true })
export const keys = (...names: string[]): Promise<void> => userEvent.keyboard(names.map((name) => `{${name}}`).join(''))

/** Stands there, or comes to. */
export const seen = (what: Locator): Promise<void> => expect.element(what.first()).toBeVisible()
export const says = (text: string | RegExp, part: LocatorSelectors = page): Promise<void> =>
  seen(part.getByText(text, { exact: true }))
export const gone = (what: Locator): Promise<void> => expect.poll(() => what.elements().length).toBe(0)

/** What comes to be true. */
export const eventually = <Value>(read: () => Value | Promise<Value>, message?: string) =>
  expect.poll(read, message === undefined ? {} : { message })

export const texts = (what: Locator): string[] => what.elements().map((element) => element.textContent)
export const typed = (input: Locator): string => (input.element() as HTMLInputElement).value

/** What the keyboard is at. */
export const focused = (): string | null | undefined => {
  const { activeElement } = document
  return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
}

/** Waits until nothing moves: places and colours in the midst of a fade are none to judge. */
export function settle(): Promise<unknown> {
  // A spinner never ends.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  return Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
}

/** Rules of accessibility that the page, or a part of it, breaks; empty when none. */
export async function brokenRules(part = 'body'): Promise<string[]> {
  await settle()
  const { violations } = await axe.run(document.querySelector(part) ?? document.body, { resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Expects that the page, or a part of it, breaks no rule of accessibility; in the long run alone, as `looks`. */
export async function expectReach(part?: string): Promise<void> {
  if (inject('isLong')) expect(await brokenRules(part)).toEqual([])
}

export const isTooWide = (): boolean => document.documentElement.scrollWidth > window.innerWidth
