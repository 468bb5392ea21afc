/** The remark items the account defines. Source: contract remarks. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/signed-in-api.ts'

export const remarksQuery = queryOptions({
  queryKey: ['remarks'],
  queryFn: ({ signal }) => api.remarks.list(undefined, { signal }),
})
