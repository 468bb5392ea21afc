/** Keys of one letter, which one browser keeps for all of its tabs. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { consoleOfFile, enterAs, eventually, loaded } from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false })

test('single keys do nothing in a browser where they are switched off', async () => {
  const { page, context } = await app.open()
  await enterAs(page, 'owner', '/map')
  const other = await context.newPage()
  await other.goto('/setting?tab=alerts')
  await loaded(other)
  const help = (on: Page) => on.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await other.keyboard.press('?')
  await help(other).getByRole('button', { name: 'Close' }).click()
  await other.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck({ force: true })
  await other.locator('h1').click()
  await other.keyboard.press('?')
  await other.keyboard.press('/')
  expect(await help(other).count()).toBe(0)
  // In the other tab too, and after a new start: nothing is found, switched or zoomed by a key, and none is named.
  const find = page.getByRole('button', { name: 'Find a device, station or map' })
  await eventually(() => find.getAttribute('aria-keyshortcuts')).toBeNull()
  await page.reload()
  await find.waitFor()
  await page.keyboard.press('d')
  await page.keyboard.press('/')
  await page.getByRole('button', { name: 'List', exact: true }).and(page.locator('[aria-pressed="true"]')).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await find.click()
  await page.getByRole('dialog').waitFor()
})
