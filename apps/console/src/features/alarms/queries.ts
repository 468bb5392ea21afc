/** This page's calls about alarms. */
import { inTime } from '../../lib/patience.ts'
import { api } from '../../lib/signed-in-api.ts'
import { makeAlarmCalls } from './calls.ts'

export const alarmCalls = makeAlarmCalls(api, inTime)
