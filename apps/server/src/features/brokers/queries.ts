/** SQL of brokers as people set them up. */
import type { BrokerSender } from '@whereabouts/contract/brokers'
import type { BrokerRead } from '@whereabouts/domain/brokers'
import { sql } from 'kysely'
import { isOfStranger } from '../../platform/net/broker-addresses.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** What people set. */
export interface BrokerSettings {
  readonly broker_name: string
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly ca_certificate: string
  readonly username: string
  readonly reads: readonly BrokerRead[]
  readonly theengs_base: string
  readonly zigbee2mqtt_base: string
  readonly discovery_prefix: string
  readonly paused: boolean
}

interface Link {
  readonly slot: number
  readonly state: 'connecting' | 'connected' | 'failed'
  readonly state_since_ms: number
  readonly fault: string
  readonly protocol_version: number | null
  readonly counts: Readonly<Record<string, number>>
  readonly last_message_ms: number | null
  readonly is_alive: boolean
}

export interface ListedBroker extends BrokerSettings {
  readonly broker_id: string
  readonly password_sealed: Buffer | null
  /** Epoch seconds. */
  readonly created_at: number
  readonly senders: number
  /** By slot. */
  readonly links: readonly Link[]
}

/** Oldest first; of one, where it is named. */
export async function listBrokers(
  db: Db,
  accountId: string,
  nowMs: number,
  brokerId?: string,
): Promise<readonly ListedBroker[]> {
  const { rows } = await sql<ListedBroker>`
    select broker_id, broker_name, host, port, tls, ca_certificate, username, password_sealed, reads, theengs_base,
      zigbee2mqtt_base, discovery_prefix, paused, created_at,
      (select count(*)::integer from credentials c
        where c.account_id = b.account_id and c.broker_id = b.broker_id and revoked_at is null) as senders,
      coalesce((select json_agg(json_build_object('slot', slot, 'state', state, 'state_since_ms', state_since_ms,
          'fault', fault, 'protocol_version', protocol_version, 'counts', counts, 'last_message_ms', last_message_ms,
          'is_alive', lease_until_ms > ${nowMs}) order by slot)
        from broker_links l where l.account_id = b.account_id and l.broker_id = b.broker_id), '[]') as links
    from brokers b
    where account_id = ${accountId} and (${brokerId ?? null}::uuid is null or broker_id = ${brokerId ?? null})
    order by created_at, broker_id`.execute(db)
  return rows
}

/** Those that were taken off are left out. By name, so that none moves while somebody looks. */
export async function listSenders(db: Db, accountId: string, brokerId: string): Promise<BrokerSender[]> {
  const { rows } = await sql<BrokerSender>`
    select sender_id, kind, broker_label as label, t4_id, last_used from credentials
    where account_id = ${accountId} and broker_id = ${brokerId} and revoked_at is null
    order by broker_label, kind, sender_id`.execute(db)
  return rows
}

/** Whether a stranger made the account, as `broker-addresses.ts` says; it looks at the accounts of its makers too. */
export async function isSignedUp(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await acrossAccounts(() =>
    sql<{ signed_up: boolean }>`select ${isOfStranger(sql`${accountId}::uuid`)} as signed_up`.execute(db),
  )
  return rows[0]?.signed_up ?? true
}

/** False where the account has as many as it may. */
export async function insertBroker(
  db: Db,
  accountId: string,
  broker: BrokerSettings & { broker_id: string; password_sealed: Buffer | null; created_at: number },
  most: number,
): Promise<boolean> {
  // Two that are added at once count one after the other.
  await sql`select from accounts where account_id = ${accountId} for update`.execute(db)
  const { numAffectedRows } = await sql`
    insert into brokers (account_id, broker_id, broker_name, host, port, tls, ca_certificate, username, password_sealed,
      reads, theengs_base, zigbee2mqtt_base, discovery_prefix, paused, created_at)
    select ${accountId}, ${broker.broker_id}, ${broker.broker_name}, ${broker.host}, ${broker.port}, ${broker.tls},
      ${broker.ca_certificate}, ${broker.username}, ${broker.password_sealed}::bytea, ${broker.reads}::text[],
      ${broker.theengs_base}, ${broker.zigbee2mqtt_base}, ${broker.discovery_prefix}, ${broker.paused},
      ${broker.created_at}
    where (select count(*) from brokers where account_id = ${accountId}) < ${most}`.execute(db)
  return numAffectedRows === 1n
}

/** Servers connect again. False where there is none of that id. */
export async function updateBroker(
  db: Db,
  accountId: string,
  broker: BrokerSettings & { broker_id: string; password_sealed: Buffer | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update brokers set broker_name = ${broker.broker_name}, host = ${broker.host}, port = ${broker.port},
      tls = ${broker.tls}, ca_certificate = ${broker.ca_certificate}, username = ${broker.username},
      password_sealed = ${broker.password_sealed}::bytea, reads = ${broker.reads}::text[],
      theengs_base = ${broker.theengs_base}, zigbee2mqtt_base = ${broker.zigbee2mqtt_base},
      discovery_prefix = ${broker.discovery_prefix}, paused = ${broker.paused}, version = version + 1
    where account_id = ${accountId} and broker_id = ${broker.broker_id}`.execute(db)
  return numAffectedRows === 1n
}

/** Its name; undefined where there is none of that id. Its senders go with it. */
export async function deleteBroker(db: Db, accountId: string, brokerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ broker_name: string }>`
    delete from brokers where account_id = ${accountId} and broker_id = ${brokerId}
    returning broker_name`.execute(db)
  return rows[0]?.broker_name
}
