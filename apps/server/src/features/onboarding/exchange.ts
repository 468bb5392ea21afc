/** Answers a device's challenge, so that it accepts the next command. Source: G44; security rules 30, 44. */
import { createHmac } from 'node:crypto'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { onboarding } from '@whereabouts/contract/onboarding'
import { MODES_OF_COMMAND, SECURITY_COMMANDS } from '@whereabouts/domain/assign-modes'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Actor } from '../../platform/actor.ts'
import { countRequest } from '../../platform/http/attempts.ts'
import { refuse } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/tokens.ts'
import { mayBeSpokenTo, noteExchange } from './bindings.ts'

/** Of an account, whatever its addresses. Source: G10; security rule 30. */
const EXCHANGES = { kind: 'security-exchange', most: 10, windowMs: 60_000 }

const COMMANDS: Readonly<Record<'g3' | 't4', readonly number[]>> = {
  g3: [SECURITY_COMMANDS.assignG3, SECURITY_COMMANDS.upgradeG3],
  t4: [SECURITY_COMMANDS.setUpT4],
}
const ANSWER_BYTES = 16

interface Challenge {
  readonly id: string
  readonly i_cmd: number
  readonly mode: number
  /** 16 bytes in hex. */
  readonly sr: string
}

/**
 * The first 16 bytes of HMAC-SHA256 over the id in UTF-8, one byte each of command and mode, and the challenge, in hex.
 * The last 18 bytes have a fixed form, so no two challenges are the same message.
 */
export const answerTo = (key: Buffer, { id, i_cmd, mode, sr }: Challenge): string =>
  createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from(id, 'utf8'), Buffer.from([i_cmd, mode]), Buffer.from(sr, 'hex')]))
    .digest()
    .subarray(0, ANSWER_BYTES)
    .toString('hex')

export async function exchange(
  app: App,
  actor: Actor,
  body: BodyOf<typeof onboarding.exchange>,
): Promise<{ si: string }> {
  const { type, id, i_cmd, mode, sr } = body
  if (!COMMANDS[type].includes(i_cmd)) throw refuse('invalidInput', { info: 'body.i_cmd' })
  if (!MODES_OF_COMMAND[i_cmd]?.includes(mode)) throw refuse('invalidInput', { info: 'body.mode' })
  await countRequest(app, EXCHANGES, actor.accountId)
  if (!(await mayBeSpokenTo(app, actor, { type, id }))) throw refuse('forbidden')
  const { numAffectedRows } = await sql`
    insert into answered_challenges (challenge_hash, answered_at_ms)
    values (${hashToken(`${type} ${id} ${sr.toLowerCase()}`)}, ${app.clock.now()}) on conflict do nothing`.execute(
    app.db,
  )
  // A device chooses a new challenge each time: an old one means that somebody recorded it.
  if (numAffectedRows !== 1n) throw refuse('forbidden', { info: 'sr' })
  if (i_cmd !== SECURITY_COMMANDS.upgradeG3) await noteExchange(app, actor, { type, id })
  app.log.info(
    { account: actor.accountId, session: actor.sessionId, type, command: i_cmd },
    'Answered a security challenge of a device',
  )
  return { si: answerTo(app.deviceKeys[type], body) }
}
