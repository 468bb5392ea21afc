import type { LocationLog } from '@whereabouts/contract/location-logs'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { eventually, expectReach, field, press, says, seen, texts } from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import { renderScreen, type Told } from '../../../mock/render-screen.tsx'

const PATH = '/v3/application/locationlogretrieve'
const CORRECTED = 1_779_999_940
const log = (scanned_at: number, device_id: string): LocationLog => ({
  scanned_at,
  created_at: scanned_at + 1,
  created_at_ttl: scanned_at + 90 * 86_400,
  time_corrected: scanned_at === CORRECTED,
  device_id,
  sender_id: 'T4-1',
  rssi: -64,
  battery: 81,
  moving: false,
  gps_latitude: null,
  gps_longitude: null,
})
const answering = (body: object, status = 200): Told => [PATH, () => Response.json(body, { status })]
const rows = () => texts(page.getByRole('row')).slice(1)

test('the logs of a device or a sender are listed for a time, page by page [LOC-01]', async () => {
  const screen = await renderPage('/history-logs?device=G5-4F21A9C3', {
    answers: [
      [
        PATH,
        ({ path }) => {
          const isFirst = !path.includes('page_token')
          const location_logs = [log(1_780_000_000 - (isFirst ? 0 : 60), 'G5-4F21A9C3')]
          return Response.json({
            ...{ result: true, code: 200, location_logs },
            ...(isFirst ? { metadata: { next_token: 'next' } } : {}),
          })
        },
      ],
    ],
  })
  await eventually(() => rows().length).toBe(1)
  expect(rows()[0]).toContain('G5-4F21A9C3')
  await press('Load more')
  await says('End of the logs')
  expect(rows()).toHaveLength(2)
  expect(rows().map((row) => row.includes('Time corrected'))).toEqual([false, true])
  await expectReach()
  const asked = screen.sent
    .filter(({ path }) => path.startsWith(PATH))
    .map(({ path }) => new URLSearchParams(path.split('?')[1]))
  expect(asked[0]?.get('device_id')).toBe('G5-4F21A9C3')
  expect(Number(asked[0]?.get('query_end')) - Number(asked[0]?.get('query_start'))).toBe(86_400)
  expect(asked[1]?.get('page_token')).toBe('next')
  await field('Search by').selectOptions('Sender')
  await field('Sender ID').fill('T4-1')
  await press('Search')
  await eventually(() => screen.sent.at(-1)?.path).toContain('sender_id=T4-1')
})

test('searching again asks again, and the hour that is asked for is the one that ends now', async () => {
  let now = Date.now()
  const screen = await renderPage('/history-logs?device=A', {
    answers: [answering({ result: true, code: 200, location_logs: [] })],
  })
  await says('No logs in this time')
  const ends = () =>
    screen.sent
      .filter(({ path }) => path.startsWith(PATH))
      .map(({ path }) => Number(new URLSearchParams(path.split('?')[1]).get('query_end')))
  const { noteServerTime } = await import('../../lib/server-clock.ts')
  now += 600_000
  noteServerTime(now)
  await press('Search')
  await eventually(() => ends().length).toBe(2)
  expect(ends()[1]! - ends()[0]!).toBeGreaterThanOrEqual(590)
})

test('a range of over 31 days is not asked for', async () => {
  const screen = await renderPage('/history-logs')
  await field('Device ID').fill('A')
  await press(/^Period/)
  const dayOf = (days: number) => new Date(Date.now() + 9 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
  const pick = async (days: number, way: string) => {
    const day = () => document.querySelector<HTMLElement>(`[data-day="${dayOf(days)}"]:not([data-hidden])`)
    while (day() === null) await press(way)
    await page.elementLocator(day()!).click()
  }
  const picked = () => document.querySelector('[role="dialog"] output')?.textContent
  await pick(45, 'Previous month')
  await eventually(picked).toContain(dayOf(45))
  await pick(0, 'Next month')
  await eventually(picked).toContain(dayOf(0))
  await press('Apply')
  await says('At most 31 days can be searched at once.')
  await press('Search')
  expect(screen.sent.filter(({ path }) => path.startsWith(PATH))).toEqual([])
})

test('a page that cannot be had leaves those before, and is asked for again', async () => {
  let pages = 0
  await renderPage('/history-logs?device=A', {
    answers: [
      [
        PATH,
        () => {
          pages += 1
          if (pages === 2) return Response.json({ result: false, code: 500001 }, { status: 500 })
          return Response.json({
            ...{ result: true, code: 200, location_logs: [log(1_780_000_000 - pages, 'A')] },
            ...(pages === 1 ? { metadata: { next_token: 'next' } } : {}),
          })
        },
      ],
    ],
  })
  await eventually(() => rows().length).toBe(1)
  await press('Load more')
  await says('internal server error')
  expect(rows()).toHaveLength(1)
  await press('Try again')
  await says('End of the logs')
  expect(rows()).toHaveLength(2)
})

test('a refusal shows what it says itself [LOC-04]', async () => {
  await renderPage('/history-logs?device=A', { answers: [answering({ result: false, info: 'bad range' })] })
  await says('bad range')
})

test('a fault of the server has words of its own [LOC-03]', async () => {
  await renderPage('/history-logs?device=A', { answers: [answering({ result: false, code: 500001 }, 500)] })
  await says('internal server error')
})

test('a 401 forgets the account and leads to the start [LOC-02]', async () => {
  await renderScreen('/history-logs?device=A', { answers: [answering({}, 401)], awaits: false })
  await eventually(() => window.location.pathname).toBe('/')
  expect(localStorage.getItem('account')).toBeNull()
})

test('display ranges: the last hour, 24 hours and week of the logs, and attendance by day or by month [CONST-31]', async () => {
  const screen = await renderPage('/history-logs?device=A', {
    answers: [answering({ result: true, code: 200, location_logs: [] })],
  })
  const lengths: number[] = []
  for (const shortcut of ['Last hour', 'Last 24 hours', 'Last week']) {
    await press(/^Period/)
    await press(shortcut)
    await press('Apply')
    const before = screen.sent.length
    await press('Search')
    await eventually(() => screen.sent.slice(before).some(({ path }) => path.startsWith(PATH))).toBe(true)
    const query = new URLSearchParams(screen.sent.findLast(({ path }) => path.startsWith(PATH))?.path.split('?')[1])
    lengths.push(Number(query.get('query_end')) - Number(query.get('query_start')))
  }
  expect(lengths).toEqual([3600, 86_400, 604_800])
  screen.close()
  for (const [tab, title] of [
    ['days', 'Attendance log'],
    ['months', 'By month'],
  ]) {
    const { close } = await renderPage(`/attendance?tab=${tab}`)
    await seen(page.getByRole('heading', { level: 1, name: title! }))
    close()
  }
})

test('integrators ask in their tool too', async () => {
  const { INTEGRATOR_TOOL_PATH } = await import('../../lib/integrator-tool-path.ts')
  await renderPage(INTEGRATOR_TOOL_PATH, {
    person: 'integrator',
    answers: [answering({ result: true, code: 200, location_logs: [] })],
  })
  await field('Device ID').fill('A')
  await press('Search')
  await says('No logs in this time')
  await seen(page.getByRole('heading', { name: 'Location logs' }))
})
