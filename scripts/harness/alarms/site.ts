/** Accounts, people, devices and senders that alarms are proved with, written straight into a database. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Random } from '../../../apps/server/src/platform/clock.ts'
import { type Chance, oneOf, whole } from '../seeded.ts'
import type { AccountBook } from './ledger.ts'

interface Person {
  readonly token: string
  readonly mayAnswer: boolean
}

export interface Sender {
  readonly senderId: string
  readonly password: string
}

/** Degrees. */
export interface GpsPosition {
  readonly gps_latitude: number
  readonly gps_longitude: number
}

export interface AlarmAccount extends AccountBook {
  readonly people: readonly Person[]
  /** The third stands in a danger zone. */
  readonly senders: readonly Sender[]
  readonly trackers: readonly string[]
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
/** Tokens of people who are there all the time never grow old. */
const MUCH_LATER_MS = 4_000_000_000_000

/** Makes one; `index` keeps its names apart from others' in the database. */
export async function makeAlarmAccount(
  client: pg.Client,
  { index, chance, random, trackers }: { index: number; chance: Chance; random: Random; trackers: number },
): Promise<AlarmAccount> {
  const accountId = random.uuid()
  const repeats = chance() < 0.8
  await client.query('insert into accounts (account_id, created_at, notification_ring_repeat) values ($1, 0, $2)', [
    accountId,
    repeats,
  ])
  const people: Person[] = []
  for (const role of ['owner', 'deputy', 'readonly'] as const) {
    const userId = random.uuid()
    const token = random.bytes(24).toString('base64url')
    await client.query(
      `insert into users (account_id, user_id, email, password_hash, fullname, class, b2b_user, verified, created_at)
       values ($1, $2, $3, '', $4, $4, true, true, 0)`,
      [accountId, userId, `${role}-${index}@example.com`, role],
    )
    await client.query(
      `insert into sessions (account_id, session_id, user_id, device_type, platform, useragent, token_hash,
         token_issued_at_ms, signin_at_ms, last_used_at_ms, token_used)
       values ($1, $2, $2, 'web', 'web', 'proof', $3, $4, $4, $4, true)`,
      [accountId, userId, hashOf(token), MUCH_LATER_MS],
    )
    people.push({ token, mayAnswer: role !== 'readonly' })
    if (role !== 'deputy' || chance() < 0.5) continue
    await client.query(
      `insert into push_subscriptions (account_id, session_id, endpoint, p256dh, auth, created_at_ms)
       values ($1, $2, $3, '', '', 0)`,
      [accountId, userId, `https://push.example/${userId}`],
    )
  }
  const { rows: pushed } = await client.query('select from push_subscriptions where account_id = $1', [accountId])

  const named = Array.from({ length: whole(chance, 0, 2) }, (_, place) => ({
    email: `contact-${index}-${place}@example.com`,
    after_s: oneOf(chance, [0, 1, 5, 10]),
  }))
  const acknowledge_within_s = oneOf(chance, [15, 20])
  await client.query('insert into alert_settings values ($1, $2, $3)', [
    accountId,
    acknowledge_within_s,
    JSON.stringify(named),
  ])
  await client.query('insert into confirmed_contacts select $1, unnest($2::text[]), 0', [
    accountId,
    named.map(({ email }) => email),
  ])
  const contacts = named.length > 0 ? named : [{ email: `owner-${index}@example.com`, after_s: 0 }]

  const names = Array.from({ length: trackers }, (_, place) => `G3-${String(index * 1000 + place).padStart(12, '0')}`)
  await client.query(
    `insert into trackers (account_id, device_id, name, device_model, created_at)
     select $1, id, id, 'g3', 0 from unnest($2::text[]) as id`,
    [accountId, names],
  )
  const senders = [0, 1, 2].map((place) => ({
    senderId: `T4-${String(index * 10 + place).padStart(12, '0')}`,
    password: random.bytes(16).toString('base64url'),
  }))
  for (const { senderId, password } of senders) {
    await client.query(
      `insert into stations (account_id, t4_id, t4_name, gps_latitude, gps_longitude, created_at)
       values ($1, $2, $2, 25, 121, 0)`,
      [accountId, senderId],
    )
    await client.query(
      `insert into credentials (account_id, sender_id, kind, password_hash, t4_id, created_at)
       values ($1, $2, 'native', $3, $2, 0)`,
      [accountId, senderId, hashOf(password)],
    )
  }
  await client.query(
    `insert into zones (account_id, id, zone_name, zone_type, shape, created_at) values ($1, $2, 'Stairs', 'danger', $3, 0)`,
    [accountId, random.uuid(), JSON.stringify({ t4_ids: [senders[2]!.senderId] })],
  )
  return {
    ...{ accountId, people, senders, trackers: names, subscriptions: pushed.length },
    acknowledgeWithinMs: acknowledge_within_s * 1000,
    contacts: contacts.map(({ email, after_s }) => ({ email, afterMs: after_s * 1000 })),
  }
}

/** What stations say of trackers, by the alarm that follows from it. */
const SAID = {
  help: { help: true },
  low_battery: { battery: 4 },
  // Where the station stands that heard it.
  enter_danger_zone: {},
  high_temperature: { temperature: 39 },
  back_to_normal: { temperature: 36.6 },
  // That it speaks says it.
  station_online: {},
}
export type CauseType = keyof typeof SAID

/** A report of a station that heard a tracker. */
export const reportOf = (
  sender: Sender,
  {
    type,
    seq,
    scannedAtMs,
    tracker,
    rssi = -60,
  }: { type: CauseType; seq: number; scannedAtMs: number; tracker: string | undefined; rssi?: number },
) =>
  posted(sender, {
    ...{ t4_id: sender.senderId, seq, scanned_at_ms: scannedAtMs },
    scans: tracker === undefined ? [] : [{ device_id: tracker, rssi, ...SAID[type] }],
  })

/** A report of a phone that says where it is. */
export const whereaboutsOf = (
  phone: Sender,
  position: GpsPosition,
  { seq, scannedAtMs }: { seq: number; scannedAtMs: number },
) => posted(phone, { phone_id: phone.senderId, seq, scanned_at_ms: scannedAtMs, ...position })

export type Report = ReturnType<typeof posted>

const posted = ({ senderId, password }: Sender, body: unknown) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`${senderId}:${password}`).toString('base64')}`,
  },
  body: JSON.stringify(body),
})
