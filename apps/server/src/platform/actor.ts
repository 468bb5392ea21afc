/** Who is calling, as every call sees it. `features/auth` determines it. Some calls need a fresh password. Source: G87, security rule 6. */
import type { ActivityDevice } from '@whereabouts/contract/activity'
import type { Rights } from '@whereabouts/contract/roles'
import { refuse } from './refusal.ts'

export interface Actor extends Rights {
  readonly accountId: string
  readonly userId: string
  readonly sessionId: string
  /** Of the access token it was identified by. */
  readonly tokenHash: Buffer
  readonly deviceType: ActivityDevice['device_type']
  /** The name in lists and logs. */
  readonly name: string
  /** Business user or member of the Integrator group; everybody else is turned away (specification §1). */
  readonly isBusiness: boolean
  /** The access token is past its 30 minutes; only renewal sees such an actor. */
  readonly isExpired: boolean
  /** The password was proved within five minutes (G87). */
  readonly isFresh: boolean
}

/** The caller behind an Authorization header, or a refusal. */
export type Identify = (
  authorization: string | undefined,
  options: { mayBeExpired: boolean; address: string },
) => Promise<Actor>

/** Refuses with 412001 and info `reauth` unless the session's person proved the password within five minutes. */
export function requireFresh(actor: Actor): void {
  if (!actor.isFresh) throw refuse('preconditionFailed', { info: 'reauth' })
}
