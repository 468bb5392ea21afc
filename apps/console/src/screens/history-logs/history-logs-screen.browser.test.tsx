import type { LocationLog } from '@whereabouts/contract/location-logs'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { brokenRules, eventually, field, press, says, seen, texts } from '../../../mock/acts.ts'
import { renderScreen, type Told } from '../../../mock/render-screen.tsx'

const PATH = '/v3/application/locationlogretrieve'
const log = (scanned_at: number, device_id: string): LocationLog => ({
  scanned_at,
  created_at: scanned_at + 1,
  created_at_ttl: scanned_at + 90 * 86_400,
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
  const screen = await renderScreen('/history-logs?device=G5-4F21A9C3', {
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
  expect(await brokenRules()).toEqual([])
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

test('a refusal shows what it says itself [LOC-04]', async () => {
  await renderScreen('/history-logs?device=A', { answers: [answering({ result: false, info: 'bad range' })] })
  await says('bad range')
})

test('a fault of the server has words of its own [LOC-03]', async () => {
  await renderScreen('/history-logs?device=A', { answers: [answering({ result: false, code: 500001 }, 500)] })
  await says('internal server error')
})

test('a 401 forgets the account and leads to the start [LOC-02]', async () => {
  await renderScreen('/history-logs?device=A', { answers: [answering({}, 401)], awaits: false })
  await eventually(() => window.location.pathname).toBe('/')
  expect(localStorage.getItem('account')).toBeNull()
})

test('integrators ask in their tool too', async () => {
  const { INTEGRATOR_TOOL_PATH } = await import('../../lib/integrator-tool-path.ts')
  await renderScreen(INTEGRATOR_TOOL_PATH, {
    person: 'integrator',
    answers: [answering({ result: true, code: 200, location_logs: [] })],
  })
  await field('Device ID').fill('A')
  await press('Search')
  await says('No logs in this time')
  await seen(page.getByRole('heading', { name: 'Location logs' }))
})
