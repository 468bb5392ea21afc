/** Every call test: run once against the server and once against the mock. */
import { accessLinkCalls } from './access-links.ts'
import { accountCalls } from './accounts.ts'
import { activityCalls } from './activity.ts'
import { authCalls } from './auth.ts'
import { brokerCalls } from './brokers.ts'
import { deviceCalls } from './devices.ts'
import type { Door } from './door.ts'
import { historyCalls } from './history.ts'
import { houseCalls } from './house.ts'
import { listCalls } from './lists.ts'
import { pinCalls } from './pins.ts'
import { rollCallCalls } from './roll-calls.ts'
import { shiftReportCalls } from './shift-reports.ts'
import { trainingJobCalls } from './training-jobs.ts'

export function callTests(door: Door): void {
  for (const tests of [
    authCalls,
    accountCalls,
    accessLinkCalls,
    activityCalls,
    listCalls,
    deviceCalls,
    brokerCalls,
    historyCalls,
    houseCalls,
    pinCalls,
    rollCallCalls,
    shiftReportCalls,
    trainingJobCalls,
  ])
    tests(door)
}
