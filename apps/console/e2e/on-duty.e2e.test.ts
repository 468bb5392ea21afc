/** One night's alarm as three people on duty see it, each at a console: every console tells the same at each moment. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { alert, callsOf, letRepeat, messages, seen } from './alarm-page.ts'
import { consoleOfFile, enterAs, eventually, expectNoFaults } from './open-console.ts'
import { stationReport } from './speak.ts'

const app = consoleOfFile({ drawsMaps: false })
const PEOPLE = ['owner', 'deputy', 'readonly'] as const

const card = (page: Page) => page.getByRole('region', { name: 'Not over yet' })

beforeAll(() => letRepeat(app, true))

test('a resident enters the stairs; one nurse goes, two others see that; she is still there, then gone, and all are told once', async () => {
  const owner = await callsOf(app, 'owner')
  const { stations } = await owner.stations.list({ query: {} })
  const placed = stations.filter(({ map_id, lock_mancal }) => map_id !== null && !lock_mancal)
  const stairs = placed[0]!
  const dining = placed.find(({ map_id }) => map_id !== stairs.map_id)!
  const { trackers } = await owner.trackers.list({ query: {} })
  const { device_id, name } = trackers.find((tracker) => tracker.device_id.startsWith('G3'))!
  await owner.zones.create({
    body: { zone_name: 'Night stairs', zone_type: 'danger', shape: { t4_ids: [stairs.t4_id] } },
  })
  const opened = await Promise.all(
    PEOPLE.map(async (person) => {
      const each = await app.open()
      await enterAs(each.page, person)
      return each
    }),
  )
  const pages = opened.map(({ page }) => page)
  const onEvery = (check: (page: Page) => Promise<unknown>) => Promise.all(pages.map(check))

  // She enters: every console rings.
  await eventually(async () => {
    await stationReport(app.server, stairs.t4_id, [{ device_id, rssi: -50 }])
    return alert(pages[0]!).count()
  }).toBe(1)
  await onEvery((page) =>
    alert(page)
      .getByText(new RegExp(`${name} entered Night stairs`))
      .waitFor(),
  )

  // One key: the ring stops everywhere, and every console says who goes and that she is still there.
  const nurse = pages[1]!
  await seen(nurse)
  await nurse.keyboard.press('g')
  await onEvery(async (page) => {
    await eventually(() => alert(page).count()).toBe(0)
    await card(page)
      .getByText(/^Still in Night stairs/)
      .waitFor()
    await card(page)
      .getByText(/^Abe Naoko set off at \d\d:\d\d/)
      .waitFor()
  })

  // She leaves: the card closes by itself on every console, which says so once.
  await eventually(async () => {
    await stationReport(app.server, dining.t4_id, [{ device_id, rssi: -30 }])
    return card(nurse).count()
  }).toBe(0)
  await onEvery(async (page) => {
    await eventually(() => card(page).count()).toBe(0)
    await messages(page).getByText(`${name} has left Night stairs`).first().waitFor()
    expect(await messages(page).getByText(`${name} has left Night stairs`).count()).toBe(1)
  })
  const { activity_logs } = await owner.activity.listLogs({ query: {} })
  const done = activity_logs.filter(({ action }) => action === 'go_to_person')
  expect(done).toHaveLength(1)
  expect((await owner.alarms.list({ query: { state: 'open' } })).alarms).toEqual([])
  for (const each of opened) expectNoFaults(each)
})
