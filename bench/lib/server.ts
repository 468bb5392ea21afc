/** A real server process on a fresh data folder, with an account, trackers and senders to measure with. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword } from '@whereabouts/server/platform/passwords'
import { connectDatabase, type Database } from '@whereabouts/server/platform/postgres/database'
import { NO_ROLES } from '@whereabouts/server/platform/postgres/database-roles'
import { visitDatabase } from '@whereabouts/server/platform/postgres/supervise-database'
import { createLog } from '@whereabouts/server/platform/program'
import { readSettings } from '@whereabouts/server/platform/settings'
import { hashToken } from '@whereabouts/server/platform/tokens'
import { sql } from 'kysely'

const CHECKOUT = join(import.meta.dirname, '../..')
export const ACCOUNT = '11111111-1111-7111-8111-111111111111'
export const OWNER = { email: 'bench@example.com', password: 'bench-password' }

export interface BenchServer {
  readonly url: string
  readonly mqttPort: number
  readonly database: Database
  /** Of the database, for a connection of one's own. */
  readonly address: Parameters<typeof connectDatabase>[0]
  readonly process: ChildProcess
  stop(): Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** `checkout`: the folder whose server it is. */
export async function startBenchServer(
  settings: Readonly<Record<string, string>> = {},
  checkout = CHECKOUT,
): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'whereabouts-bench-'))
  const [port, mqttPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    // How much a server can take is measured with one account.
    ACCOUNT_ROWS_A_MINUTE: '1000000000',
    ...settings,
  }
  const child = spawn(process.execPath, [join(checkout, 'apps/server/src/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A benchmark that fails must not leave a server behind.
  const endWithUs = () => child.kill('SIGTERM')
  process.once('exit', endWithUs)
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve())
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)))
  })
  const log = createLog('error')
  const visit = await visitDatabase(readSettings(env), log)
  const database = connectDatabase(visit.address, log, NO_ROLES)
  return {
    url: `http://127.0.0.1:${port}`,
    mqttPort,
    database,
    address: visit.address,
    process: child,
    async stop() {
      await database.close()
      process.off('exit', endWithUs)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const stationId = (index: number): string => `T4-${index.toString(16).toUpperCase().padStart(12, '0')}`
export const stationPassword = (index: number): string => `bench-station-${index}`
export const trackerId = (index: number): string => `G3-${String(index).padStart(8, '0')}`

/** Of one of several accounts; the first is `ACCOUNT`. */
const accountId = (index: number): string => `11111111-1111-7111-8111-${111_111_111_111 + index}`

/**
 * Accounts that share out trackers, stations on one map and a credential for each station, as `reportsOf` tells of them; one account unless
 * named. The first has an owner.
 */
export async function fill(
  database: Database,
  { accounts = 1, ...size }: { trackers: number; stations: number; accounts?: number },
): Promise<void> {
  const { db } = database
  const ofOne = (index: number, count: number) => accountId(Math.floor((index * accounts) / count))
  const hash = await hashPassword(OWNER.password)
  const now = Math.floor(Date.now() / 1000)
  await sql`insert into accounts (account_id, created_at)
    select id, ${now}::bigint from unnest(${Array.from({ length: accounts }, (_, index) => accountId(index))}::uuid[]) as a (id)`.execute(
    db,
  )
  await sql`insert into users (account_id, user_id, email, password_hash, fullname, class, b2b_user, verified, created_at)
    values (${ACCOUNT}, ${ACCOUNT}, ${OWNER.email}, ${hash}, 'Bench', 'owner', true, true, ${now})`.execute(db)
  const stations = Array.from({ length: size.stations }, (_, index) => index)
  const owners = stations.map((index) => ofOne(index, size.stations))
  await sql`insert into stations (account_id, t4_id, t4_name, gps_latitude, gps_longitude, created_at)
    select account, id, id, latitude, longitude, ${now}::bigint
    from unnest(${owners}::uuid[], ${stations.map(stationId)}::text[], ${stations.map((index) => 35 + index / 1000)}::float8[],
      ${stations.map((index) => 139 + index / 1000)}::float8[]) as s (account, id, latitude, longitude)`.execute(db)
  await sql`insert into credentials (account_id, sender_id, kind, password_hash, t4_id, created_at)
    select account, id, 'native', hash, id, ${now}::bigint
    from unnest(${owners}::uuid[], ${stations.map(stationId)}::text[], ${stations.map((index) => hashToken(stationPassword(index)))}::bytea[])
      as s (account, id, hash)`.execute(db)
  const trackers = Array.from({ length: size.trackers }, (_, index) => trackerId(index))
  await sql`insert into trackers (account_id, device_id, name, device_model, created_at)
    select account, id, id, 'g3', ${now}::bigint
    from unnest(${trackers.map((_, index) => ofOne(index, size.trackers))}::uuid[], ${trackers}::text[]) as t (account, id)`.execute(
    db,
  )
}

/** Every tracker was heard a moment ago, at places around one city. */
export async function placeTrackers(database: Database): Promise<void> {
  const now = Date.now()
  await sql`
    insert into tracker_states (account_id, device_id, last_seen_ms, said_connected, battery, rssi, sender_id, sender_name,
      reason_code, gps_latitude, gps_longitude, accuracy, located_at_ms, updated_at_ms)
    select account_id, device_id, ${now}::bigint, true, 80, -60, 'phone', 'A phone', 2, 35.6 + random() / 50, 139.5 + random() / 50,
      5, ${now}::bigint, ${now}::bigint
    from trackers where account_id = ${ACCOUNT}`.execute(database.db)
}
