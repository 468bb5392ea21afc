import { expect, onTestFinished, test } from 'vitest'
import { bytes, HOME, keptLog, reasonOf, testsOfBus } from '../../../../scripts/harness/bus-promises.ts'
import { systemClock } from '../platform/clock.ts'
import { LocalBus } from './local-bus.ts'

testsOfBus('in the process', async (drainMs) => {
  const { log, lines } = keptLog()
  const bus = new LocalBus({ log, clock: systemClock, ...(drainMs === undefined ? {} : { drainMs }) })
  onTestFinished(() => bus.close())
  return { asking: bus, answering: bus, lines }
})

test('time-outs go by the clock that the bus was given, and an answer calls its own off', async () => {
  const timers: { readonly ms: number; readonly work: () => void; isOff: boolean }[] = []
  const after = (ms: number, work: () => void) => {
    const timer = { ms, work, isOff: false }
    timers.push(timer)
    return () => {
      timer.isOff = true
    }
  }
  const bus = new LocalBus({ log: keptLog().log, clock: systemClock, after })
  onTestFinished(() => bus.close())
  let isSilent = true
  bus.subscribe(HOME, () => (isSilent ? undefined : Promise.resolve(bytes('answer'))))
  const asked = reasonOf(bus.request(HOME, bytes(''), 250))
  expect(timers).toEqual([{ ms: 250, work: expect.any(Function), isOff: false }])
  timers[0]!.work()
  expect(await asked).toBe('time-out')
  isSilent = false
  expect(await reasonOf(bus.request(HOME, bytes(''), 250))).toBe('answered')
  expect(timers[1]!.isOff).toBe(true)
})
