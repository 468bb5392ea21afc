import type { StreamEvent } from '@whereabouts/contract/stream'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeStreamEvents } from '../live/stream-events.ts'
import { makeDesk } from './desk.ts'
import { givenAlarm, givenEvent } from './given.ts'
import { type Disengage, idOf, type OpenList } from './handling.ts'

const HELLO: StreamEvent = { event: 'hello', id: '1', data: { server_time_ms: 0 } }
const NONE: OpenList = { notifications: [], lasting: [], disengaged_at_ms: 0 }

beforeEach(() => {
  vi.useFakeTimers({ now: 100_000 })
  onTestFinished(() => void vi.useRealTimers())
})

/** A desk that has been at work for a moment, and what it did. */
async function givenDesk({ mayAnswer = true, isAway = false } = {}) {
  const events = makeStreamEvents()
  const listOpen = vi.fn<() => Promise<OpenList>>().mockResolvedValue(NONE)
  if (isAway) listOpen.mockRejectedValue(new Error('away'))
  const sendStop = vi.fn(async ({ event_time_ms }: Disengage) => ({ event_time_ms, alarms: [] }))
  const told: string[] = []
  const rings: boolean[] = []
  const attention: string[][] = []
  const desk = makeDesk({
    events,
    calls: {
      ...{ listOpen, sendStop },
      sayShown: async (ids) => void told.push(...ids.map((id) => `shown ${id}`)),
      answerPerson: async (step, id) => [givenAlarm(id, { state: 'acknowledged', [`${step}_by`]: 'Sato' })],
      acknowledge: async (ids) =>
        ids.map((id) =>
          givenAlarm(id, { ...{ state: 'acknowledged', event_time_ms: Date.now() + 1000 }, acknowledged_by: 'Sato' }),
        ),
    },
    ...{ serverNowMs: Date.now, steadyMs: Date.now, mayAnswer: () => mayAnswer },
    audience: { isThere: () => true, subscribe: () => () => {} },
    makeRinger: () => ({ follow: (isRinging) => rings.push(isRinging), stop: () => rings.push(false) }),
    reloads: { loadEvents: () => told.push('events'), loadLists: () => told.push('lists'), random: () => 0 },
    tell: {
      event: ({ message }) => told.push(message),
      notice: () => told.push('a sound'),
      stoppedElsewhere: ({ acknowledged_by }) => told.push(`stopped by ${acknowledged_by}`),
      ended: ({ message }) => told.push(`${message} ended`),
      failedStop: () => told.push('the stop failed'),
    },
    list: { note: () => {}, refresh: () => {}, reword: () => {} },
    onLocale: () => () => {},
    log: () => {},
    setAttention: (ids) => attention.push([...ids]),
  })
  const stop = desk.start()
  onTestFinished(stop)
  await vi.advanceTimersByTimeAsync(0)
  const hear = (...notifications: ReturnType<typeof givenEvent>[]) =>
    events.tell({ event: 'notifications', id: '2', data: { notifications } })
  const isRinging = () => rings.at(-1)
  return { desk, events, hear, listOpen, sendStop, told, attention, isRinging, stop }
}

test('open alarms are unknown until the list has loaded, however often it fails, and after the desk is closed', async () => {
  const { desk, listOpen, stop } = await givenDesk({ isAway: true })
  expect(desk.isOpenKnown.get()).toBe(false)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(listOpen).toHaveBeenCalledTimes(4)
  expect(desk.isOpenKnown.get()).toBe(false)
  listOpen.mockResolvedValue(NONE)
  await vi.advanceTimersByTimeAsync(1000)
  expect(desk.isOpenKnown.get()).toBe(true)
  stop()
  expect(desk.isOpenKnown.get()).toBe(false)
})

test('after a reconnect the open alarms are unknown again, and an older answer is not enough', async () => {
  const { desk, events, listOpen } = await givenDesk()
  expect(desk.isOpenKnown.get()).toBe(true)
  const answer = Promise.withResolvers<OpenList>()
  listOpen.mockReturnValueOnce(answer.promise).mockRejectedValueOnce(new Error('away'))
  events.tell(HELLO)
  events.tell(HELLO)
  answer.resolve(NONE)
  await vi.advanceTimersByTimeAsync(0)
  expect(desk.isOpenKnown.get()).toBe(false)
  await vi.advanceTimersByTimeAsync(5000)
  expect(desk.isOpenKnown.get()).toBe(true)
})

test('nothing is asked at a desk that is closed', async () => {
  const { desk, listOpen, stop } = await givenDesk({ isAway: true })
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listOpen).toHaveBeenCalledTimes(1)
  expect(desk.isOpenKnown.get()).toBe(false)
})

test('an alarm from the stream rings, shows a message, is confirmed as shown and is highlighted on the map until the button is pressed', async () => {
  const { desk, hear, sendStop, told, attention, isRinging } = await givenDesk()
  hear(givenEvent(100_001))
  expect(isRinging()).toBe(true)
  expect(attention.at(-1)).toEqual(['G3-1'])
  await vi.advanceTimersByTimeAsync(500)
  expect(told).toEqual(['help of G3-1', 'shown help-100001', 'events', 'lists'])
  await desk.pressStop()
  expect(isRinging()).toBe(false)
  expect(sendStop.mock.calls).toEqual([[{ event_time_ms: 100_500, alarm_ids: ['help-100001'] }]])
})

test('a press names no alarm that stood there for less than 0.4 seconds, and that one rings on', async () => {
  const { desk, hear, sendStop, isRinging } = await givenDesk()
  hear(givenEvent(100_001))
  await vi.advanceTimersByTimeAsync(300)
  hear(givenEvent(100_300, { device_id: 'G3-2' }))
  await vi.advanceTimersByTimeAsync(200)
  await desk.pressStop()
  expect(sendStop.mock.calls[0]?.[0].alarm_ids).toEqual(['help-100001'])
  expect(desk.session.get().ringing.map(idOf)).toEqual(['help-100300'])
  expect(isRinging()).toBe(true)
})

test('people who may not answer alarms close the dialog for themselves, without a call to the server', async () => {
  const { desk, hear, sendStop, isRinging } = await givenDesk({ mayAnswer: false })
  hear(givenEvent(100_001))
  await vi.advanceTimersByTimeAsync(500)
  await desk.pressStop()
  expect(sendStop).not.toHaveBeenCalled()
  expect(isRinging()).toBe(false)
  expect(desk.session.get().notificationDialog).toBeNull()
})

test('a stop that the server was not told of is told to the person', async () => {
  const { desk, hear, sendStop, told } = await givenDesk()
  hear(givenEvent(100_001))
  await vi.advanceTimersByTimeAsync(500)
  sendStop.mockRejectedValueOnce(new Error('away'))
  await desk.pressStop()
  expect(told).toContain('the stop failed')
})

test('an answer from the list silences the ring of that alarm', async () => {
  const { desk, hear, isRinging } = await givenDesk()
  hear(givenEvent(100_001))
  await desk.answerFor('help-100001')
  expect(isRinging()).toBe(false)
})

test('at the end of a session nothing rings and nothing is known', async () => {
  const { desk, hear, attention, isRinging } = await givenDesk()
  hear(givenEvent(100_001))
  desk.forget()
  expect(isRinging()).toBe(false)
  expect(desk.openAlarms.all().size).toBe(0)
  expect(attention.at(-1)).toEqual([])
})
