/** Senders that can deliver a command to a tracker. Source: G45; G85. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** A sender that heard a tracker within this long (ms) can still reach it. */
const LATELY_MS = 180_000

export interface TrackerKey {
  readonly account_id: string
  readonly device_id: string
}

/**
 * Those of these trackers that a sender of our own protocol heard lately, with the one that heard each best. Reads hot rows:
 * their accounts are flushed before.
 */
export async function sendersNear(
  db: Db,
  trackers: readonly TrackerKey[],
  now: number,
): Promise<readonly (TrackerKey & { readonly sender_id: string })[]> {
  // Sightings as ingest/write-behind/stored-sightings.ts has them: the newest time, then by station its id, dBm and age.
  const { rows } = await sql<TrackerKey & { sender_id: string }>`
    select distinct on (account_id, device_id) account_id, device_id, c.sender_id
    from unnest(${trackers.map(({ account_id }) => account_id)}::uuid[],
      ${trackers.map(({ device_id }) => device_id)}::text[]) as wanted (account_id, device_id)
    join tracker_states s using (account_id, device_id)
    cross join lateral (
      select entry ->> 0 as t4_id, (entry ->> 1)::double precision as rssi,
        (s.sightings ->> 0)::bigint - (entry ->> 2)::bigint as heard_at_ms
      from json_array_elements(s.sightings) with ordinality as list (entry, place) where place > 1
      union all
      select null, coalesce(s.rssi, -200), s.located_at_ms
    ) heard
    join credentials c using (account_id)
    where heard.heard_at_ms > ${now - LATELY_MS} and c.revoked_at is null and c.broker_id is null and c.kind in ('any', 'native')
      and case when heard.t4_id is null then c.t4_id is null and c.sender_id = s.sender_id
        else c.t4_id = heard.t4_id end
    order by account_id, device_id, heard.rssi desc, c.sender_id`.execute(db)
  return rows
}

/** The sender of a station, if it speaks our own protocol. */
export async function senderOfStation(db: Db, accountId: string, t4Id: string): Promise<string | undefined> {
  const { rows } = await sql<{ sender_id: string }>`
    select sender_id from credentials
    where account_id = ${accountId} and t4_id = ${t4Id} and revoked_at is null and broker_id is null and kind in ('any', 'native')
    order by last_used desc nulls last, created_at desc limit 1`.execute(db)
  return rows[0]?.sender_id
}
