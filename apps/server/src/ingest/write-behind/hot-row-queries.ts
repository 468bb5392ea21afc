/** SQL of the hot rows. Cross-account by nature: ingest serves every account at once. */
import { sql } from 'kysely'
import { toArrayText } from '../../platform/postgres/array-text.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { OpenCondition } from '../../state/conditions.ts'
import type { DeviceKey } from '../../state/device-key.ts'
import { openConditionsIn } from '../../state/open-conditions.ts'
import type { StationState } from '../../state/station-state.ts'
import { STATE_COLUMNS, STATE_TYPES, type TrackerState } from '../../state/tracker-state.ts'
import type { StoredPast } from './past-rows.ts'
import { fromStored, type StoredSightings, toStored } from './stored-sightings.ts'

/** As many as one statement writes. */
export const ROWS_AT_ONCE = 2000

const quoted = (names: readonly string[]) => sql.raw(names.map((name) => `"${name}"`).join(', '))
const stateColumns = quoted(STATE_COLUMNS)

/** A device with what its hot row says of it. */
interface Found<State> {
  readonly device: DeviceKey
  readonly state: State
}

/** Each of these devices once, with the columns of its account and id. */
const distinct = (devices: readonly DeviceKey[], id: string) =>
  sql`(select distinct * from unnest(${devices.map((device) => device.account_id)}::uuid[],
    ${devices.map((device) => device.id)}::text[]) as wanted (account_id, ${sql.ref(id)})) as wanted`

/** A tracker or carepad with what its hot row says of it, if it has one, and what holds of it. */
export interface FoundTracker {
  readonly device: DeviceKey
  readonly state: TrackerState | undefined
  /** Null: it has none. */
  readonly past: StoredPast | null
  readonly open: readonly OpenCondition[]
}

/** All of these, whether they have hot rows or not. */
export async function findTrackerStates(db: Db, devices: readonly DeviceKey[]): Promise<readonly FoundTracker[]> {
  const { rows } = await sql<FoundColumns>`
    select wanted.account_id, wanted.device_id, ${stateColumns}, past, ${openConditionsIn} as open
    from ${distinct(devices, 'device_id')} left join tracker_states using (account_id, device_id)`.execute(db)
  return rows.map(toFound)
}

/** When a tracker was where it was placed last, by its hot row (epoch ms). */
export async function findLastPlaced(db: Db, { account_id, id }: DeviceKey): Promise<number | undefined> {
  const { rows } = await sql<{ located_at_ms: number | null }>`select located_at_ms from tracker_states
    where account_id = ${account_id} and device_id = ${id}`.execute(db)
  return rows[0]?.located_at_ms ?? undefined
}

const toFound = ({ account_id, device_id, past, open, ...state }: FoundColumns): FoundTracker => ({
  device: { account_id, id: device_id },
  state: state.last_seen_ms === null ? undefined : { ...state, sightings: fromStored(state.sightings) },
  past,
  open,
})

/** Every tracker of the account whose hot row places it on the map. */
export async function findTrackerStatesOnMap(
  db: Db,
  accountId: string,
  mapId: string,
): Promise<readonly FoundTracker[]> {
  const { rows } = await sql<FoundColumns>`
    select account_id, device_id, ${stateColumns}, past, ${openConditionsIn} as open from tracker_states wanted
    where account_id = ${accountId} and map_id = ${mapId}`.execute(db)
  return rows.map(toFound)
}

type FoundColumns = Omit<TrackerState, 'sightings'> & {
  readonly past: StoredPast | null
  readonly account_id: string
  readonly device_id: string
  readonly sightings: StoredSightings
  readonly open: readonly OpenCondition[]
}

export async function findStationStates(
  db: Db,
  devices: readonly DeviceKey[],
): Promise<readonly Found<StationState>[]> {
  const { rows } = await sql<StationState & { account_id: string; t4_id: string }>`
    select account_id, t4_id, connection_status, lastseen_ms, ip, firmware from station_states
    join ${distinct(devices, 't4_id')} using (account_id, t4_id)`.execute(db)
  return rows.map(({ account_id, t4_id, ...state }) => ({ device: { account_id, id: t4_id }, state }))
}

const assignments = sql.raw(STATE_COLUMNS.map((name) => `"${name}" = excluded."${name}"`).join(', '))

function columnOf(state: TrackerState, name: keyof TrackerState): string | number | boolean | null {
  if (name === 'sightings') return toStored(state.sightings)
  if (name === 'rule_memory' || name === 'belief' || name === 'rooms') {
    return state[name] && JSON.stringify(state[name])
  }
  return state[name]
}

/** Writes hot rows, in key order so that two writers never deadlock. */
export async function upsertTrackerStates(
  db: Db,
  devices: readonly (DeviceKey & { readonly state: TrackerState; readonly past: StoredPast | null })[],
): Promise<void> {
  const columns = STATE_COLUMNS.map((name) => {
    const values = devices.map(({ state }) => columnOf(state, name))
    return sql`${toArrayText(values)}::${sql.raw(STATE_TYPES[name])}[]`
  })
  await sql`
    insert into tracker_states (account_id, device_id, ${stateColumns}, past)
    select * from unnest(${toArrayText(devices.map((device) => device.account_id))}::uuid[],
      ${toArrayText(devices.map((device) => device.id))}::text[], ${sql.join(columns)},
      ${toArrayText(devices.map(({ past }) => past && JSON.stringify(past)))}::json[])
      as new (account_id, device_id, ${stateColumns}, past)
    order by account_id, device_id
    on conflict (account_id, device_id) do update set ${assignments}, past = excluded.past`.execute(db)
}

/** The same of stations. */
export async function upsertStationStates(
  db: Db,
  devices: readonly (DeviceKey & { state: StationState })[],
  now: number,
): Promise<void> {
  const column = <Value>(pick: (state: StationState) => Value) => devices.map(({ state }) => pick(state))
  await sql`
    insert into station_states (account_id, t4_id, connection_status, lastseen_ms, ip, firmware, updated_at_ms)
    select new.*, ${now}::bigint from unnest(${devices.map((device) => device.account_id)}::uuid[],
      ${devices.map((device) => device.id)}::text[], ${column((state) => state.connection_status)}::text[],
      ${column((state) => state.lastseen_ms)}::bigint[], ${column((state) => state.ip)}::text[],
      ${column((state) => state.firmware)}::text[]) as new (account_id, t4_id, a, b, c, d)
    order by account_id, t4_id
    on conflict (account_id, t4_id) do update set connection_status = excluded.connection_status,
      lastseen_ms = excluded.lastseen_ms, ip = excluded.ip, firmware = excluded.firmware,
      updated_at_ms = excluded.updated_at_ms`.execute(db)
}
