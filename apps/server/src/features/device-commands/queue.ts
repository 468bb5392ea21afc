/**
 * Commands for senders, or for trackers that they hear. A command waits for its sender, is delivered once and expires.
 * Source: G09, G45, G47, G49; security rules 30, 45.
 */
import type { DeviceCommand } from '@whereabouts/contract/device-reports'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Actor } from '../../platform/actor.ts'
import { countRequest } from '../../platform/http/attempts.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Ring, light and upgrade expire after this long (ms). Source: security rule 45. */
export const URGENT_MS = 30_000

/** Of one session, and of one device. Source: security rule 30. */
const COMMANDS = { kind: 'device-commands', most: 30, windowMs: 60_000 }
const COMMANDS_OF_DEVICE = { kind: 'device-command', most: 1, windowMs: 5_000 }

export interface NewCommand {
  readonly accountId: string
  readonly senderId: string
  /** Null: the sender itself. */
  readonly deviceId: string | null
  readonly command: DeviceCommand['command']
  readonly parameters: Readonly<Record<string, unknown>>
  /** Milliseconds from now on. */
  readonly lastsMs: number
}

/** Queues commands; wake the downlink once that is committed. */
export async function queueCommands(
  db: Db,
  { clock, random }: Pick<App, 'clock' | 'random'>,
  commands: readonly NewCommand[],
): Promise<void> {
  if (commands.length === 0) return
  const now = clock.now()
  await sql`
    insert into device_commands (account_id, command_id, sender_id, device_id, command, parameters, created_at_ms,
      expires_at_ms)
    select a, b, c, d, e, f, ${now}::bigint, ${now}::bigint + g
    from unnest(${commands.map(({ accountId }) => accountId)}::uuid[], ${commands.map(() => random.uuid())}::uuid[],
      ${commands.map(({ senderId }) => senderId)}::text[], ${commands.map(({ deviceId }) => deviceId)}::text[],
      ${commands.map(({ command }) => command)}::text[],
      ${commands.map(({ parameters }) => JSON.stringify(parameters))}::jsonb[],
      ${commands.map(({ lastsMs }) => lastsMs)}::bigint[]) as new (a, b, c, d, e, f, g)`.execute(db)
}

/** Counts a command given by a person; refuses with 429101 too many of a session, or of a device. */
export async function countCommand(app: App, actor: Actor, deviceId: string): Promise<void> {
  await countRequest(app, COMMANDS, actor.sessionId)
  await countRequest(app, COMMANDS_OF_DEVICE, `${actor.accountId} ${deviceId}`)
}

/** Deletes expired commands. */
export async function sweepCommands(db: Db, now: number): Promise<void> {
  await sql`delete from device_commands where expires_at_ms < ${now}`.execute(db)
}
