/** Some calls need a fresh password. Source: G87, security rule 6. */

import type { Actor } from '../../platform/actor.ts'
import { refuse } from '../../platform/refusal.ts'

/** Refuses with 412001 and info `reauth` unless the session's person proved the password within five minutes. */
export function requireFresh(actor: Actor): void {
  if (!actor.isFresh) throw refuse('preconditionFailed', { info: 'reauth' })
}
