/** SQL of tags that senders hear and no account has claimed; ingest writes them. */
import { sql } from 'kysely'
import type { PageStart } from '../../platform/http/page-token.ts'
import { takenAs } from '../../platform/http/taken.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** A tag that was not heard for this long (s) is offered no longer. */
const OFFERED_SECONDS = 86_400

/** A claimed tag may still have a row here. */
const isOwned = sql`(
  exists (select from trackers t where t.account_id = u.account_id and t.radio_identity = u.radio_identity)
  or exists (select from carepads c where c.account_id = u.account_id and c.radio_identity = u.radio_identity))`

/** Where a gateway forwards none of a tag's encrypted bytes, a key would decrypt nothing. */
const needsKey = sql`(is_encrypted and sample is not null)`

export interface UnclaimedRow {
  id: string
  radio_identity: string
  make: string
  name: string
  has_temperature: boolean
  is_encrypted: boolean
  is_ambiguous: boolean
  rssi: number | null
  sender_id: string
  sender_name: string
  battery: number | null
  temperature: number | null
  first_seen: number
  last_seen: number
  /** The columns that pages are ordered by. */
  created_at: number
}

/** A page of offered or of ignored tags, last heard first; one row more than asked shows that there is a next one. */
export async function listUnclaimed(
  db: Db,
  accountId: string,
  { start, size, now, isIgnored }: { start: PageStart | undefined; size: number; now: number; isIgnored: boolean },
): Promise<UnclaimedRow[]> {
  const { rows } = await sql<UnclaimedRow>`
    select u.id, u.radio_identity, u.make, u.name, has_temperature, ${needsKey} as is_encrypted, is_ambiguous, rssi, sender_id,
      coalesce(s.t4_name, p.name, sender_id) as sender_name, battery, temperature, first_seen, last_seen,
      last_seen as created_at
    from unclaimed_tags u
    left join stations s on s.account_id = u.account_id and s.t4_id = u.sender_id
    left join trackers p on p.account_id = u.account_id and p.device_id = u.sender_id
    where u.account_id = ${accountId}
      and ${isIgnored ? sql`ignored` : sql`not ignored and last_seen > ${now - OFFERED_SECONDS}`}
      and (${start === undefined} or (last_seen, u.id) < (${start?.created_at ?? 0}::bigint, ${start?.id ?? null}::uuid))
      and not ${isOwned}
    order by last_seen desc, u.id desc limit ${size + 1}`.execute(db)
  return rows
}

export interface ClaimableTag {
  radio_identity: string
  make: string
  has_temperature: boolean
  is_encrypted: boolean
  sample: Buffer | null
  sender_id: string
  rssi: number | null
  gps_latitude: number | null
  gps_longitude: number | null
  accuracy: number | null
  battery: number | null
  temperature: number | null
  last_seen: number
  is_owned: boolean
}

/** The tag of an id, unless it is ignored; locked until the transaction ends. `id` may be any text. */
export async function lockClaimable(db: Db, accountId: string, id: string): Promise<ClaimableTag | undefined> {
  // By itself: a query that waits for the row would see whether it was claimed before.
  await sql`select from unclaimed_tags where account_id = ${accountId} and id::text = ${id} for no key update`.execute(
    db,
  )
  const { rows } = await sql<ClaimableTag>`
    select radio_identity, make, has_temperature, ${needsKey} as is_encrypted, sample, sender_id, rssi, gps_latitude, gps_longitude, accuracy,
      battery, temperature, last_seen,
      ${isOwned} as is_owned
    from unclaimed_tags u where account_id = ${accountId} and id::text = ${id} and not ignored`.execute(db)
  return rows[0]
}

/** Ignores a tag, or offers it again, and answers its radio identity; undefined where nothing changed. */
export async function markTag(db: Db, accountId: string, id: string, isIgnored: boolean): Promise<string | undefined> {
  const { rows } = await sql<{ radio_identity: string }>`
    update unclaimed_tags set ignored = ${isIgnored}
    where account_id = ${accountId} and id::text = ${id} and ignored <> ${isIgnored} returning radio_identity`.execute(
    db,
  )
  return rows[0]?.radio_identity
}

interface NewTracker {
  readonly device_id: string
  readonly name: string
  readonly make: string
  readonly radio_identity: string
  readonly created_at: number
}

/** A tracker of another make. Refuses with 400102 a taken name and with 409001 a tag that the account has already. */
export async function insertClaimedTracker(db: Db, accountId: string, tracker: NewTracker): Promise<void> {
  await sql`insert into trackers (account_id, device_id, name, device_model, make, radio_identity, created_at)
    values (${accountId}, ${tracker.device_id}, ${tracker.name}, 'g3', ${tracker.make}, ${tracker.radio_identity},
      ${tracker.created_at})`
    .execute(db)
    .catch(takenAs('trackers_name_key', 'nameTaken'))
    .catch(takenAs('trackers_radio_identity_key', 'conflict'))
}

export async function saveKey(db: Db, accountId: string, identity: string, sealed: Buffer): Promise<void> {
  await sql`insert into radio_keys (account_id, radio_identity, key_sealed)
    values (${accountId}, ${identity}, ${sealed})
    on conflict (account_id, radio_identity) do update set key_sealed = excluded.key_sealed`.execute(db)
}
