/** Writes to the activity log; call it in the transaction of the action, so that neither exists without the other. */
import { ACTIVITY_ACTIONS, type ActivityAction, type ActivityDevice } from '@whereabouts/contract/activity'
import { sql } from 'kysely'
import type { Clock, Random } from '../platform/clock.ts'
import type { Db } from '../platform/postgres/database.ts'

/** Who did it, and from which signed-in device; null where nobody got in. */
export interface Doer {
  readonly accountId: string
  readonly sessionId: string | null
  readonly deviceType: ActivityDevice['device_type']
  readonly name: string
}

/** A person who is not signed in, such as the one who opens the link of a mail. */
export const doerOf = (person: { readonly account_id: string; readonly fullname: string }): Doer => ({
  accountId: person.account_id,
  sessionId: null,
  deviceType: 'web',
  name: person.fullname,
})

interface Deed {
  readonly action: ActivityAction
  /** Name of the thing that was acted on. */
  readonly target?: string
  /** Address of the caller. */
  readonly ip: string
}

export async function recordActivity(
  db: Db,
  { clock, random }: { clock: Clock; random: Random },
  doer: Doer,
  { action, target = '', ip }: Deed,
): Promise<void> {
  await sql`
    insert into activity_logs (account_id, id, created_at_ms, session_id, device_type, name, action, target, ip, is_security)
    values (${doer.accountId}, ${random.uuid()}, ${clock.now()}, ${doer.sessionId}, ${doer.deviceType}, ${doer.name},
      ${action}, ${target}, ${ip}, ${ACTIVITY_ACTIONS[action].isSecurity})`.execute(db)
}

/** Most names in an entry of the activity log. */
const MAX_NAMES = 10

/** Names as an entry of the activity log has them: each once, and how many more there are. */
export function fewNames(names: readonly string[]): string {
  const different = [...new Set(names)]
  const left = different.length - MAX_NAMES
  return [...different.slice(0, MAX_NAMES), ...(left > 0 ? [`+${left}`] : [])].join(', ')
}

/** Names for the activity log: the first three, and the number of the others. */
export function targetOf(names: readonly string[]): string {
  const [first, rest] = [names.slice(0, 3).join(', '), names.length - 3]
  return rest > 0 ? `${first} (+${rest})` : first
}

/** Records in the giver's account what a receiver did with a share; the receiver's address is left out. */
export const recordAtHome = (
  db: Db,
  deps: { clock: Clock; random: Random },
  accountId: string,
  name: string,
  deed: Omit<Parameters<typeof recordActivity>[3], 'ip'>,
): Promise<void> =>
  recordActivity(db, deps, { accountId, sessionId: null, deviceType: 'web', name }, { ...deed, ip: '' })
