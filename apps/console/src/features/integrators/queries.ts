/** Business users this integrator made. Source: contract integrators; G35, G36. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { BusinessUser } from '@whereabouts/contract/integrators'
import type { Locale } from '@whereabouts/contract/locales'
import type { Group } from '@whereabouts/contract/roles'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

export const businessUsersQuery = queryOptions({
  queryKey: ['business-users'],
  queryFn: async ({ signal }) => (await api.integrators.listUsers(undefined, { signal })).b2b_users,
  staleTime: 0,
})

const keep = (users: BusinessUser[]) => queryClient.setQueryData(businessUsersQuery.queryKey, users)

export interface NewBusinessUser {
  readonly email: string
  readonly fullname: string
  readonly locale: Locale
}

/** The answer is the full new list. */
export const useCreateBusinessUser = () =>
  useMutation({
    mutationFn: async (user: NewBusinessUser) => (await api.integrators.createUser({ body: { user } })).b2b_users,
    onSuccess: keep,
  })

export const useRemoveBusinessUser = () =>
  useMutation({
    mutationFn: async (user_id: string) => (await api.integrators.removeUser({ body: { user_id } })).b2b_users,
    onSuccess: keep,
  })

/** The one group an integrator may switch. */
export const ATTENDANCE: Group = 'G3OfficeLog'

/** Switches attendance of a business user. */
export const useSwitchAttendance = () =>
  useMutation({
    mutationFn: ({ user, isOn }: { user: BusinessUser; isOn: boolean }) =>
      api.integrators.setGroups({ body: { user: { user_id: user.user_id, groups: groupsWith(user, isOn) } } }),
    onSuccess: (_answer, { user, isOn }) => putGroups(user, groupsWith(user, isOn)),
  })

/** The groups with attendance on or off; the others stay. */
export const groupsWith = ({ groups }: Pick<BusinessUser, 'groups'>, isOn: boolean): string[] => [
  ...groups.filter((group) => group !== ATTENDANCE),
  ...(isOn ? [ATTENDANCE] : []),
]

const putGroups = ({ user_id }: BusinessUser, groups: string[]) =>
  queryClient.setQueryData(businessUsersQuery.queryKey, (users = []) =>
    users.map((user) => (user.user_id === user_id ? { ...user, groups } : user)),
  )
