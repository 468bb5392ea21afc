/** Another sweep of a test's server, which looks when the test says so. */
import { Sweep } from '../../apps/server/src/alarms/sweep.ts'
import type { TestApp } from './test-app.ts'

export const newSweep = ({ running: { background, ingest } }: TestApp): Sweep => new Sweep({ ...background, ingest })
