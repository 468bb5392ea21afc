import { onTestFinished } from 'vitest'
import { keptLog, testsOfBus } from '../../../../scripts/harness/bus-promises.ts'
import { systemClock } from '../platform/clock.ts'
import { LocalBus } from './local-bus.ts'

testsOfBus('in the process', async (drainMs) => {
  const { log, lines } = keptLog()
  const bus = new LocalBus(log, systemClock, drainMs)
  onTestFinished(() => bus.close())
  return { asking: bus, answering: bus, lines }
})
