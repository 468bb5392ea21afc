/** What changed at the site after an instant, in order, for playing it. Source: decision 0044. */
import type { PastChange } from '@whereabouts/contract/history'
import type { App } from '../../context.ts'
import { presentNotification } from '../../events/present.ts'
import type { Reader } from '../../events/words.ts'
import { readPlaceNames } from '../trackers/place-names.ts'
import { listAlarmSteps } from './alarms.ts'
import { type ConditionStep, listConditionSteps } from './condition-queries.ts'
import type { Known, Range } from './queries.ts'
import { presentPast } from './site.ts'
import { findPastRows, listShown } from './site-queries.ts'
import { changesOfZones, listZoneVersions, zonesAt } from './zone-versions.ts'

/** Most changes of one answer, and most rows that are read for it. */
const MOST_CHANGES = 5000
const MOST_READ = 50_000

interface Asked {
  readonly range: Range
  /** Of each device at most one place in so many milliseconds. */
  readonly stepMs: number
  readonly reader: Reader
  readonly seesStations: boolean
  readonly known: Known
}

/** Changes after the start of the range; `until_ms`: up to where they are complete. */
export async function changesOf(
  app: App,
  accountId: string,
  { range, stepMs, reader, seesStations, known }: Asked,
): Promise<{ changes: PastChange[]; until_ms: number }> {
  const [shown, conditions, alarms, zones] = await Promise.all([
    listShown(app.db, accountId, range, MOST_READ, known),
    listConditionSteps(app.db, accountId, range, MOST_READ, known),
    listAlarmSteps(app.db, accountId, range),
    listZoneVersions(app.db, accountId, range),
  ])
  const places = lastOfSteps(shown, stepMs)
  const held = conditions.filter(({ kind }) => seesStations || kind !== 'station_offline')
  const ends = [shown, conditions].map((rows) => (rows.length < MOST_READ ? range.untilMs : before(rows.at(-1)!, rows)))
  const times = [...places, ...held, ...alarms].map(({ at_ms }) => at_ms).toSorted((one, other) => one - other)
  if (times.length > MOST_CHANGES) {
    const at_ms = times[MOST_CHANGES]!
    ends.push(before({ at_ms }, [{ at_ms: times[0]! }]))
  }
  const untilMs = Math.min(...ends)
  const isIn = ({ at_ms }: { readonly at_ms: number }): boolean => at_ms <= untilMs
  const [rows, names] = await Promise.all([
    findPastRows(app.db, accountId, places.filter(isIn), known),
    readPlaceNames(app.db, accountId),
  ])
  const changes: PastChange[] = [
    ...rows.map((row) => ({ at_ms: row.at_ms, tracker: presentPast(row, names, row.at_ms) })),
    ...held.filter(isIn).map(changeOf),
    ...alarms.filter(isIn).map(({ at_ms, row }) => ({ at_ms, notification: presentNotification(row, reader) })),
    ...changesOfZones(zones, range)
      .map((at_ms) => ({ at_ms, zones: zonesAt(zones, at_ms) }))
      .filter(isIn),
  ]
  return { changes: changes.toSorted((one, other) => one.at_ms - other.at_ms), until_ms: untilMs }
}

/** The time up to which rows are complete where the last of them is perhaps not the last of its time. */
const before = ({ at_ms }: { readonly at_ms: number }, rows: readonly { readonly at_ms: number }[]): number =>
  at_ms > rows[0]!.at_ms ? at_ms - 1 : at_ms

/** Of each device the last place in each step. */
function lastOfSteps<Row extends { readonly device_id: string; readonly at_ms: number }>(
  rows: readonly Row[],
  stepMs: number,
): Row[] {
  const last = new Map(rows.map((row) => [`${Math.floor(row.at_ms / stepMs)} ${row.device_id}`, row]))
  return [...last.values()]
}

function changeOf({ at_ms, device_id, kind, subject, since_ms, seen_ms, isEnd }: ConditionStep): PastChange {
  if (kind === 'in_zone') {
    return { at_ms, visit: { zone_id: subject, device_id, since_ms, until_ms: isEnd ? at_ms : null } }
  }
  if (kind === 'station_offline') {
    return { at_ms, station: { t4_id: device_id, connection_status: isEnd ? 'connected' : 'disconnected' } }
  }
  const seconds = Math.floor((isEnd ? at_ms : seen_ms) / 1000)
  return {
    at_ms,
    tracker: isEnd
      ? { device_id, connected: true, status: 'connected', last_seen: seconds, disconnected_time: null }
      : { device_id, connected: false, status: 'offline', last_seen: seconds, disconnected_time: seconds },
  }
}
