/** Accounts that see devices of another account. */
import { sql } from 'kysely'
import type { Db } from '../platform/postgres/database.ts'

/** An account that sees a device of another one. */
export interface Receiver {
  readonly account_id: string
  readonly share_id: string
}

/** Which devices of the account other accounts see; of these devices, or of all (null). */
export async function receiversByDevice(
  db: Db,
  accountId: string,
  deviceIds: readonly string[] | null,
): Promise<Map<string, Receiver[]>> {
  const { rows } = await sql<Receiver & { device_id: string }>`
    select device_id, receiver_account_id as account_id, share_id from shares s
    where account_id = ${accountId} and receiver_account_id is not null
      and (${deviceIds === null} or device_id = any(${deviceIds ?? []}))
      and not exists (
        select from trackers own where own.account_id = s.receiver_account_id and own.device_id = s.device_id)`.execute(
    db,
  )
  const byDevice = new Map<string, Receiver[]>()
  for (const { device_id, ...receiver } of rows) byDevice.set(device_id, [...(byDevice.get(device_id) ?? []), receiver])
  return byDevice
}
