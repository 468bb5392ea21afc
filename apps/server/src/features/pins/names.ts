/** Whether the name of a carepad may be stored: protected where the account has a PIN, plain where it has none. Source: G30. */
import { isProtectedName } from '@whereabouts/domain/protected-names'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sharePinCheck } from './queries.ts'

export interface NameGiven {
  readonly name: string
  /** The PIN check it was encrypted by. */
  readonly pinCheck: string | undefined
  /** It takes the place of one that nobody can read any more. */
  readonly isReset: boolean
}

/**
 * Refuses with 409001 and info `pin_check` a name that is not under the PIN the account has now. Call it before carepads are
 * locked, in the transaction that stores the name: the PIN stays the same until it ends.
 */
export async function mustFitPin(db: Db, accountId: string, { name, pinCheck, isReset }: NameGiven): Promise<void> {
  const current = await sharePinCheck(db, accountId)
  const fits = isProtectedName(name) ? current !== '' && pinCheck === current : current === '' || isReset
  if (!fits) throw refuse('conflict', { info: 'pin_check' })
}
