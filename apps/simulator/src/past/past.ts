/**
 * The past of the demo: what a site's people and things did for some weeks before the live story begins. Pure: the same seed, end and
 * days give the same rows.
 */

import { cast, deviceIdOf } from '@whereabouts/fixtures/cast'
import type { Past, PastCondition } from '@whereabouts/fixtures/past'
import { phones } from '@whereabouts/fixtures/phones'
import { alarmsOf, lowSpellsOf, offlineTimes, silencesOf, zoneVisits } from './events.ts'
import { livesOf, type PastOptions } from './people.ts'
import { positionsOf, staysOf } from './shown.ts'
import { travelsOf } from './things.ts'
import { cutOut, type Timelines, type Visit } from './timelines.ts'
import { calibrationOf, trainingOf } from './training.ts'

/** What is kept of so many days up to a moment. */
export function makePast(options: PastOptions): Past {
  const { seed, untilMs } = options
  const timelines = timelinesOf(options)
  const spells = lowSpellsOf(options)
  const all = [...timelines]
  const conditions: PastCondition[] = [
    ...all.flatMap(([id, visits]) => [
      ...offlineTimes(id, visits, untilMs),
      ...(isByStations(id) ? zoneVisits(id, visits) : []),
    ]),
    ...spells.map(({ deviceId: device_id, fromMs, untilMs: until_ms }) => ({
      ...{
        device_id,
        kind: 'low_battery' as const,
        subject: '',
        since_ms: fromMs,
        seen_ms: fromMs,
        is_raised: true,
        until_ms,
      },
    })),
  ]
  const { alarms, calls } = alarmsOf(options, timelines, conditions)
  return {
    stays: all.flatMap(([id, visits]) => staysOf(id, visits, seed)),
    positions: all.flatMap(([id, visits]) => positionsOf(id, visits, seed, spells)),
    conditions: [...conditions, ...calls],
    alarms,
    training: trainingOf(options),
    calibrations: [calibrationOf(options)],
  }
}

/** Where every device was heard, in the order of time; phones are where those who carry them are. */
export function timelinesOf(options: PastOptions): Timelines {
  const timelines = new Map<string, readonly Visit[]>(
    [...livesOf(options), ...travelsOf(options)].map(([deviceId, visits]) => [deviceId, visits.map(toWholeTimes)]),
  )
  for (const { deviceId, fromMs, untilMs } of silencesOf(options)) {
    timelines.set(deviceId, cutOut(timelines.get(deviceId) ?? [], fromMs, untilMs))
  }
  for (const { device_id, badge } of phones) {
    const carrier = cast.find(({ name }) => name === badge)
    if (carrier !== undefined) timelines.set(device_id, timelines.get(deviceIdOf(carrier)) ?? [])
  }
  return timelines
}

/** The zones of the site are of stations or on plans; phones are placed by their own receivers. */
const isByStations = (deviceId: string): boolean => !phones.some(({ device_id }) => device_id === deviceId)

const toWholeTimes = (visit: Visit): Visit => ({
  ...visit,
  fromMs: Math.round(visit.fromMs),
  untilMs: Math.round(visit.untilMs),
  walk: visit.walk.map(({ place, atMs }) => ({ place, atMs: Math.round(atMs) })),
})
