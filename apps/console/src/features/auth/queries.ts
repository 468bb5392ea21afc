/** Who is signed in, and what this server is. Source: contract auth and config. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => api.auth.profile(undefined, { signal }),
})

/** Public settings; known before anybody signs in. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api.config.get(undefined, { signal, token: '' }),
})
