/**
 * The session as screens see it. What the server said stays in the query cache; what this browser keeps stays in its
 * storage; only the rest lives here. Source: specification §3 Session state.
 */
import { useQuery } from '@tanstack/react-query'
import type { Profile } from '@whereabouts/contract/auth'
import type { Config } from '@whereabouts/contract/config'
import { type Rights, type Role, toRole } from '@whereabouts/contract/roles'
import { PRODUCT_VERSION } from '@whereabouts/domain/sessions'
import { queryClient } from '../../lib/query-client.ts'
import { inThisBrowser, stored } from '../../lib/storage.ts'
import { createStore } from '../../lib/store.ts'
import { useStore } from '../../lib/use-store.ts'
import { configQuery, profileQuery } from './queries.ts'

/** The account's groups, kept beside the account so that a page knows them before the profile is loaded (G20). */
export const storedFeatures = stored<readonly string[]>(inThisBrowser, 'features', (value) =>
  Array.isArray(value) ? value.filter((group) => typeof group === 'string') : undefined,
)

/** True for a visitor who came by an access link. */
export const storedAccessLinkFlag = stored<boolean>(inThisBrowser, 'userFromAccessLink', (value) => value === true)

interface LocalSession {
  /** A main load runs. */
  readonly loading: boolean
  /** The first main load of this page has answered, or failed: screens may show. */
  readonly isStarted: boolean
  /** The token was to be renewed, and could not be. */
  readonly isRenewalFailing: boolean
  /** A consumer was turned away. */
  readonly showConsumerPanel: boolean
}

const local = createStore<LocalSession>({
  loading: false,
  isStarted: false,
  isRenewalFailing: false,
  showConsumerPanel: false,
})

export const changeSession = (change: Partial<LocalSession>): void => local.set({ ...local.get(), ...change })

export interface Session extends LocalSession {
  readonly version: string
  readonly brand: Config['brand']
  readonly userId: string
  readonly authority: Role
  readonly userInfo: Profile | undefined
  readonly unreadCount: number
  readonly userFromAccessLink: boolean
}

const toSession = (
  state: LocalSession,
  profile: Profile | undefined,
  config: Config | undefined,
  userFromAccessLink: boolean,
): Session => ({
  ...state,
  version: PRODUCT_VERSION,
  brand: config?.brand ?? 'default',
  userId: profile?.username ?? '',
  authority: toRole(profile?.class),
  userInfo: profile,
  unreadCount: profile?.unread_count ?? 0,
  userFromAccessLink,
})

/** The session of the moment, for code outside components. */
export const getSession = (): Session =>
  toSession(
    local.get(),
    queryClient.getQueryData(profileQuery.queryKey),
    queryClient.getQueryData(configQuery.queryKey),
    storedAccessLinkFlag.read() ?? false,
  )

export function useSession(): Session {
  const state = useStore(local)
  // The main load fetches the profile; here it is only watched.
  const profile = useQuery({ ...profileQuery, enabled: false })
  const config = useQuery(configQuery)
  return toSession(state, profile.data, config.data, storedAccessLinkFlag.read() ?? false)
}

/** What decides rights, or undefined while the profile is not known. */
export function rightsOf(session: Session): Rights | undefined {
  if (session.userInfo === undefined) return undefined
  return {
    role: session.authority,
    groups: session.userInfo.groups,
    userFromAccessLink: session.userFromAccessLink,
  }
}
