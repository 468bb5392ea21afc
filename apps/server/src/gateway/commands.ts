/** Commands on their way out: each is delivered to its sender once, and none after its deadline. Source: G09; security rule 45. */
import type { DeviceCommand } from '@whereabouts/contract/device-reports'
import { sql } from 'kysely'
import type { Sender } from '../ingest/receive/recogniser.ts'
import type { Db } from '../platform/postgres/database.ts'

/** Most commands of one answer. */
const AT_ONCE = 1000

type Key = Pick<Sender, 'accountId' | 'senderId'>
export type TakenCommand = Key & { readonly command: DeviceCommand }

interface Row extends DeviceCommand {
  readonly account_id: string
  readonly sender_id: string
}

/**
 * Takes the pending commands of these senders, in order. A second caller at the same moment gets none of them, nor does a sender
 * whose credential was revoked while it stayed connected.
 */
export async function takeCommands(db: Db, senders: readonly Key[], now: number): Promise<readonly TakenCommand[]> {
  if (senders.length === 0) return []
  const { rows } = await sql<Row>`
    with waiting as (
      select account_id, command_id, created_at_ms from device_commands
      where (account_id, sender_id) in (select * from unnest(${senders.map(({ accountId }) => accountId)}::uuid[],
          ${senders.map(({ senderId }) => senderId)}::text[]))
        and taken_at_ms is null and expires_at_ms > ${now}
        and exists (select from credentials c where c.account_id = device_commands.account_id
          and c.sender_id = device_commands.sender_id and c.revoked_at is null)
      order by created_at_ms, command_id limit ${AT_ONCE} for update skip locked
    ), taken as (
      update device_commands c set taken_at_ms = ${now} from waiting
      where c.account_id = waiting.account_id and c.command_id = waiting.command_id
      returning c.*
    )
    select account_id, sender_id, command_id, device_id, coalesce(t.radio_identity, '') as radio_identity, command,
      parameters, expires_at_ms
    from taken left join trackers t using (account_id, device_id)
    order by taken.created_at_ms, command_id`.execute(db)
  return rows.map(({ account_id, sender_id, ...command }) => ({ accountId: account_id, senderId: sender_id, command }))
}
