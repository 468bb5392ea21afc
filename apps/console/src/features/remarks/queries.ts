/** The remark items the account defines. A list that is no list is a fault of the server: it is logged, and the old one kept. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { RemarkItem } from '@whereabouts/contract/remarks'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

interface Items {
  readonly items: RemarkItem[]
}

const queryKey = listKey('remark_items')

/** What the server answered, else what was known before. */
function checked({ items }: { items: unknown }): Items {
  if (Array.isArray(items)) return { items }
  console.error('The remark list is not an array.')
  return queryClient.getQueryData<Items>(queryKey) ?? { items: [] }
}

export const remarksQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => checked(await api.remarks.list(undefined, { signal })),
})

/** Saves the whole list in its order. */
export const useSaveRemarkItems = () =>
  useMutation({
    mutationFn: (items: RemarkItem[]) => api.remarks.save({ body: { items } }),
    onSuccess: (answer) => void queryClient.setQueryData(remarksQuery.queryKey, checked(answer)),
  })
