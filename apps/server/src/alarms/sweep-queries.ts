/**
 * SQL of changes by time alone; cross-account by nature, as the sweep serves every account at once. Hot rows are up to ten seconds old,
 * and never so of a device that was silent before: what it reports then is written at once (decision 0079). So nobody seems silent
 * who is not, and who is back; which place or temperature an alarm names may be ten seconds old.
 */
import type { ToldRooms } from '@whereabouts/domain/rooms'
import type { ActiveTime } from '@whereabouts/domain/zones'
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'
import type { ConditionKind, ConditionName } from '../state/conditions.ts'
import type { SilenceRule } from './silence.ts'

/** Most rows of one kind in a sweep; the rest follows in the next. */
const MOST = 5000

interface DeviceRow {
  readonly account_id: string
  readonly device_id: string
}

/** Which accounts are looked at: those of the shards that are at home here. */
export type Shards = ReadonlySet<number>

const isAtHome = (accountId: string, shards: Shards) =>
  sql`${sql.ref(accountId)} in (select account_id from accounts where shard = any(${[...shards]}::integer[]))`

const isSilent = ({ beforeMs, afterMs }: SilenceRule, heardMs: string) =>
  sql`(${sql.ref(heardMs)} < ${beforeMs}::bigint or ${sql.ref(heardMs)} > ${Math.min(afterMs, Number.MAX_SAFE_INTEGER)}::bigint)`

const holds = (id: string, kind: ConditionKind) =>
  sql`exists (select from device_conditions c where c.account_id = s.account_id and c.device_id = ${sql.ref(id)}
    and c.kind = ${kind} and c.subject = '' and c.until_ms is null)`

interface SilentTracker extends DeviceRow {
  readonly device_name: string
  readonly offline_alert: boolean
  readonly place: string
  readonly rooms: ToldRooms | null
  readonly heard_ms: number
}

/** The name of the map, or of the sender that heard it; '': none, as of a phone that says itself where it is. */
const placeName = sql`coalesce(m.map_name, case when s.sender_id = s.device_id then '' else s.sender_name end)`

/** Trackers that are silent and not known to be. */
export async function listSilentTrackers(db: Db, shards: Shards, rule: SilenceRule): Promise<readonly SilentTracker[]> {
  const { rows } = await sql<SilentTracker>`
    select s.account_id, s.device_id, t.name as device_name, t.offline_alert, s.last_seen_ms as heard_ms,
      ${placeName} as place, s.rooms
    from tracker_states s join trackers t on t.account_id = s.account_id and t.device_id = s.device_id and t.trackable
      left join indoor_maps m on m.account_id = s.account_id and m.id = s.map_id
    where ${isSilent(rule, 's.last_seen_ms')} and not ${holds('s.device_id', 'offline')} and ${isAtHome('s.account_id', shards)}
    limit ${MOST}`.execute(db)
  return rows
}

/** Stations that are silent and not known to be. */
export async function listSilentStations(
  db: Db,
  shards: Shards,
  rule: SilenceRule,
): Promise<readonly (DeviceRow & { heard_ms: number })[]> {
  const { rows } = await sql<DeviceRow & { heard_ms: number }>`
    select s.account_id, s.t4_id as device_id, s.lastseen_ms as heard_ms
    from station_states s join stations using (account_id, t4_id)
    where ${isSilent(rule, 's.lastseen_ms')} and not ${holds('s.t4_id', 'station_offline')} and ${isAtHome('s.account_id', shards)}
    limit ${MOST}`.execute(db)
  return rows
}

interface Returned extends DeviceRow {
  readonly since_ms: number
  readonly heard_ms: number
}

/** Trackers that were heard again lately. */
export async function listTrackersBack(db: Db, shards: Shards, rule: SilenceRule): Promise<readonly Returned[]> {
  const { rows } = await sql<Returned>`
    select c.account_id, c.device_id, c.since_ms, s.last_seen_ms as heard_ms
    from device_conditions c join tracker_states s using (account_id, device_id)
    where ${isAtHome('c.account_id', shards)} and c.kind = 'offline' and c.until_ms is null and s.last_seen_ms <> c.seen_ms
      and not ${isSilent(rule, 's.last_seen_ms')}
    limit ${MOST}`.execute(db)
  return rows
}

/** Stations that were heard again lately. */
export async function listStationsBack(
  db: Db,
  shards: Shards,
  rule: SilenceRule,
): Promise<readonly (Returned & { station_name: string })[]> {
  const { rows } = await sql<Returned & { station_name: string }>`
    select c.account_id, c.device_id, c.since_ms, s.lastseen_ms as heard_ms, t.t4_name as station_name
    from device_conditions c
      join station_states s on s.account_id = c.account_id and s.t4_id = c.device_id
      join stations t on t.account_id = c.account_id and t.t4_id = c.device_id
    where ${isAtHome('c.account_id', shards)} and c.kind = 'station_offline' and c.until_ms is null and s.lastseen_ms <> c.seen_ms
      and not ${isSilent(rule, 's.lastseen_ms')}
    limit ${MOST}`.execute(db)
  return rows
}

interface LongTemperature extends DeviceRow {
  readonly kind: 'high_temperature' | 'low_temperature'
  readonly since_ms: number
  readonly device_name: string
  readonly temperature: number
  readonly temperature_unit: 'C' | 'F'
  readonly threshold_high: number
  readonly threshold_low: number
}

/** Carepads beyond a threshold for that long (ms), without an alarm, that still report. */
export async function listLongTemperatures(
  db: Db,
  shards: Shards,
  rule: SilenceRule,
  longMs: number,
): Promise<readonly LongTemperature[]> {
  const { rows } = await sql<LongTemperature>`
    select c.account_id, c.device_id, c.kind, c.since_ms, p.written_name as device_name, s.temperature,
      p.temperature_unit, p.threshold_high, p.threshold_low
    from device_conditions c
      join carepads p on p.account_id = c.account_id and p.carepad_id = c.device_id
      join tracker_states s on s.account_id = c.account_id and s.device_id = c.device_id
    where ${isAtHome('c.account_id', shards)} and c.kind in ('high_temperature', 'low_temperature') and c.until_ms is null and not c.is_raised
      and c.since_ms <= ${rule.nowMs - longMs}::bigint and s.temperature is not null
      and (c.kind = 'high_temperature' or p.threshold_low is not null)
      and not ${isSilent(rule, 's.last_seen_ms')}
    limit ${MOST}`.execute(db)
  return rows
}

interface InZone extends DeviceRow {
  readonly zone_id: string
  readonly zone_name: string
  readonly active_times: readonly ActiveTime[] | null
  readonly timezone: string
  readonly is_raised: boolean
  /** When the last alarm was raised (epoch ms); 0: never. */
  readonly told_ms: number
  readonly device_name: string
  readonly place: string
}

/** Devices in a danger zone that is not always active, or without an alarm; silent ones are left out. */
export async function listInDangerZones(db: Db, shards: Shards, rule: SilenceRule): Promise<readonly InZone[]> {
  const { rows } = await sql<InZone>`
    select c.account_id, c.device_id, c.subject as zone_id, z.zone_name, z.active_times, a.timezone, c.is_raised,
      c.seen_ms as told_ms, t.name as device_name, ${placeName} as place
    from zones z join device_conditions c
        on c.account_id = z.account_id and c.kind = 'in_zone' and c.subject = z.id::text and c.until_ms is null
      join accounts a on a.account_id = z.account_id
      join trackers t on t.account_id = c.account_id and t.device_id = c.device_id
      join tracker_states s on s.account_id = c.account_id and s.device_id = c.device_id
      left join indoor_maps m on m.account_id = s.account_id and m.id = s.map_id
    where ${isAtHome('z.account_id', shards)} and z.zone_type = 'danger' and (not c.is_raised or z.active_times is not null)
      and not ${isSilent(rule, 's.last_seen_ms')}
    limit ${MOST}`.execute(db)
  return rows
}

/** Calls for help without a press for that long (ms); also those from before the clock was set back. */
export async function listQuietHelp(
  db: Db,
  shards: Shards,
  now: number,
  quietMs: number,
): Promise<readonly (DeviceRow & { seen_ms: number })[]> {
  const { rows } = await sql<DeviceRow & { seen_ms: number }>`
    select account_id, device_id, seen_ms from device_conditions
    where ${isAtHome('account_id', shards)} and kind = 'help' and until_ms is null and (seen_ms < ${now - quietMs}::bigint or seen_ms > ${now + quietMs}::bigint)
    limit ${MOST}`.execute(db)
  return rows
}

/** Open conditions of deleted devices, and in zones that were deleted or no longer apply to the device. */
export async function listConditionsOfGone(db: Db, shards: Shards): Promise<readonly ConditionName[]> {
  const { rows } = await sql<ConditionName>`
    select account_id, device_id, kind, subject from device_conditions c
    where ${isAtHome('c.account_id', shards)} and until_ms is null and (
      not exists (select from trackers t where t.account_id = c.account_id and t.device_id = c.device_id)
        and not exists (select from carepads p where p.account_id = c.account_id and p.carepad_id = c.device_id)
        and not exists (select from stations s where s.account_id = c.account_id and s.t4_id = c.device_id)
      or kind = 'in_zone' and not exists (
        select from zones z join trackers t on t.account_id = z.account_id and t.device_id = c.device_id
        where z.account_id = c.account_id and z.id::text = c.subject
          and (z.class_indexes is null or t.class_index = any(z.class_indexes))))
    limit ${MOST}`.execute(db)
  return rows
}
