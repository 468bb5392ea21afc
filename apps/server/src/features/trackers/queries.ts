/** SQL of trackers and their hot rows; `db` first, owner second. */
import { sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { shareIdsByDevice } from '../../state/shares.ts'
import {
  NO_EXTRAS,
  type Remark,
  TRACKER_COLUMNS,
  type TrackerColumns,
  type TrackerExtras,
  type TrackerRow,
} from '../../state/tracker-row.ts'
import { SHOWN_COLUMNS, type ShownState } from '../../state/tracker-state.ts'
import { objectsOfLinks } from '../mail/links.ts'

type MaybeState = { [Name in keyof ShownState]: ShownState[Name] | null }

/** A tracker with the columns of its hot row, which are all null when it was never heard. */
export type ListedTracker = TrackerRow & MaybeState

/** Null when never heard. */
export const stateOf = (row: ListedTracker): ShownState | null =>
  row.last_seen_ms === null ? null : (row as ListedTracker & ShownState)

// Plain columns: as one JSON value each, 10,000 states take PostgreSQL and us three times as long.
const listedColumns = sql.raw(
  [...TRACKER_COLUMNS.map((name) => `t.${name}`), ...SHOWN_COLUMNS.map((name) => `s."${name}"`)].join(', '),
)

/** A start before all rows: the first page begins behind it. */
const NEWEST: PageStart = { created_at: Number.MAX_SAFE_INTEGER, id: '' }

/** A page, newest first; one row more than asked shows that there is a next one. Phones that are not trackable are left out. */
export async function listTrackers(
  db: Db,
  accountId: string,
  page: { watches: boolean; start: PageStart | undefined; size: number; nowMs: number },
): Promise<ListedTracker[]> {
  const { created_at, id } = page.start ?? NEWEST
  // The page is cut by its index before hot rows are looked up, so that it costs the same in any fleet.
  const { rows } = await sql<TrackerColumns & MaybeState>`
    select ${listedColumns}
    from (
      select * from trackers
      where account_id = ${accountId} and (device_model = 'g5') = ${page.watches} and trackable
        and (created_at, device_id) < (${created_at}::bigint, ${id})
      order by created_at desc, device_id desc
      limit ${page.size + 1}
    ) t left join tracker_states s using (account_id, device_id)
    order by t.created_at desc, t.device_id desc`.execute(db)
  return withExtras(db, accountId, rows, page.nowMs)
}

/** Trackers whose hot row changed since `sinceMs` (server time), for a console that reconnects. */
export async function listChangedTrackers(
  db: Db,
  accountId: string,
  sinceMs: number,
  nowMs: number,
): Promise<ListedTracker[]> {
  const { rows } = await sql<TrackerColumns & MaybeState>`
    select ${listedColumns}
    from tracker_states s join trackers t using (account_id, device_id)
    where s.account_id = ${accountId} and s.updated_at_ms > ${sinceMs} and t.trackable`.execute(db)
  return withExtras(db, accountId, rows, nowMs)
}

/** A tracker of another account that is shared with this one. */
export type ReceivedTracker = ListedTracker & {
  readonly share_id: string
  /** Of the giver's map that it is on. */
  readonly map_name: string | null
}

/**
 * Devices shared with the account, in the order of lists; all of them where no page is named. Not those whose id an own
 * device has, nor phones that may not be tracked.
 */
export async function listReceivedTrackers(
  db: Db,
  accountId: string,
  page: { watches: boolean; start: PageStart | undefined; size: number } | { changedSinceMs: number },
): Promise<ReceivedTracker[]> {
  const isPage = 'size' in page
  const { created_at, id } = (isPage ? page.start : undefined) ?? NEWEST
  const { rows } = await sql<TrackerColumns & MaybeState & Pick<ReceivedTracker, 'share_id' | 'map_name'>>`
    select ${listedColumns}, x.share_id, m.map_name
    from shares x
    join trackers t using (account_id, device_id)
    left join tracker_states s using (account_id, device_id)
    left join indoor_maps m on m.account_id = t.account_id and m.id = s.map_id
    where x.receiver_account_id = ${accountId} and t.trackable
      and ${
        isPage
          ? sql`(t.device_model = 'g5') = ${page.watches} and (t.created_at, t.device_id) < (${created_at}::bigint, ${id})`
          : sql`s.updated_at_ms > ${page.changedSinceMs}`
      }
      and not exists (select from trackers own where own.account_id = ${accountId} and own.device_id = x.device_id)
    order by t.created_at desc, t.device_id desc
    limit ${isPage ? page.size + 1 : null}`.execute(db)
  return rows.map((row) => ({ ...row, ...NO_EXTRAS }))
}

/** Rows in list order, which only the database knows, as it compares names by its own rules. */
export async function inListOrder<Row extends Pick<TrackerColumns, 'created_at' | 'device_id'>>(
  db: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const { rows: places } = await sql<{ place: number }>`
    select place from unnest(${rows.map((row) => row.created_at)}::bigint[], ${rows.map((row) => row.device_id)}::text[])
      with ordinality as given (created_at, device_id, place)
    order by created_at desc, device_id desc`.execute(db)
  return places.map(({ place }) => rows[place - 1]!)
}

/** The tracker with its hot row; refuses with 404103 one that the account does not have. */
export async function getTracker(db: Db, accountId: string, deviceId: string, nowMs: number): Promise<ListedTracker> {
  const { rows } = await sql<TrackerColumns & MaybeState>`
    select ${listedColumns}
    from trackers t left join tracker_states s using (account_id, device_id)
    where t.account_id = ${accountId} and t.device_id = ${deviceId}`.execute(db)
  const [tracker] = await withExtras(db, accountId, rows, nowMs)
  if (tracker === undefined) throw refuse('deviceNotFound')
  return tracker
}

/** The same without what was heard; locked until the transaction ends. */
export async function lockTracker(db: Db, accountId: string, deviceId: string): Promise<TrackerColumns> {
  const { rows } = await sql<TrackerColumns>`
    select ${sql.raw(TRACKER_COLUMNS.join(', '))} from trackers
    where account_id = ${accountId} and device_id = ${deviceId} for no key update`.execute(db)
  if (rows[0] === undefined) throw refuse('deviceNotFound')
  return rows[0]
}

/**
 * Locks those of these trackers that the account has, always in the same order, so that two batches never deadlock.
 */
export async function lockTrackers(
  db: Db,
  accountId: string,
  deviceIds: readonly string[],
): Promise<Map<string, Pick<TrackerColumns, 'name' | 'device_model' | 'make'>>> {
  const { rows } = await sql<Pick<TrackerColumns, 'device_id' | 'name' | 'device_model' | 'make'>>`
    select device_id, name, device_model, make from trackers
    where account_id = ${accountId} and device_id = any(${deviceIds}) order by device_id for no key update`.execute(db)
  return new Map(rows.map((row) => [row.device_id, row]))
}

/** A page of more rows than this asks for all remarks of the account: that is sooner done than naming each row. */
const MANY = 1000

/** Rows with what other tables know of them. */
export async function withExtras<Row extends TrackerColumns>(
  db: Db,
  accountId: string,
  rows: readonly Row[],
  nowMs: number,
): Promise<(Row & TrackerExtras)[]> {
  if (rows.length === 0) return []
  const ids = rows.length > MANY ? null : rows.map((row) => row.device_id)
  const [remarks, shares, leaving] = await Promise.all([
    listRemarks(db, accountId, ids),
    shareIdsByDevice(db, accountId, ids),
    objectsOfLinks(db, accountId, 'remove_trackers', nowMs),
  ])
  // In place: to copy 10,000 rows with all their columns costs more than to read what they hold.
  return rows.map((row) =>
    Object.assign(row, {
      remark: remarks.get(row.device_id) ?? NO_EXTRAS.remark,
      removal_pending: leaving.has(row.device_id),
      share_to: shares.get(row.device_id) ?? NO_EXTRAS.share_to,
    }),
  )
}

/** Remarks by tracker in the order of their items; of these trackers, or of all (null). */
export async function listRemarks(
  db: Db,
  accountId: string,
  deviceIds: readonly string[] | null,
): Promise<Map<string, Remark[]>> {
  const { rows } = await sql<Remark & { device_id: string }>`
    select device_id, index, i.name, memo, editor, update_time
    from tracker_remarks join remark_items i using (account_id, index)
    where account_id = ${accountId} and i.place is not null
      and (${deviceIds === null} or device_id = any(${deviceIds ?? []}))
    order by i.place, index`.execute(db)
  const byDevice = new Map<string, Remark[]>()
  for (const { device_id, ...remark } of rows) {
    const own = byDevice.get(device_id)
    if (own === undefined) byDevice.set(device_id, [remark])
    else own.push(remark)
  }
  return byDevice
}
