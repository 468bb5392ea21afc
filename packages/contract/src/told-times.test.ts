import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { Endpoint } from './kit.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** The fields of a body that are numbers and named as times. */
const timesOf = ({ type, properties, items, anyOf = [] }: Schema, path = ''): string[] => [
  ...([type].flat().some((each) => each === 'integer' || each === 'number') && NAMED_AS_TIME.test(path) ? [path] : []),
  ...Object.entries(properties ?? {}).flatMap(([name, inner]) => timesOf(inner, `${path}.${name}`)),
  ...(items === undefined ? [] : timesOf(items, path)),
  ...anyOf.flatMap((inner) => timesOf(inner, path)),
]
const NAMED_AS_TIME = /(_ms|_time|_at|_date|_day|_in|_out|_start|_end|_begin|_since|_until)$/

/** Times that callers say, and what bounds each by the server's own clock. One that is added later needs a bound, a test of it, and a line. */
const BOUNDS = {
  // Those within twelve hours: `matrix/told-times.test.ts`.
  'notifications.push.event_time_ms': 'until now, within twelve hours',
  // `features/attendance/routes.test.ts`
  'attendance.change.corrected_sign_in': 'until now, near its day',
  'attendance.change.corrected_sign_out': 'until now, near its day',
  // From the start of the job on. `features/training-jobs`.
  'trainingJobs.change.path.at_ms': 'until now, from its start on',
  'rollCalls.start.started_at_ms': 'until now, within twelve hours',
  'rollCalls.tick.ticks.at_ms': 'until now, within twelve hours',
  'rollCalls.end.ended_at_ms': 'until now, within twelve hours',
  // The only one that is to come. `features/access-links/routes.test.ts`.
  'accessLinks.create.accesslink.expire_time': 'from now on',
  // Counts as heard now where it is later, and belongs to the past where it is earlier. `ingest/apply/place.test.ts`.
  'deviceReports.report.scanned_at_ms': 'until now',
  // Says which settings run; compared, never shown.
  'deviceReports.report.scans.settings_time': 'a mark',
  // Minutes.
  'trainingJobs.create.collection_time': 'a length',
}

test('each time that a caller says is bounded by the server', () => {
  const told = Object.entries(api).flatMap(([word, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { method, body }]) =>
      method === 'GET' || body === undefined
        ? []
        : timesOf(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema).map(
            (at) => `${word}.${name}${at}`,
          ),
    ),
  )
  expect(new Set(told)).toEqual(new Set(Object.keys(BOUNDS)))
})
