/** Words for roles and kinds of account. */
import type { Role } from '@whereabouts/contract/roles'
import type { MessageId } from '../../locales/ids.ts'
import type { Session } from '../auth/session-store.ts'

/** What follows the name in the header; an owner needs no word. */
export const ROLE_SUFFIX: Record<Role, MessageId | undefined> = {
  owner: undefined,
  deputy: 'account.deputy',
  support: 'account.support',
  readonly: 'account.readonly',
}

/** A role on its own. */
export const ROLE_NAMES: Record<Role, MessageId> = {
  owner: 'info.roleOwner',
  deputy: 'info.roleDeputy',
  support: 'info.roleSupport',
  readonly: 'info.roleReadonly',
}

/** The class of the account: integrator before business; blank for neither. */
export function accountClass({ userInfo }: Session): MessageId | undefined {
  if (userInfo?.groups.includes('Integrator')) return 'account.integrator'
  return userInfo?.b2b_user ? 'account.b2b' : undefined
}
