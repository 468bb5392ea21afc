/** SQL of the connections to brokers. Cross-account by nature: a server serves all of them. Source: decision 0055. */
import type { BrokerRead } from '@whereabouts/domain/brokers'
import { sql } from 'kysely'
import { isOfStranger } from '../platform/net/broker-addresses.ts'
import type { Db } from '../platform/postgres/database.ts'
import type { KnownSender } from './senders.ts'

/** A slot without a renewal for this long (ms) is free. */
const LEASE_MS = 10_000
/** A server without a heartbeat for this long (s) is dead, as `homes/leases.ts` has it. */
const DEAD_AFTER_S = 6

export interface BrokerRow {
  readonly account_id: string
  readonly broker_id: string
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly ca_certificate: string
  readonly username: string
  readonly password_sealed: Buffer | null
  readonly reads: readonly BrokerRead[]
  readonly theengs_base: string
  readonly zigbee2mqtt_base: string
  readonly discovery_prefix: string
  readonly version: number
  readonly signed_up: boolean
  /** Slot 0 shares messages out, so that further slots may connect. */
  readonly is_shared: boolean
  /** Slots whose lease has not ended, of servers other than this one. */
  readonly taken: readonly number[]
}

/** All brokers to read, of every account. */
export async function listBrokersToRead(db: Db, serverId: string, nowMs: number): Promise<readonly BrokerRow[]> {
  const { rows } = await sql<BrokerRow>`
    select b.account_id, b.broker_id, host, port, tls, ca_certificate, username, password_sealed, reads, theengs_base,
      zigbee2mqtt_base, discovery_prefix, b.version, ${isOfStranger(sql`b.account_id`)} as signed_up,
      coalesce(bool_or(l.shares) filter (where l.slot = 0 and l.lease_until_ms > ${nowMs}), false) as is_shared,
      coalesce(array_agg(l.slot) filter (where l.lease_until_ms > ${nowMs} and l.server_id <> ${serverId}), '{}') as taken
    from brokers b left join broker_links l using (account_id, broker_id)
    where not paused
    group by b.account_id, b.broker_id`.execute(db)
  return rows
}

/** How many servers there are, this one among them. */
export async function countServers(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from servers where seen_at > clock_timestamp() - make_interval(secs => ${DEAD_AFTER_S})`.execute(
    db,
  )
  return rows[0]!.n
}

interface SlotKey {
  readonly account_id: string
  readonly broker_id: string
  readonly slot: number
}

export interface LinkState {
  readonly state: 'connecting' | 'connected' | 'failed'
  readonly stateSinceMs: number
  readonly fault: string
  readonly protocolVersion: number | null
  readonly shares: boolean
  readonly counts: Readonly<Record<string, number>>
  readonly lastMessageMs: number | null
}

/** Takes a slot or keeps it, and writes how its connection does. */
export async function keepSlot(
  db: Db,
  serverId: string,
  key: SlotKey,
  { state, stateSinceMs, fault, protocolVersion, shares, counts, lastMessageMs }: LinkState,
  nowMs: number,
): Promise<'ours' | 'of another server' | 'broker is gone'> {
  const { rows } = await sql<{ is_there: boolean; is_ours: boolean }>`
    with broker as (
      select account_id, broker_id from brokers
      where account_id = ${key.account_id} and broker_id = ${key.broker_id} for share
    ), kept as (
      insert into broker_links (account_id, broker_id, slot, server_id, lease_until_ms, state, state_since_ms, fault,
        protocol_version, shares, counts, last_message_ms)
      select account_id, broker_id, ${key.slot}, ${serverId}, ${nowMs + LEASE_MS}, ${state}, ${stateSinceMs}, ${fault},
        ${protocolVersion}::smallint, ${shares}, ${JSON.stringify(counts)}::json, ${lastMessageMs}::bigint
      from broker
      on conflict (account_id, broker_id, slot) do update set server_id = excluded.server_id,
        lease_until_ms = excluded.lease_until_ms, state = excluded.state, state_since_ms = excluded.state_since_ms,
        fault = excluded.fault, protocol_version = excluded.protocol_version, shares = excluded.shares,
        counts = excluded.counts, last_message_ms = coalesce(excluded.last_message_ms, broker_links.last_message_ms)
      where broker_links.server_id = excluded.server_id or broker_links.lease_until_ms <= ${nowMs}
      returning slot
    )
    select exists (select from broker) as is_there, exists (select from kept) as is_ours`.execute(db)
  const { is_there, is_ours } = rows[0]!
  if (!is_there) return 'broker is gone'
  return is_ours ? 'ours' : 'of another server'
}

/** Gives a slot up, so that another server need not wait for its lease to end. */
export async function leaveSlot(db: Db, serverId: string, key: SlotKey): Promise<void> {
  await sql`delete from broker_links
    where account_id = ${key.account_id} and broker_id = ${key.broker_id} and slot = ${key.slot}
      and server_id = ${serverId}`.execute(db)
}

interface StoredSender {
  readonly senderId: string
  readonly kind: BrokerRead
  readonly label: string
  readonly t4Id: string | null
  readonly lastUsed: number | null
  readonly generation: number
  readonly isRevoked: boolean
}

/** The senders that a broker's topics have named so far, those that were taken off too. */
export async function listBrokerSenders(db: Db, accountId: string, brokerId: string): Promise<readonly StoredSender[]> {
  const { rows } = await sql<StoredSender>`
    select sender_id as "senderId", kind, broker_label as label, t4_id as "t4Id", last_used as "lastUsed",
      generation, revoked_at is not null as "isRevoked"
    from credentials where account_id = ${accountId} and broker_id = ${brokerId}`.execute(db)
  return rows
}

/**
 * Makes a sender of a name in a broker's topics, under the first of the ids that is free. Another server may be quicker: then it is
 * that one's. Undefined: the broker is gone, or has as many as it may.
 */
export async function insertBrokerSender(
  db: Db,
  { accountId, brokerId, kind, label }: { accountId: string; brokerId: string; kind: BrokerRead; label: string },
  ids: readonly string[],
  most: number,
  now: number,
): Promise<Pick<KnownSender, 'senderId' | 't4Id' | 'generation'> | undefined> {
  await sql`
    insert into credentials (account_id, sender_id, kind, t4_id, created_at, broker_id, broker_label)
    select ${accountId}, candidate, ${kind}, null, ${now}, ${brokerId}, ${label}
    from unnest(${ids}::text[]) with ordinality as list (candidate, place)
    where exists (select from brokers where account_id = ${accountId} and broker_id = ${brokerId})
      and not exists (select from credentials c where c.account_id = ${accountId} and c.sender_id = candidate)
      and not exists (select from trackers t where t.account_id = ${accountId} and t.device_id = candidate)
      and (select count(*) from credentials c where c.account_id = ${accountId} and c.broker_id = ${brokerId}) < ${most}
    order by place limit 1
    on conflict do nothing`.execute(db)
  const { rows } = await sql<Pick<KnownSender, 'senderId' | 't4Id' | 'generation'>>`
    select sender_id as "senderId", t4_id as "t4Id", generation from credentials
    where account_id = ${accountId} and broker_id = ${brokerId} and kind = ${kind} and broker_label = ${label}
      and revoked_at is null`.execute(db)
  return rows[0]
}
