/** Who is signed in, and what this server is. Source: contract auth and config. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.auth.profile(undefined, { signal }),
})

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
