/** Devices that make themselves known by speaking with a credential of the account. Source: decision G85. */
import { createHash } from 'node:crypto'
import { isStationId } from '@whereabouts/domain/stations'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

interface Newcomer {
  readonly accountId: string
  readonly senderId: string
}

/** The id of a station of another make: the sender's own where it has our form, else made from the sender's id. */
export const stationIdOf = (senderId: string): string =>
  isStationId(senderId)
    ? senderId
    : `T4-${createHash('sha256').update(senderId).digest('hex').slice(0, 12).toUpperCase()}`

/** Makes the station of a sender and ties it to the credential. Harmless when done twice. */
export async function createStation(db: Db, sender: Newcomer, t4Id: string, now: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`insert into stations (account_id, t4_id, t4_name, created_at)
      values (${sender.accountId}, ${t4Id}, ${sender.senderId}, ${now}) on conflict do nothing`.execute(transaction)
    await sql`update credentials set t4_id = ${t4Id}
      where account_id = ${sender.accountId} and sender_id = ${sender.senderId}`.execute(transaction)
  })
}

/** Makes the tracker a phone is. Harmless when done twice. */
export async function createPhone(db: Db, sender: Newcomer, platform: string, now: number): Promise<void> {
  await sql`insert into trackers (account_id, device_id, name, device_model, platform, created_at)
    values (${sender.accountId}, ${sender.senderId}, ${sender.senderId}, 'mobile', ${platform}, ${now})
    on conflict do nothing`.execute(db)
}
