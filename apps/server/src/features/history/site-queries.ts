/** SQL of where all devices of an account were shown at an instant; `db` first, owner second. */
import { SILENCE_MS } from '@whereabouts/domain/history'
import type { DeviceModel } from '@whereabouts/domain/trackers'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { openPositions, openStays, type PastPosition } from '../../state/open-past.ts'
import { PARTITION_DAYS } from '../../state/partition-days.ts'
import { NO_EXTRAS, type TrackerRow } from '../../state/tracker-row.ts'
import type { ShownState } from '../../state/tracker-state.ts'
import { isMeant, type Known } from './queries.ts'

/** Each partition of shown positions holds so many days; a key row of each night is in the one before at the latest (ms). */
const PARTITION_MS = PARTITION_DAYS.shown_positions * 86_400_000

/** A device where it was shown last, and the stay it was in then or before. */
export interface PastRow extends PastPosition {
  readonly device_id: string
  /** Of the sender: as of the stay at it, else as of now; null: it is gone. */
  readonly sender_name: string | null
  /** Of the stay; null: it was not in one. */
  readonly stay_until_ms: number | null
  readonly device_name: string | null
  readonly stay_class_index: number | null
  /** Of the tracker as of now; null: it was removed. */
  readonly name: string | null
  readonly class_index: number | null
  readonly device_model: DeviceModel | null
  readonly make: string | null
  readonly photo: string | null
  readonly serial_number: string | null
  readonly mac_address: string | null
  readonly platform: string | null
  readonly created_at: number | null
}

const shownColumns = sql`p.at_ms, p.connected, p.moving, p.reason_code, p.sender_id, p.map_id, p."indoor_X", p."indoor_Y",
  p.gps_latitude, p.gps_longitude, p.accuracy, p.battery, p.known_from_ms`

/** A shown position, and the last stay of the table that began by then. */
type ShownRow = Omit<PastRow, keyof TrackerPart | 'sender_name'> & Nullable<StayPart>

interface StayPart {
  readonly stay_from_ms: number
  readonly stay_until_ms: number
  readonly stay_sender_id: string
  readonly stay_sender_name: string
  readonly device_name: string
  readonly stay_class_index: number
}

type TrackerPart = Pick<
  PastRow,
  | 'name'
  | 'class_index'
  | 'device_model'
  | 'make'
  | 'photo'
  | 'serial_number'
  | 'mac_address'
  | 'platform'
  | 'created_at'
>

type Nullable<Part> = { readonly [Name in keyof Part]: Part[Name] | null }

const stayColumns = sql`stay.from_ms as stay_from_ms, stay.until_ms as stay_until_ms, stay.sender_id as stay_sender_id,
  stay.sender_name as stay_sender_name, stay.device_name, stay.class_index as stay_class_index`

const stayAt = (accountId: string, atMs: number | ReturnType<typeof sql.ref>, known: Known) => sql`
  left join lateral (
    select from_ms, until_ms, sender_id, sender_name, device_name, class_index from stays
    where account_id = ${accountId} and device_id = p.device_id and from_ms <= ${atMs}
      and ${isMeant(known, 'stays', 'from_ms')}
    order by from_ms desc limit 1
  ) stay on true`

/** What trackers are now; without phones that may not be tracked any more. */
async function findTrackers(db: Db, accountId: string, deviceIds: readonly string[]) {
  const { rows } = await sql<{ device_id: string } & TrackerPart>`
    select w.device_id, t.name, t.class_index, t.device_model, t.make, t.photo, t.serial_number, t.mac_address, t.platform,
      t.created_at
    from unnest(${deviceIds}::text[]) as w (device_id)
      left join trackers t on t.account_id = ${accountId} and t.device_id = w.device_id
    where t.trackable is not false`.execute(db)
  return new Map(rows.map((row) => [row.device_id, row]))
}

type Held = {
  readonly places: readonly ShownRow[]
  /** By device, in order. */
  readonly stays: ReadonlyMap<string, readonly StayPart[]>
}

/**
 * What hot rows hold of the past, read before its tables: what moves from one to the other meanwhile is read twice. The tables may stand on
 * other machines, so each is asked by itself.
 */
async function readHeld(db: Db, accountId: string, known: Known): Promise<Held> {
  const [places, stays] = await Promise.all([
    sql<ShownRow>`
      select device_id, ${shownColumns}, null as stay_from_ms, null as stay_until_ms, null as stay_sender_id,
        null as stay_sender_name, null as device_name, null as stay_class_index
      from ${openPositions(accountId)} p where ${isMeant(known, 'p', 'at_ms')} order by at_ms`.execute(db),
    sql<StayPart & { device_id: string }>`
      select device_id, ${stayColumns} from ${openStays(accountId)} stay
      where ${isMeant(known, 'stay', 'from_ms')} order by from_ms`.execute(db),
  ])
  return { places: places.rows, stays: Map.groupBy(stays.rows, ({ device_id }) => device_id) }
}

/** What senders are called now: stations, else trackers. */
async function findSenderNames(db: Db, accountId: string, senderIds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select device_id as id, name from trackers where account_id = ${accountId} and device_id = any(${senderIds}::text[])
    union all
    select t4_id, t4_name from stations where account_id = ${accountId} and t4_id = any(${senderIds}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** With the stay that each was in at a time, of the hot row where that began later. */
async function withTrackers(
  db: Db,
  accountId: string,
  shown: readonly ShownRow[],
  held: Held['stays'],
  atMs: (row: ShownRow) => number,
): Promise<PastRow[]> {
  const trackers = await findTrackers(db, accountId, [...new Set(shown.map(({ device_id }) => device_id))])
  const senders = shown.flatMap(({ sender_id }) => sender_id ?? [])
  const names = await findSenderNames(db, accountId, [...new Set(senders)])
  return shown.flatMap((row): PastRow[] => {
    const now = trackers.get(row.device_id)
    if (now === undefined) return []
    const open = held.get(row.device_id)?.findLast(({ stay_from_ms }) => stay_from_ms <= atMs(row))
    const stay = open !== undefined && open.stay_from_ms >= (row.stay_from_ms ?? 0) ? open : row
    const { stay_until_ms, device_name, stay_class_index } = stay
    const ofStay = row.sender_id !== null && stay.stay_sender_id === row.sender_id ? stay.stay_sender_name : null
    return [
      {
        ...now,
        ...row,
        ...{ stay_until_ms, device_name, stay_class_index },
        sender_name: ofStay ?? names.get(row.sender_id ?? '') ?? null,
      },
    ]
  })
}

/**
 * Every device that was shown by then, but phones that may not be tracked any more. Ids are found by leaping from one to the next in the
 * partition of the instant and the one before it, each of which holds a row of every device there was.
 */
export async function listPastRows(db: Db, accountId: string, atMs: number, known: Known): Promise<PastRow[]> {
  const { places, stays } = await readHeld(db, accountId, known)
  const fromMs = (Math.floor(atMs / PARTITION_MS) - 1) * PARTITION_MS
  const inPartitions = sql`account_id = ${accountId} and at_ms >= ${fromMs}::bigint
    and at_ms < ${fromMs + 2 * PARTITION_MS}::bigint`
  const { rows } = await sql<ShownRow>`
    with recursive devices as (
      (select device_id from shown_positions where ${inPartitions} order by device_id limit 1)
      union all
      select (select s.device_id from shown_positions s where ${inPartitions} and s.device_id > d.device_id
        order by s.device_id limit 1)
      from devices d where d.device_id is not null
    )
    select d.device_id, ${shownColumns}, ${stayColumns}
    from devices d join lateral (
      select * from shown_positions s
      where s.account_id = ${accountId} and s.device_id = d.device_id
        and s.at_ms between ${fromMs}::bigint and ${atMs}::bigint and ${isMeant(known, 's', 'at_ms')}
      order by s.at_ms desc limit 1
    ) p on true ${stayAt(accountId, atMs, known)}`.execute(db)
  const last = new Map(rows.map((row) => [row.device_id, row]))
  for (const row of places) {
    const written = last.get(row.device_id)
    if (row.at_ms <= atMs && row.at_ms > (written?.at_ms ?? 0)) last.set(row.device_id, withStayOf(row, written))
  }
  return withTrackers(db, accountId, [...last.values()], stays, () => atMs)
}

/** A place of a hot row, with the stay that the table has of its device. */
const withStayOf = (row: ShownRow, written: ShownRow | undefined): ShownRow =>
  written === undefined ? row : { ...written, ...placeOf(row) }

const placeOf = ({ at_ms, connected, moving, reason_code, sender_id, map_id, ...row }: ShownRow) => ({
  ...{ at_ms, connected, moving, reason_code, sender_id, map_id, indoor_X: row.indoor_X, indoor_Y: row.indoor_Y },
  ...{ gps_latitude: row.gps_latitude, gps_longitude: row.gps_longitude, accuracy: row.accuracy, battery: row.battery },
  known_from_ms: row.known_from_ms,
})

/** Places at which devices were shown after `fromMs` and up to `untilMs`, in order; at most so many. */
export async function listShown(
  db: Db,
  accountId: string,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
  most: number,
  known: Known,
): Promise<Pick<PastRow, 'device_id' | 'at_ms'>[]> {
  const { places } = await readHeld(db, accountId, known)
  const { rows } = await sql<Pick<PastRow, 'device_id' | 'at_ms'>>`
    select device_id, at_ms from shown_positions
    where account_id = ${accountId} and at_ms > ${fromMs}::bigint and at_ms <= ${untilMs}::bigint
      and ${isMeant(known, 'shown_positions', 'at_ms')}
    order by at_ms limit ${most}`.execute(db)
  const written = new Set(rows.map(keyOf))
  const held = places.filter((row) => row.at_ms > fromMs && row.at_ms <= untilMs && !written.has(keyOf(row)))
  return [...rows, ...held].toSorted((one, other) => one.at_ms - other.at_ms).slice(0, most)
}

const keyOf = ({ device_id, at_ms }: Pick<PastRow, 'device_id' | 'at_ms'>): string => `${at_ms} ${device_id}`

/** The rows of these shown positions, in their order. */
export async function findPastRows(
  db: Db,
  accountId: string,
  places: readonly Pick<PastRow, 'device_id' | 'at_ms'>[],
  known: Known,
): Promise<PastRow[]> {
  const first = Math.min(...places.map(({ at_ms }) => at_ms))
  const last = Math.max(...places.map(({ at_ms }) => at_ms))
  if (places.length === 0) return []
  const held = await readHeld(db, accountId, known)
  const { rows } = await sql<ShownRow>`
    select p.device_id, ${shownColumns}, ${stayColumns}
    from unnest(${places.map(({ device_id }) => device_id)}::text[], ${places.map(({ at_ms }) => at_ms)}::bigint[])
      with ordinality as wanted (device_id, at_ms, place)
    join shown_positions p on p.account_id = ${accountId} and p.device_id = wanted.device_id and p.at_ms = wanted.at_ms
      and p.at_ms between ${first}::bigint and ${last}::bigint and ${isMeant(known, 'p', 'at_ms')}
    ${stayAt(accountId, sql.ref('p.at_ms'), known)}
    order by wanted.place`.execute(db)
  const written = new Map(rows.map((row) => [keyOf(row), row]))
  const open = new Map(held.places.map((row) => [keyOf(row), row]))
  const shown = places.flatMap((place) => written.get(keyOf(place)) ?? open.get(keyOf(place)) ?? [])
  return withTrackers(db, accountId, shown, held.stays, ({ at_ms }) => at_ms)
}

/**
 * When a device of a row was heard last by then (epoch ms): where it was shown, or in the stay it was in. What was shown long after its
 * last stay is the row of a night, in which it was not heard.
 */
function heardMs({ at_ms, stay_until_ms }: PastRow, atMs: number): number {
  if (stay_until_ms === null) return at_ms
  const stayedMs = Math.min(stay_until_ms, atMs)
  return at_ms - stayedMs > SILENCE_MS ? stayedMs : Math.max(at_ms, stayedMs)
}

/** As reports had it; what is not kept of the past is unknown. */
export function stateAt(row: PastRow, atMs: number): ShownState {
  const heard = heardMs(row, atMs)
  return {
    last_seen_ms: heard,
    said_connected: row.connected,
    disconnected_at_ms: null,
    battery: row.battery,
    firmware: '',
    rssi: null,
    moving: row.moving,
    heading: null,
    steps: null,
    temperature: null,
    humidity: null,
    sender_id: row.sender_id,
    sender_name: row.sender_name ?? row.sender_id ?? '',
    reason_code: row.reason_code,
    gps_latitude: row.gps_latitude,
    gps_longitude: row.gps_longitude,
    accuracy: row.accuracy,
    map_id: row.map_id,
    indoor_X: row.indoor_X,
    indoor_Y: row.indoor_Y,
    rooms: null,
    located_at_ms: heard,
    time_corrected: false,
    updated_at_ms: heard,
  }
}

/** The tracker of a row, with the name and class it had then. */
export const trackerOf = (row: PastRow): TrackerRow => ({
  device_id: row.device_id,
  name: row.device_name ?? row.name ?? row.device_id,
  class_index: row.stay_class_index ?? row.class_index ?? -1,
  device_model: row.device_model ?? 'g3',
  make: row.make ?? '',
  photo: row.photo ?? '',
  serial_number: row.serial_number ?? '',
  mac_address: row.mac_address ?? '',
  platform: row.platform ?? '',
  offline_alert: false,
  created_at: row.created_at ?? Math.floor(row.at_ms / 1000),
  assigned_firmware: '',
  ...{ adv_settings: null, adv_settings_time: null, adv_settings_taken: null },
  ...{ ota_state: null, ota_version: null, ringing_until_ms: null },
  ...NO_EXTRAS,
})
