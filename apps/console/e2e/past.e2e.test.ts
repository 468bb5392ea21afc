/** What a nurse asks of yesterday, from the map on. */
import type { Stay } from '@whereabouts/domain/history'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { writePast } from '../../../scripts/harness/past.ts'
import { withDatabase } from '../../../scripts/harness/with-database.ts'
import { row, rows } from './map-page.ts'
import { consoleOfFile, enterAs, eventually, expectNoFaults } from './open-console.ts'

const app = consoleOfFile({ drawsMaps: false })
const HOUR_MS = 3_600_000
const TOKYO_MS = 9 * HOUR_MS
/** Yesterday's midnight where the demo's account is. */
const yesterdayMs = Math.floor((Date.now() + TOKYO_MS) / (24 * HOUR_MS)) * 24 * HOUR_MS - 24 * HOUR_MS - TOKYO_MS
const SATO = 'Sato Kenji'
const ABE = 'Abe Michiko'
const NOWHERE = { map_id: null, indoor_X: null, indoor_Y: null, gps_latitude: null, gps_longitude: null }

/** Sato Kenji is in the dining hall from 13:30 to 14:40, then in the day room; Abe Michiko joins him there at 15:00. */
const writeYesterday: Parameters<typeof withDatabase>[1] = async (database) => {
  const { rows: known } = await sql<{ account_id: string; device_id: string; name: string }>`
    select account_id, device_id, name from trackers where name in (${SATO}, ${ABE})`.execute(database.db)
  expect(known).toHaveLength(2)
  const { account_id } = known[0]!
  const idOf = (wanted: string) => known.find(({ name }) => name === wanted)!.device_id
  const stay = (name: string, sender_name: string, from: number, until: number) => ({
    account_id,
    id: idOf(name),
    stay: {
      ...{ from_ms: yesterdayMs + from * HOUR_MS, until_ms: yesterdayMs + until * HOUR_MS, kind: 'station' },
      ...{ sender_id: `T4-${sender_name}`, sender_name, ...NOWHERE, rssi: -60, device_name: name, class_index: 0 },
    } satisfies Stay,
  })
  const position = (name: string, hours: number) => ({
    ...{ account_id, id: idOf(name), at_ms: yesterdayMs + hours * HOUR_MS, connected: true, moving: false },
    ...{
      reason_code: 3,
      sender_id: null,
      ...NOWHERE,
      gps_latitude: 35.6,
      gps_longitude: 139.5,
      accuracy: 5,
      battery: 80,
    },
  })
  await writePast(database, {
    stays: [stay(SATO, 'Dining hall', 13.5, 14.7), stay(SATO, 'Day room', 14.7, 17), stay(ABE, 'Day room', 15, 15.5)],
    positions: [position(SATO, 13.5), position(ABE, 15)],
  })
}
beforeAll(() => withDatabase(app.server.address, writeYesterday))

const openDevice = async (page: Page, name: string) => {
  await enterAs(page, 'owner')
  await rows(page).first().waitFor()
  await page.getByRole('searchbox').first().fill(name)
  await row(page, name).waitFor()
}

test('where somebody was yesterday between two and four, and who was with them, is four presses from the map', async () => {
  const open = await app.open()
  const { page } = open
  await openDevice(page, SATO)
  await row(page, SATO).click()
  await page.getByRole('link', { name: 'Trail', exact: true }).click()
  await page.getByRole('button', { name: 'Previous day' }).click()
  await page.getByRole('button', { name: /^14:4[12] / }).click()
  await eventually(() => page.locator('[aria-current="true"]').innerText()).toMatch(/Day room[\s\S]*with Abe Michiko/)
  const told = (await page.locator('[data-kind="stay"] button').allInnerTexts()).join(' ')
  expect(told).toMatch(/13:30[\s\S]*Dining hall[\s\S]*14:42[\s\S]*Day room/)
  expectNoFaults(open)
})

test('the time machine shows who was there then, plays on, and leads back to now', async () => {
  const open = await app.open()
  const { page } = open
  await enterAs(page, 'owner', `/map?at=${(yesterdayMs + 14 * HOUR_MS) / 1000}`)
  await page.getByText(/You are looking at the past/).waitFor()
  await eventually(() => rows(page).allInnerTexts()).toEqual([expect.stringContaining(SATO)])
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('600')
  await page.getByRole('button', { name: 'Play forward' }).click()
  await row(page, ABE).waitFor()
  await page.getByRole('button', { name: 'Now', exact: true }).click()
  await eventually(() => rows(page).count()).toBeGreaterThan(2)
  expect(new URL(page.url()).searchParams.has('at')).toBe(false)
  expectNoFaults(open)
})
