/** Who may open a page: guards by name. A name nobody knows is a fault of ours: status 500. Source: G14, G15. */
import { may, type PermissionName, type Rights } from '@whereabouts/contract/roles'
import { PageError } from './page-error.ts'

export interface Visitor {
  /** This browser keeps an account. */
  readonly isSignedIn: boolean
  /** Undefined until the profile is loaded; the page waits for it before it shows. */
  readonly rights: Rights | undefined
}

/**
 * `missing`: as if there were no such page. Or where to go instead, and what the visitor is told: that the account lacks the feature,
 * or that the role does not have the page.
 */
export type Verdict = 'pass' | 'missing' | { readonly to: '/' | '/map'; readonly why?: 'feature' | 'role' }
type Guard = (visitor: Visitor) => Verdict

/** Redirects people without the right to the map, and says why. */
const needs =
  (permission: PermissionName, isFeature = false): Guard =>
  ({ rights }) => {
    if (rights === undefined || may(rights, permission)) return 'pass'
    return { to: '/map', why: isFeature && rights.role !== 'readonly' ? 'feature' : 'role' }
  }

const guards: Readonly<Record<string, Guard>> = {
  signedIn: ({ isSignedIn }) => (isSignedIn ? 'pass' : { to: '/' }),
  viewMap: needs('viewMap'),
  viewLocationLogs: needs('viewLocationLogs'),
  /** Read-only people have the map and nothing else. */
  editDevices: needs('editDevices'),
  viewShiftReports: needs('viewShiftReports'),
  viewAttendance: needs('viewAttendance', true),
  /** Nobody else learns that there is a page (G11). */
  integrator: ({ isSignedIn, rights }) =>
    isSignedIn && (rights === undefined || may(rights, 'manageBusinessUsers')) ? 'pass' : 'missing',
}

/** The first verdict that is no pass. Throws PageError 500 for a name that is not in the registry. */
export function runGuards(names: readonly string[], visitor: Visitor, registry = guards): Verdict {
  for (const name of names) {
    const guard = Object.hasOwn(registry, name) ? registry[name] : undefined
    if (guard === undefined) throw new PageError(500, `Unknown route guard '${name}'.`)
    const verdict = guard(visitor)
    if (verdict !== 'pass') return verdict
  }
  return 'pass'
}
