/** Who is signed in, and what this server is. Source: contract auth and config. */
import { queryOptions } from '@tanstack/react-query'
import type { Profile } from '@whereabouts/contract/auth'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** How often the profile was changed here. */
let changes = 0

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => {
    for (;;) {
      const before = changes
      const profile = await api.auth.profile(undefined, { signal })
      // One that was asked for before a change may come after it, and not know of it.
      if (changes === before) return profile
    }
  },
})

/** What was changed of the own profile is shown, whatever is loaded meanwhile. */
export function noteProfile(change: Partial<Profile>): void {
  changes += 1
  queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, ...change })
}

/** Public settings; known before anybody signs in. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api.config.get(undefined, { signal, token: '' }),
})

/** A page that depends on public settings waits this long for them (ms), and then shows without. */
const CONFIG_PATIENCE_MS = 1000

/** Loads public settings beside the code of a page, so that nothing on it moves when they come. Never fails. */
export const knowServer = (): Promise<unknown> =>
  Promise.race([
    queryClient.prefetchQuery(configQuery),
    new Promise((resolve) => setTimeout(resolve, CONFIG_PATIENCE_MS)),
  ])
