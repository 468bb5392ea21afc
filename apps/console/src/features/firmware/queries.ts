/** The newest firmware of each model that the operator put in. Source: G45. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/signed-in-api.ts'

export const firmwaresQuery = queryOptions({
  queryKey: ['firmwares'],
  queryFn: ({ signal }) => api.onboarding.listFirmwares(undefined, { signal }),
})

const NONE: ReadonlyMap<string, string> = new Map()

/** Versions by model; empty until they are known. */
export const useNewestFirmware = (): ReadonlyMap<string, string> =>
  useQuery({
    ...firmwaresQuery,
    select: newestByModel,
  }).data ?? NONE

function newestByModel({ firmwares }: { firmwares: readonly { device_model: string; version: string }[] }) {
  return new Map(firmwares.map(({ device_model, version }) => [device_model, version]))
}
