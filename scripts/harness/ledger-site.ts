/** The smallest account that load tests need, written straight into a server's database, and what became of reports. */
import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Acknowledged, bodyOf, type LoadSettings } from './ledger.ts'

export interface LedgerSite {
  readonly senders: LoadSettings['senders']
  readonly device_ids: readonly string[]
  /** Of the owner's session. */
  readonly token: string
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

interface Size {
  readonly senders: number
  readonly trackers: number
  /** Keeps its names apart from those of other sites in the database. */
  readonly index?: number
}

/** Half of the senders speak HTTP, half MQTT in both versions. */
export async function makeLedgerSite(
  address: pg.ClientConfig,
  { index: site = 0, ...size }: Size,
): Promise<LedgerSite> {
  const first = site * 1_000_000
  const email = site === 0 ? 'ledger@example.com' : `ledger-${site}@example.com`
  const accountId = randomUUID()
  const userId = randomUUID()
  const token = randomUUID()
  const senders = Array.from({ length: size.senders }, (_, index) => ({
    sender_id: `T4-${String(first + index).padStart(12, '0')}`,
    password: randomUUID(),
    over: index % 2 === 0 ? ('http' as const) : ('mqtt' as const),
    mqttVersion: index % 4 === 1 ? (4 as const) : (5 as const),
  }))
  const device_ids = Array.from(
    { length: size.trackers },
    (_, index) => `G3-${String(first + index).padStart(12, '0')}`,
  )
  const client = new pg.Client(address)
  await client.connect()
  try {
    await client.query(`insert into accounts (account_id, created_at) values ($1, 0)`, [accountId])
    await client.query(
      `insert into users (account_id, user_id, email, password_hash, fullname, class, b2b_user, verified, created_at)
       values ($1, $2, $3, '', 'Ledger', 'owner', true, true, 0)`,
      [accountId, userId, email],
    )
    await client.query(
      `insert into sessions (account_id, session_id, user_id, device_type, platform, useragent, token_hash,
         token_issued_at_ms, signin_at_ms, last_used_at_ms)
       values ($1, $2, $2, 'web', 'web', 'ledger', $3, $4, $4, $4)`,
      [accountId, userId, hashOf(token), Date.now()],
    )
    await client.query(
      `insert into trackers (account_id, device_id, name, device_model, created_at)
       select $1, id, id, 'g3', 0 from unnest($2::text[]) as id`,
      [accountId, device_ids],
    )
    await client.query(
      `insert into stations (account_id, t4_id, t4_name, gps_latitude, gps_longitude, created_at)
       select $1, id, id, 25, 121, 0 from unnest($2::text[]) as id`,
      [accountId, senders.map((sender) => sender.sender_id)],
    )
    await client.query(
      `insert into credentials (account_id, sender_id, kind, password_hash, t4_id, created_at)
       select $1, id, 'native', hash, id, 0 from unnest($2::text[], $3::bytea[]) as new (id, hash)`,
      [accountId, senders.map((sender) => sender.sender_id), senders.map((sender) => hashOf(sender.password))],
    )
  } finally {
    await client.end()
  }
  return { senders, device_ids, token }
}

const startedAtMs = Date.now() - 60_000

/** What one of the stations reports of all trackers, the same for every try, so that a repeat is one. */
export const reportOf = (site: LedgerSite, sender: number, seq: number) =>
  bodyOf({
    sender_id: site.senders[sender]!.sender_id,
    ...{ seq, scanned_at_ms: startedAtMs + seq, device_ids: site.device_ids, battery: 50 },
  })

/** The first station reports it by HTTP. */
export function postReport(origin: string, site: LedgerSite, seq: number): Promise<Response> {
  const { sender_id, password } = site.senders[0]!
  return fetch(`${origin}/v3/device/report`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${sender_id}:${password}`).toString('base64')}`,
    },
    body: reportOf(site, 0, seq),
  })
}

export interface Audit {
  /** Rows that acknowledged reports must have left. */
  readonly acknowledgedRows: number
  /** Acknowledged and not there; each as sender, number and tracker. */
  readonly lost: readonly string[]
  /** Stored more than once. */
  readonly doubled: readonly string[]
  /** Trackers whose state is not what their newest rows say. */
  readonly stale: readonly string[]
}

/** Compares the senders' book with what is stored; `device_ids`: where the database has other trackers too. */
export async function audit(
  address: pg.ClientConfig,
  acknowledged: readonly Acknowledged[],
  device_ids: readonly string[] | null = null,
): Promise<Audit> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    const stored = await client.query<{ name: string; copies: string }>(
      `select sender_id || ' ' || seq || ' ' || device_id as name, count(*) as copies
       from location_logs join trackers using (account_id, device_id)
       where $1::text[] is null or device_id = any($1) group by sender_id, seq, device_id`,
      [device_ids],
    )
    const names = new Set(stored.rows.map((row) => row.name))
    const expected = acknowledged.flatMap(({ sender_id, seq, device_ids }) =>
      device_ids.map((device_id) => `${sender_id} ${seq} ${device_id}`),
    )
    const stale = await client.query<{ device_id: string }>(
      `with newest as (
         select account_id, device_id, max(scanned_at_ms) as scanned_at_ms
         from location_logs join trackers using (account_id, device_id)
         where $1::text[] is null or device_id = any($1) group by account_id, device_id
       )
       select device_id from newest left join tracker_states s using (account_id, device_id)
       where s.last_seen_ms is distinct from newest.scanned_at_ms
         or not exists (select from location_logs l where l.account_id = newest.account_id
           and l.device_id = newest.device_id and l.scanned_at_ms = newest.scanned_at_ms and l.battery = s.battery)`,
      [device_ids],
    )
    return {
      acknowledgedRows: expected.length,
      lost: expected.filter((name) => !names.has(name)),
      doubled: stored.rows.filter((row) => row.copies !== '1').map((row) => row.name),
      stale: stale.rows.map((row) => row.device_id),
    }
  } finally {
    await client.end()
  }
}
