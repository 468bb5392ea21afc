/** Changes of the own profile. Source: contract auth; G58. */
import { useMutation } from '@tanstack/react-query'
import type { ProfileChange } from '@whereabouts/contract/auth'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { profileQuery } from '../auth/queries.ts'

/** Changes the profile; the answer replaces the cached one. */
export const useChangeProfile = () =>
  useMutation({
    mutationFn: (change: ProfileChange) => api.auth.changeProfile({ body: { user: change } }),
    onSuccess: (profile) => queryClient.setQueryData(profileQuery.queryKey, profile),
  })
