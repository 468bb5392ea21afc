/** SQL of who was in which zone and who was silent at a time, and of when it began and ended; `db` first, owner second. */
import type { Visit } from '@whereabouts/contract/history'
import { SILENCE_MS } from '@whereabouts/domain/history'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { openStays, openVisits } from '../../state/open-past.ts'
import { isMeant, type Known, type Range } from './queries.ts'

/** What lasts longer (ms) has an index of its own. */
const LONG_MS = 86_400_000
/** Visits and stays that a range may lie in began no earlier before it (ms). */
const LONGEST_MS = 28 * LONG_MS

/** Visits of an account, those that hot rows hold included, with when each was over for who looked: seen elsewhere, or silent. */
const visits = (accountId: string, known: Known) => sql`(
  select device_id, zone_id, zone_name, from_ms, least(ended_ms, until_ms + ${SILENCE_MS}) as over_ms
  from visits v where account_id = ${accountId} and ${isMeant(known, 'v', 'from_ms')}
  union all
  select device_id, zone_id, zone_name, from_ms, least(ended_ms, until_ms + ${SILENCE_MS}) from ${openVisits(accountId)} v
  where ${isMeant(known, 'v', 'from_ms')})`

/** Who was in which zone. */
export async function listVisitsAt(db: Db, accountId: string, atMs: number, known: Known): Promise<Visit[]> {
  const { rows } = await sql<Visit>`
    select zone_id, device_id, from_ms as since_ms, null as until_ms from ${visits(accountId, known)} v
    where from_ms between ${atMs - LONGEST_MS}::bigint and ${atMs}::bigint and over_ms > ${atMs}::bigint
    order by since_ms, device_id`.execute(db)
  return rows
}

/** Stations that were offline, with the time of their last report before (epoch ms). */
export async function listOfflineStations(db: Db, accountId: string, atMs: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ device_id: string; seen_ms: number }>`
    select device_id, seen_ms from device_conditions
    where account_id = ${accountId} and kind = 'station_offline' and since_ms <= ${atMs}::bigint
      and (since_ms > ${atMs - LONG_MS}::bigint or until_ms is null or until_ms - since_ms > 86400000)
      and (until_ms is null or until_ms > ${atMs}::bigint)`.execute(db)
  return new Map(rows.map(({ device_id, seen_ms }) => [device_id, seen_ms]))
}

/** What began or ended at that time. */
export interface ConditionStep {
  readonly at_ms: number
  readonly device_id: string
  readonly kind: 'in_zone' | 'offline' | 'station_offline'
  readonly subject: string
  /** As it was called then; '' of other kinds. */
  readonly zone_name: string
  readonly since_ms: number
  /** Of silence: the last report before it. */
  readonly seen_ms: number
  readonly isEnd: boolean
}

/** Beginnings and ends after `fromMs` and up to `untilMs`, in order; at most so many. */
export async function listConditionSteps(
  db: Db,
  accountId: string,
  range: Range,
  most: number,
  known: Known = 'now',
): Promise<ConditionStep[]> {
  const lasting = [
    ...(await listZoneTimes(db, accountId, range, known)),
    ...(await listSilences(db, accountId, range, known)),
    ...(await listStationSilences(db, accountId, range)),
  ]
  const isIn = (ms: number | null): ms is number => ms !== null && ms > range.fromMs && ms <= range.untilMs
  return lasting
    .flatMap(({ until_ms, ...one }): ConditionStep[] => [
      ...(isIn(one.since_ms) ? [{ ...one, at_ms: one.since_ms, isEnd: false }] : []),
      ...(isIn(until_ms) ? [{ ...one, at_ms: until_ms, isEnd: true }] : []),
    ])
    .toSorted((one, other) => one.at_ms - other.at_ms || Number(one.isEnd) - Number(other.isEnd))
    .slice(0, most)
}

/** What began, and ended where that is known. */
interface Lasting extends Omit<ConditionStep, 'at_ms' | 'isEnd'> {
  readonly until_ms: number | null
}

async function listZoneTimes(db: Db, accountId: string, { fromMs, untilMs }: Range, known: Known): Promise<Lasting[]> {
  const { rows } = await sql<Lasting>`
    select device_id, 'in_zone' as kind, zone_id::text as subject, zone_name, from_ms as since_ms, 0 as seen_ms,
      over_ms as until_ms
    from ${visits(accountId, known)} v
    where from_ms between ${fromMs - LONGEST_MS}::bigint and ${untilMs}::bigint and over_ms > ${fromMs}::bigint`.execute(
    db,
  )
  return rows
}

interface Heard {
  readonly device_id: string
  readonly from_ms: number
  readonly until_ms: number
}

/** Times after stays in which a tracker was silent. Tables of the past may stand on other machines than others, so each is asked by itself. */
async function listSilences(db: Db, accountId: string, { fromMs, untilMs }: Range, known: Known): Promise<Lasting[]> {
  const open = await sql<Heard>`
    select device_id, from_ms, until_ms from ${openStays(accountId)} o where from_ms <= ${untilMs}::bigint`.execute(db)
  const trackers = await sql<{ device_id: string }>`
    select device_id from trackers where account_id = ${accountId}`.execute(db)
  const within = await sql<Heard>`
    select device_id, from_ms, until_ms from stays
    where account_id = ${accountId} and ${isMeant(known, 'stays', 'from_ms')}
      and from_ms > ${fromMs - LONG_MS}::bigint and from_ms <= ${untilMs}::bigint`.execute(db)
  const before = await sql<Heard>`
    select w.device_id, s.from_ms, s.until_ms
    from unnest(${trackers.rows.map(({ device_id }) => device_id)}::text[]) as w (device_id) cross join lateral (
      select from_ms, until_ms from stays
      where account_id = ${accountId} and device_id = w.device_id and ${isMeant(known, 'stays', 'from_ms')}
        and from_ms <= ${fromMs - LONG_MS}::bigint
      order by from_ms desc limit 1) s`.execute(db)
  const heard = Map.groupBy([...before.rows, ...within.rows, ...open.rows], ({ device_id }) => device_id)
  return [...heard].flatMap(([device_id, stays]) =>
    stays
      .toSorted((one, other) => one.from_ms - other.from_ms)
      .flatMap(({ until_ms: seen_ms }, index, { [index + 1]: next }): Lasting[] => {
        if ((next?.from_ms ?? untilMs) - seen_ms <= SILENCE_MS) return []
        const ofSilence = { kind: 'offline', subject: '', zone_name: '', seen_ms } as const
        return [{ device_id, ...ofSilence, since_ms: seen_ms + SILENCE_MS, until_ms: next?.from_ms ?? null }]
      }),
  )
}

async function listStationSilences(db: Db, accountId: string, { fromMs, untilMs }: Range): Promise<Lasting[]> {
  const { rows } = await sql<Lasting>`
    select device_id, kind, subject, '' as zone_name, since_ms, seen_ms, until_ms from device_conditions
    where account_id = ${accountId} and kind = 'station_offline'
      and (since_ms > ${fromMs}::bigint and since_ms <= ${untilMs}::bigint
        or until_ms > ${fromMs}::bigint and until_ms <= ${untilMs}::bigint)`.execute(db)
  return rows
}
