import type { StreamEvent } from '@whereabouts/contract/stream'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { givenStore } from '../live/given.ts'
import type { SiteView } from '../live/site-view.ts'
import { makeStreamEvents } from '../live/stream-events.ts'
import { isOpenKnown } from './alarm-session.ts'
import { keepAlarms } from './desk.ts'
import type { OpenAlarms } from './handling.ts'

// The build makes the table of calls; nothing is called here.
vi.mock('virtual:routes/early', () => ({ default: {} }))
vi.mock('../notifications/queries.ts', () => ({
  noteAlarms() {},
  refreshNotifications: async () => {},
  rewordNotifications() {},
  sayUnloaded() {},
}))
vi.mock('./alarm-toasts.tsx', () => ({ toastOfFailedStop() {}, toastOfNotification() {}, toastOfStop() {} }))
vi.mock('./receipts.ts', () => ({ makeReceipts: () => ({ show() {}, stop() {} }) }))
vi.mock('./reloads.ts', () => ({ makeReloads: () => ({ due() {}, stop() {} }) }))
vi.mock('./sound-turn.ts', () => ({
  makeRinger: () => ({ follow() {}, stop() {} }),
  soundOnce: async () => {},
  SILENCE_SOUND: 'silence',
}))

const events = makeStreamEvents()
// No message leads to the map here.
const site = {} as SiteView
const HELLO: StreamEvent = { event: 'hello', id: '1', data: { server_time_ms: 0 } }

const listOpenAlarms = vi.hoisted(() => vi.fn<() => Promise<OpenAlarms>>())
vi.mock('./queries.ts', () => ({ listOpenAlarms, acknowledge() {}, sayShown() {}, sendStop() {} }))
const NONE: OpenAlarms = { notifications: [], disengaged_at_ms: 0 }

beforeEach(() => {
  vi.useFakeTimers()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  listOpenAlarms.mockReset().mockResolvedValue(NONE)
  onTestFinished(() => {
    warn.mockRestore()
    vi.useRealTimers()
  })
})

/** A desk that has been at work for a moment. */
async function givenDesk(): Promise<() => void> {
  const stop = keepAlarms({ store: givenStore(), events }, site)
  onTestFinished(stop)
  await vi.advanceTimersByTimeAsync(0)
  return stop
}

test('what is open is not known until the list has come, however often it fails, nor once the desk is closed', async () => {
  listOpenAlarms.mockRejectedValue(new Error('away'))
  const stop = await givenDesk()
  expect(isOpenKnown.get()).toBe(false)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(listOpenAlarms).toHaveBeenCalledTimes(4)
  expect(isOpenKnown.get()).toBe(false)
  listOpenAlarms.mockResolvedValue(NONE)
  await vi.advanceTimersByTimeAsync(1000)
  expect(isOpenKnown.get()).toBe(true)
  stop()
  expect(isOpenKnown.get()).toBe(false)
})

test('after a reconnect the open alarms are unknown again, and an older answer is not enough', async () => {
  await givenDesk()
  expect(isOpenKnown.get()).toBe(true)
  const answer = Promise.withResolvers<OpenAlarms>()
  listOpenAlarms.mockReturnValueOnce(answer.promise).mockRejectedValueOnce(new Error('away'))
  events.tell(HELLO)
  events.tell(HELLO)
  answer.resolve(NONE)
  await vi.advanceTimersByTimeAsync(0)
  expect(isOpenKnown.get()).toBe(false)
  await vi.advanceTimersByTimeAsync(5000)
  expect(isOpenKnown.get()).toBe(true)
})

test('nothing is asked at a desk that is closed', async () => {
  listOpenAlarms.mockRejectedValue(new Error('away'))
  const stop = await givenDesk()
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listOpenAlarms).toHaveBeenCalledTimes(1)
  expect(isOpenKnown.get()).toBe(false)
})
