/** Firmware that trackers can be upgraded to. Source: G45. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/signed-in-api.ts'

/** The newest version of each model. */
export const firmwaresQuery = queryOptions({
  queryKey: ['firmwares'],
  queryFn: async ({ signal }) => (await api.onboarding.listFirmwares(undefined, { signal })).firmwares,
  // The operator puts them in at any time.
  staleTime: 60_000,
})
