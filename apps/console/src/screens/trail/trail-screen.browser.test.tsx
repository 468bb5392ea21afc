import type { Stay } from '@whereabouts/domain/history'
import type { MockApi } from '@whereabouts/mock-api/mock-api'
import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  button,
  dialog,
  eventually,
  expectReach,
  gone,
  heading,
  keys,
  link,
  press,
  says,
  seen,
} from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import { renderScreen, type ScreenSettings } from '../../../mock/render-screen.tsx'
import { setLocale } from '../../lib/i18n.ts'

const SATO = 'G5-4F21A9C3'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Yesterday's midnight where the account is. */
const START_MS = Math.floor((Date.now() + 9 * HOUR_MS) / DAY_MS) * DAY_MS - DAY_MS - 9 * HOUR_MS
const dayText = (days: number) => new Date(START_MS + 9 * HOUR_MS + days * DAY_MS).toISOString().slice(0, 10)
const YESTERDAY = dayText(0)
const shown = (days: number) => dayText(days).replaceAll('-', '/')

const stay = (device_id: string, sender_name: string, from: number, to: number, change: Partial<Stay> = {}) => ({
  device_id,
  from_ms: START_MS + from * HOUR_MS,
  until_ms: START_MS + to * HOUR_MS,
  kind: 'station' as const,
  sender_id: `T4-${sender_name}`,
  sender_name,
  map_id: null,
  indoor_X: null,
  indoor_Y: null,
  gps_latitude: null,
  gps_longitude: null,
  rssi: -64,
  device_name: device_id === SATO ? 'Sato Kenji' : device_id,
  class_index: -1,
  ...change,
})

/** Sato Kenji's day: from the evening before to the next morning, with a silence at noon. */
const DAY = [
  stay(SATO, 'Room 203', -2.5, 6.7),
  stay(SATO, 'Dining hall', 6.8, 7.5),
  stay(SATO, 'Day room', 7.5, 11),
  stay(SATO, 'Bath', 14, 16),
  stay(SATO, 'Room 203', 16, 26),
  stay('Lin Wei', 'Bath', 14.5, 15),
  stay('Abe Naoko', 'Day room', 12, 13),
]

function showTrail(search: string, stays = DAY, settings: ScreenSettings = {}) {
  const seed = (mock: MockApi) => {
    seedDemo(mock).stays.push(...stays)
    return personOf(mock, 'owner')
  }
  return renderPage(`/trail${search}`, { seed, ...settings })
}

const rows = () => page.getByRole('list', { name: 'Where it was' }).getByRole('listitem')
const rowTexts = () =>
  rows()
    .elements()
    .map((row) => (row as HTMLElement).innerText.replace(/\s+/g, ' ').trim())
const continuations = () =>
  [...document.querySelectorAll<HTMLElement>('[data-continues]')].map((row) => row.dataset.continues)

test('a day is listed by stays, ways and gaps, with who was there too [TRAIL-01, TRAIL-02, ENT-trail.device_id, ENT-trail.start_time, ENT-trail.log.start_time, ENT-trail.log.duration, ENT-trail.log.rssi_avg]', async () => {
  const screen = await showTrail(`?device=${SATO}&day=${YESTERDAY}`)
  await seen(heading('Sato Kenji'))
  await says(/with Lin Wei/)
  expect(rowTexts()).toEqual([
    `Continues from ${shown(-1)}`,
    '1 Room 203 since 21:30',
    '06:42 Moving 6 min',
    '06:48 2 Dining hall 42 min',
    '07:30 3 Day room 3 h 30 min',
    '11:00 No data 3 h',
    '14:00 4 Bath with Lin Wei 2 h',
    '16:00 1 Room 203 continues',
    `Continues on ${shown(1)}`,
  ])
  const [call] = screen.sent.filter(({ path }) => path.includes('/device/trail/'))
  expect(call?.path).toBe(`/v3/device/trail/${SATO}?start_time=${START_MS / 1000}&end_time=${START_MS / 1000 + 86_400}`)
  await press(/^14:00/)
  await eventually(() => document.querySelector('[aria-current="true"]')?.textContent).toContain('Bath · −64 dBm')
  await expectReach()
})

test('three dots stand at an end whose log goes on beyond the day, and only there [TRAIL-03] [TRAIL-04]', async () => {
  const screen = await showTrail(`?device=${SATO}&day=${YESTERDAY}`)
  await eventually(continuations).toEqual(['start', 'end'])
  screen.close()
  await showTrail(`?device=${SATO}&day=${YESTERDAY}`, [stay(SATO, 'Room 203', 0, 24)])
  await seen(button(/^00:00/))
  expect(continuations()).toEqual([])
})

test('the days go by arrow keys, buttons and the calendar, within what is kept and no further than today', async () => {
  await showTrail(`?device=${SATO}&day=${YESTERDAY}`)
  const dayOf = () => new URLSearchParams(window.location.search).get('day')
  await keys('ArrowLeft')
  await eventually(dayOf).toBe(dayText(-1))
  await seen(rows().nth(0))
  await keys('ArrowRight', 'ArrowRight', 'ArrowRight')
  await eventually(dayOf).toBe(dayText(1))
  expect((button('Next day').element() as HTMLButtonElement).disabled).toBe(true)
  await press('Previous day')
  await eventually(dayOf).toBe(YESTERDAY)
  await press(/^Day:/)
  await seen(dialog('Day'))
  // Arrows in the calendar are not those of the trail.
  await keys('ArrowLeft')
  expect(dayOf()).toBe(YESTERDAY)
  await keys('Escape')
  await gone(dialog('Day'))
})

test('the trail and the contact list are exported', async () => {
  const saved: { name: string; text: Promise<string> }[] = []
  const blobs: Blob[] = []
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`)
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download) saved.push({ name: this.download, text: blobs.at(-1)!.text() })
  })
  onTestFinished(() => {
    made.mockRestore()
    pressed.mockRestore()
  })
  await showTrail(`?device=${SATO}&day=${YESTERDAY}`)
  await seen(button(/^14:00/))
  await press('Export CSV')
  expect(saved[0]?.name).toBe(`${SATO}_${START_MS / 1000}.csv`)
  expect((await saved[0]!.text).split('\r\n')[1]).toContain('Sato Kenji,T4-Room 203,Room 203,-64,')
  for (const [kind, words] of [
    ['GeoJSON', '"station_name":"Bath"'],
    ['GPX', '<name>Sato Kenji</name>'],
  ] as const) {
    await press('Export in other formats')
    await page.getByRole('menuitem', { name: `Export ${kind}` }).click()
    await eventually(() => saved.at(-1)?.name).toBe(`${SATO}_${START_MS / 1000}.${kind.toLowerCase()}`)
    expect(await saved.at(-1)!.text).toContain(words)
  }
  await page.getByText('Contacts', { exact: true }).click()
  const people = page.getByRole('region', { name: 'Contacts' })
  await says('Lin Wei', people)
  await says(/^Bath · 1 time · .* 14:30 – .* 15:00$/, people)
  await press('Export the contacts as CSV')
  expect(saved[3]?.name).toBe(`${SATO}_contacts_${START_MS / 1000}.csv`)
  expect((await saved[3]!.text).split('\r\n')[1]).toMatch(/^Lin Wei,Lin Wei,1800,1,.*,Bath$/)
})

test('a refusal in the body counts as one of status 400, whatever the status says; trying again shows the day [TRAIL-05]', async () => {
  const screen = await showTrail(`?device=${SATO}&day=${YESTERDAY}`, DAY, {
    answers: [[/\/device\/trail\//, () => Response.json({ result: true, code: 404103, message: 'no' })]],
  })
  await seen(button('Try again'))
  const { queryClient } = await import('../../lib/query-client.ts')
  const refusal = queryClient.getQueryCache().find({ queryKey: ['trails', SATO, START_MS / 1000] })?.state.error
  expect(refusal).toMatchObject({ name: 'CallError', status: 400, code: 404103 })
  await says('This device was not found.')
  screen.answer(/\/device\/trail\//, (_call, usual) => usual())
  await press('Try again')
  await seen(button(/^14:00/))
})

test('a day without data says so; an address without a device too', async () => {
  const screen = await showTrail(`?device=${SATO}&day=${YESTERDAY}`, [])
  await says('No data on this day')
  screen.close()
  await showTrail('')
  await says('No device chosen')
})

test.each([
  ['zh-tw', '無資料'],
  ['ja-jp', 'データなし'],
] as const)('it fits a phone and speaks %s', async (locale, words) => {
  await showTrail(`?device=${SATO}&day=${YESTERDAY}`, DAY, { width: 390, height: 844, scheme: 'dark' })
  setLocale(locale)
  await says(words)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectReach()
  setLocale('en-us')
})

test('people who only look at the map have no trail, and are led back to it', async () => {
  await renderScreen(`/trail?device=${SATO}`, { person: 'readonly' })
  await eventually(() => window.location.pathname).toMatch(/^\/map/)
  await gone(link('Trail'))
})
