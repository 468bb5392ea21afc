/** LINE groups that get alerts. Source: contract line; G62. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

export const lineGroupsQuery = queryOptions({
  queryKey: ['line-groups'],
  queryFn: async ({ signal }) => (await api.line.listGroups(undefined, { signal })).line_groups,
  staleTime: 0,
})

export const useRenameLineGroup = () =>
  useMutation({
    mutationFn: async (change: { line_group_id: string; note: string }) =>
      (await api.line.note({ body: change })).line_group,
    onSuccess: (renamed) =>
      queryClient.setQueryData(lineGroupsQuery.queryKey, (groups = []) =>
        groups.map((group) => (group.line_group_id === renamed.line_group_id ? renamed : group)),
      ),
  })

/** Answers false when the server could not unlink it; the group then stays. */
export const useRemoveLineGroup = () =>
  useMutation({
    mutationFn: async (id: string) =>
      (await api.line.remove({ body: { line_group_ids: [id] } })).failed_list.length === 0,
    onSuccess: (isRemoved, id) => {
      if (!isRemoved) return
      queryClient.setQueryData(lineGroupsQuery.queryKey, (groups = []) =>
        groups.filter(({ line_group_id }) => line_group_id !== id),
      )
    },
  })
