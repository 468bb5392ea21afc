/** What stands beside the map, in a browser that draws none: the list and the bar are there all the same, for less work. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { livedDemo } from '../../../scripts/harness/lived-demo.ts'
import { askForHelp, helpSeekers, stopAll } from './alarm-page.ts'
import { row, rows, soon, tab, toggle } from './map-page.ts'
import { consoleOfFile, enterAs } from './open-console.ts'
import { sql } from './people.ts'
import { stationReport } from './speak.ts'

const app = consoleOfFile({ drawsMaps: false, start: livedDemo })

async function openList(page: Page): Promise<void> {
  await enterAs(page, 'owner')
  await rows(page).first().waitFor()
}

test('arrow keys scroll the notifications beside the map while these have the focus, and walk the devices from elsewhere', async () => {
  // So low that two of them need scrolling.
  const { page } = await app.open({ viewport: { width: 1440, height: 400 } })
  const seekers = await helpSeekers(app)
  await askForHelp(app, seekers)
  await askForHelp(app, seekers)
  await stopAll(app)
  await openList(page)
  await toggle(page, 'Notifications').click()
  await row(page, 'Abe Michiko').click()
  await soon(() => page.url()).toContain('device=')
  const chosen = page.url()
  const notifications = page.getByRole('list', { name: 'Notifications' })
  await notifications.focus()
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown')
  await soon(() => notifications.evaluate((view) => view.scrollTop)).toBeGreaterThan(0)
  expect(page.url()).toBe(chosen)
  // All other keys are the map's there too.
  await page.keyboard.press('n')
  await soon(() => notifications.count()).toBe(0)
  await page.keyboard.press('ArrowDown')
  await soon(() => page.url()).not.toBe(chosen)
})

test('on a phone the notifications beside the map end above the sheet, and the menu of what is shown lies over them', async () => {
  const { page } = await app.open({ viewport: { width: 390, height: 844 }, hasTouch: true })
  await openList(page)
  const menu = page.getByRole('button', { name: 'Display', exact: true })
  await menu.tap()
  await toggle(page, 'Notifications').tap()
  const panel = page.getByRole('main').getByRole('region', { name: 'Notifications' })
  const handle = page.getByRole('button', { name: /Show more of the (list|map)/ })
  const room = async () => {
    const [above, below] = await Promise.all([panel.boundingBox(), handle.boundingBox()])
    return Math.round((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0))
  }
  // The edge of the sheet is around its handle.
  await soon(room).toBe(13)
  const height = async () => (await panel.boundingBox())?.height ?? 0
  const whileHalf = await height()
  await toggle(page, 'Names').tap()
  await soon(() => toggle(page, 'Names').getAttribute('aria-pressed')).toBe('false')
  await menu.tap()
  // A floor that is chosen lowers the sheet, and its name stands between the button and the panel.
  await tab(page, 'Maps').tap()
  await row(page, 'Hinoki Garden 1F').tap()
  const chip = page.getByRole('button', { name: 'Back to outdoor map' })
  await chip.waitFor()
  await soon(height).toBeGreaterThan(whileHalf + 150)
  expect(await room()).toBeGreaterThanOrEqual(12)
  const top = async (part: typeof chip) => (await part.boundingBox())?.y ?? 0
  await soon(async () => (await top(panel)) - (await top(chip))).toBeGreaterThan(40)
  expect(await panel.getByRole('button', { name: 'Close' }).isVisible()).toBe(true)
})

test('where positions go on but the server cannot look for alarms the page says since when, and its map stays live', async () => {
  const { page } = await app.open()
  await openList(page)
  const banner = page.locator('[data-banner="unproven"]')
  const title = banner.getByText(/^Alerts not confirmed since \d\d:\d\d:\d\d$/)
  const updated = page.getByText(/^Updated \d\d:\d\d:\d\d$/)
  const rename = (from: string, to: string) =>
    sql(app.server, `alter table notifications rename column ${from} to ${to}`, [])
  await rename('stored_at', 'put_away')
  try {
    await title.waitFor({ timeout: 40_000 })
    const [since, before] = [await title.textContent(), await updated.textContent()]
    await stationReport(app.server, 'T4-8C2F10A4E700')
    await soon(() => updated.textContent()).not.toBe(before)
    expect(await title.textContent()).toBe(since)
    expect(await page.getByText('No live data').count()).toBe(0)
  } finally {
    await rename('put_away', 'stored_at')
  }
  await soon(() => banner.count()).toBe(0)
})
