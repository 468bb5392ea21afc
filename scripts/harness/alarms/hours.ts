/**
 * Danger zones drawn outdoors that are dangerous by the hour, and phones that say where they are: one zone whose hours begin
 * while somebody may stand in it, and one whose hours are long over. Source: G73.
 */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Random } from '../../../apps/server/src/platform/clock.ts'
import type { GpsPosition, Sender } from './site.ts'

/** Hours are by the minute, so they begin this long (ms) after a beginning that is on one. */
export const HOURS_BEGIN_AFTER_MS = 60_000
/** Where the time zone of accounts that say nothing is ahead of UTC by this much (ms): Taipei. */
const TAIPEI_MS = 8 * 3_600_000
const HOUR_MS = 3_600_000
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const LATITUDE = 25

/** A phone, and the middle of the zone it walks into. */
export interface Walker {
  readonly phone: Sender
  readonly position: GpsPosition
}

export interface Hours {
  /** Devices there raise an alarm as hours begin. */
  readonly early: Walker
  /** A place in no zone. */
  readonly outside: Walker
}

interface Place {
  readonly accountId: string
  /** Keeps names apart from other accounts' in the database. */
  readonly index: number
  /** When it begins (epoch ms), on a full minute. */
  readonly epochMs: number
  readonly random: Random
}

export async function addHours(client: pg.Client, { accountId, index, epochMs, random }: Place): Promise<Hours> {
  const clockTime = (atMs: number) => new Date(atMs + TAIPEI_MS).toISOString().slice(11, 16)
  const add = async (number: number, fromMs: number, toMs: number): Promise<Walker> => {
    const longitude = 130 + number
    const phone = {
      senderId: `phone-${String(index * 10 + number).padStart(12, '0')}`,
      password: random.bytes(16).toString('base64url'),
    }
    const polygon = [
      [longitude - 0.1, LATITUDE - 0.1],
      [longitude + 0.1, LATITUDE - 0.1],
      [longitude, LATITUDE + 0.1],
    ]
    const hours = [{ days: EVERY_DAY, from: clockTime(fromMs), to: clockTime(toMs) }]
    await client.query(
      `insert into zones (account_id, id, zone_name, zone_type, shape, active_times, created_at)
       values ($1, $2, $3, 'danger', $4, $5, 0)`,
      [accountId, random.uuid(), `Yard ${number}`, JSON.stringify({ polygon }), JSON.stringify(hours)],
    )
    await client.query(
      `insert into trackers (account_id, device_id, name, device_model, created_at) values ($1, $2, $2, 'mobile', 0)`,
      [accountId, phone.senderId],
    )
    await client.query(
      `insert into credentials (account_id, sender_id, kind, password_hash, created_at) values ($1, $2, 'native', $3, 0)`,
      [accountId, phone.senderId, createHash('sha256').update(phone.password).digest()],
    )
    return { phone, position: { gps_latitude: LATITUDE, gps_longitude: longitude } }
  }
  return {
    early: await add(0, epochMs + HOURS_BEGIN_AFTER_MS, epochMs - HOUR_MS),
    outside: await add(1, epochMs - 5 * HOUR_MS, epochMs - 4 * HOUR_MS),
  }
}
