import type { PushMessage } from '@whereabouts/contract/push-message'
import { afterEach, expect, test, vi } from 'vitest'
import { givenEvent } from '../alarms/given.ts'
import { makeStreamEvents } from '../live/stream-events.ts'
import { hearPushes } from './heard.ts'

vi.mock('virtual:routes/early', () => ({ default: {} }))
vi.mock('virtual:routes/signed-in', () => ({ default: { alarms: { list: ['GET', '/app/alarms'] } } }))

afterEach(() => vi.unstubAllGlobals())

/** The page's side of the service worker, the server's open alarms, and what the page is told. */
function hearing(open: readonly ReturnType<typeof givenEvent>[] | 'away' = []) {
  const worker = Object.assign(new EventTarget(), { startMessages: vi.fn() })
  const fetched = vi.fn(async () => {
    if (open === 'away') throw new TypeError('Failed to fetch')
    return Response.json({ result: true, code: 200, alarms: [], notifications: open, disengaged_at_ms: 0 })
  })
  vi.stubGlobal('navigator', { serviceWorker: worker })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('window', globalThis)
  const events = makeStreamEvents()
  const told: string[] = []
  const opened: (string | null)[] = []
  const stops = [
    events.onEvent((event) => {
      if (event.event === 'notifications') told.push(...event.data.notifications.map(({ message }) => message))
    }),
    hearPushes({ events, open: (deviceId) => opened.push(deviceId), renew: () => undefined }),
  ]
  const say = (data: object) => worker.dispatchEvent(Object.assign(new Event('message'), { data }))
  return { worker, events, fetched, told, opened, say, stop: () => stops.map((stop) => stop()) }
}

const push = (change: Partial<PushMessage> = {}): PushMessage => ({
  ...{ id: 'help-50', alarm_id: 'help-50', type: 'help', event_time_ms: 50, repeat: true, device_id: 'G3-1' },
  ...{ title: 'Help requested', body: 'Open the console to see who and where.' },
  ...change,
})

test("a push is shown in full, with the server's text [PUSH-02]", async () => {
  const { told, say, stop, worker } = hearing([givenEvent(50, { message: 'Ito Haru asks for help, Stairs B.' })])
  expect(worker.startMessages).toHaveBeenCalled()
  say({ push: push() })
  await expect.poll(() => told).toEqual(['Ito Haru asks for help, Stairs B.'])
  stop()
})

test('a push that the stream delivered already is not shown again', async () => {
  const { told, events, say, stop, fetched } = hearing()
  events.tell({
    event: 'notifications',
    id: '1',
    data: { notifications: [givenEvent(50, { message: 'By the stream.' })] },
  })
  say({ push: push() })
  say({ push: push({ id: 'test-51', alarm_id: null, type: 'test', body: 'By a push.' }) })
  await expect.poll(() => told).toEqual(['By the stream.', 'By a push.'])
  expect(fetched).not.toHaveBeenCalled()
  stop()
})

test('where the server cannot say more, what was pushed is told as it is', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { told, say, stop } = hearing('away')
  say({ push: push() })
  await expect.poll(() => told).toEqual(['Open the console to see who and where.'])
  stop()
  vi.restoreAllMocks()
})

test('a push that comes late rings for nothing that somebody has answered for', async () => {
  const { told, say, stop } = hearing([givenEvent(52, { message: 'Ito Haru asks for help, Stairs B.' })])
  say({ push: push({ body: 'Answered for meanwhile.' }) })
  // What rings once is in the list no more when another console has shown it.
  say({ push: push({ id: 'once', alarm_id: 'once', repeat: false, event_time_ms: 51, body: 'Rings once.' }) })
  say({ push: push({ id: 'help-52', alarm_id: 'help-52', event_time_ms: 52 }) })
  await expect.poll(() => told).toContain('Ito Haru asks for help, Stairs B.')
  expect(told).toEqual(['Rings once.', 'Ito Haru asks for help, Stairs B.'])
  stop()
})

test('an alarm that was sent again since its push is shown in its present state', async () => {
  const { told, say, stop } = hearing([givenEvent(60, { id: 'help-50', message: 'Ito Haru asks for help, Stairs B.' })])
  say({ push: push() })
  await expect.poll(() => told).toEqual(['Ito Haru asks for help, Stairs B.'])
  stop()
})

test('a page hears of answers from the list by its stream, not by pushes', async () => {
  const { told, say, stop } = hearing()
  say({ push: push({ id: 'stop', alarm_id: null, type: 'disengage', event_time_ms: 0, alarm_ids: ['help-50'] }) })
  say({ push: push({ id: 'test-51', alarm_id: null, type: 'test', body: 'By a push.' }) })
  await expect.poll(() => told).toEqual(['By a push.'])
  stop()
})

test('a notification that is pressed opens its device, and one that cannot be read tells nothing', () => {
  const { told, opened, say, stop } = hearing()
  say({ open: 'G3-1' })
  say({ open: null })
  say({ push: undefined })
  expect([opened, told]).toEqual([['G3-1', null], []])
  stop()
  say({ open: 'late' })
  expect(opened).toHaveLength(2)
})
