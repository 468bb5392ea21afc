/**
 * What is to come about by time alone, written into a database as though it had begun before the servers did: devices that fall
 * silent and one that rests, a station that was away, a temperature that goes on. Source: G40, G61; decision 0024.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Random } from '../../../apps/server/src/platform/clock.ts'
import { between, type Chance, whole } from '../seeded.ts'
import type { Sender } from './site.ts'

/** Silence and temperatures last so long (ms) until they are told of. */
const OFFLINE_AFTER_MS = 930_000
const PERSISTENT_MS = 1_200_000
/** They become due within this time (ms) of the beginning. */
const DUE_WITHIN_MS = 40_000
/** Who rests was heard that long (ms) ago, and who cools was warm since: it must raise no alarm. */
const RESTING_MS = 400_000
/** So long (ms) from the beginning until people would be told, did they go on. */
export const RESTS_OFFLINE_MS = OFFLINE_AFTER_MS - RESTING_MS
export const COOLS_WARM_MS = PERSISTENT_MS - RESTING_MS
/** Who speaks is silent so long (ms) after the first word. */
export const SPEAKS_OFFLINE_MS = OFFLINE_AFTER_MS
const AWAY_MS = 2_000_000

/** A device, and when people are to be told of it (epoch ms). */
interface Awaited {
  readonly deviceId: string
  readonly dueMs: number
}

export interface Silences {
  readonly silent: readonly Awaited[]
  readonly resting: string
  /** Carepads: too warm before long, normal again before an alarm is due, and one that stations may tell of. */
  readonly warm: Awaited
  readonly cooling: string
  readonly watched: string
  readonly awayStation: Sender
}

interface Place {
  readonly accountId: string
  /** Keeps names apart from other accounts' in the database. */
  readonly index: number
  /** When it begins (epoch ms). */
  readonly epochMs: number
  readonly chance: Chance
  readonly random: Random
}

export async function addSilences(client: pg.Client, place: Place): Promise<Silences> {
  const { accountId, index, epochMs, chance, random } = place
  const nameOf = (kind: string, number: number) => `${kind}-${String(index * 1000 + 900 + number).padStart(12, '0')}`
  const due = () => Math.round(epochMs + between(chance, -5000, DUE_WITHIN_MS))
  const heard = (deviceId: string, atMs: number, temperature: number | null = null, memory: unknown = null) =>
    client.query(
      `insert into tracker_states (account_id, device_id, last_seen_ms, temperature, rule_memory, updated_at_ms)
       values ($1, $2, $3, $4, $5, $3)`,
      [accountId, deviceId, atMs, temperature, memory && JSON.stringify(memory)],
    )
  const holds = (deviceId: string, kind: string, sinceMs: number, seenMs: number, isRaised: boolean) =>
    client.query(
      `insert into device_conditions (account_id, device_id, kind, since_ms, seen_ms, is_raised) values ($1, $2, $3, $4, $5, $6)`,
      [accountId, deviceId, kind, sinceMs, seenMs, isRaised],
    )

  const resting = nameOf('G3', 0)
  const silent = Array.from({ length: whole(chance, 0, 2) }, (_, number) => nameOf('G3', number + 1))
  await client.query(
    `insert into trackers (account_id, device_id, name, device_model, offline_alert, created_at)
     select $1, id, id, 'g3', true, 0 from unnest($2::text[]) as id`,
    [accountId, [resting, ...silent]],
  )
  await heard(resting, epochMs - RESTING_MS)
  const awaited: Awaited[] = []
  for (const deviceId of silent) {
    const dueMs = due()
    awaited.push({ deviceId, dueMs })
    await heard(deviceId, dueMs - OFFLINE_AFTER_MS)
  }

  const [warm, watched, cooling] = [nameOf('CP', 0), nameOf('CP', 1), nameOf('CP', 2)]
  for (const [carepadId, alertType] of [
    [warm, 'persistent'],
    [cooling, 'persistent'],
    [watched, 'instant'],
  ]) {
    await client.query(
      `insert into carepads (account_id, carepad_id, carepad_name, alert_type, created_at) values ($1, $2, $2, $3, 0)`,
      [accountId, carepadId, alertType],
    )
  }
  const warmDueMs = due()
  for (const [carepadId, sinceMs] of [
    [warm, warmDueMs - PERSISTENT_MS],
    [cooling, epochMs - RESTING_MS],
  ] as const) {
    const memory = { since_order: 0, since_ms: sinceMs, seen_ms: epochMs - 60_000 }
    await heard(carepadId, epochMs - 60_000, 39, { temperature: memory })
    await holds(carepadId, 'high_temperature', sinceMs, sinceMs, false)
  }

  const awayStation = { senderId: nameOf('T4', 0), password: random.bytes(16).toString('base64url') }
  const { senderId, password } = awayStation
  await client.query(
    `insert into stations (account_id, t4_id, t4_name, gps_latitude, gps_longitude, created_at) values ($1, $2, $2, 25, 121, 0)`,
    [accountId, senderId],
  )
  await client.query(
    `insert into credentials (account_id, sender_id, kind, password_hash, t4_id, created_at) values ($1, $2, 'native', $3, $2, 0)`,
    [accountId, senderId, createHash('sha256').update(password).digest()],
  )
  const lastSeenMs = epochMs - AWAY_MS
  await client.query(
    `insert into station_states (account_id, t4_id, connection_status, lastseen_ms, updated_at_ms) values ($1, $2, 'connected', $3, $3)`,
    [accountId, senderId, lastSeenMs],
  )
  await holds(senderId, 'station_offline', lastSeenMs + OFFLINE_AFTER_MS, lastSeenMs, true)
  return { silent: awaited, resting, warm: { deviceId: warm, dueMs: warmDueMs }, cooling, watched, awayStation }
}
