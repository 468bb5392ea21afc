/** The calibration that goes on, or the last one. Source: contract calibrations; G54. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { CalibrationMethod } from '@whereabouts/domain/calibrations'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

/** One that goes on is asked for so often (ms): stations report every two seconds. */
const ASK_EVERY_MS = 2000

export const calibrationQuery = queryOptions({
  queryKey: listKey('calibrations'),
  queryFn: async ({ signal }) => (await api.calibrations.get(undefined, { signal })).calibration,
  refetchInterval: ({ state }) => (state.data?.stopped_at_ms === null ? ASK_EVERY_MS : false),
})

interface Run {
  readonly method: CalibrationMethod
  readonly t4_ids: readonly string[]
  readonly device_id: string
  readonly action: 'start' | 'stop'
}

/** Also where stations were left out, the others are calibrated. */
export const useCalibrate = () =>
  useMutation({
    mutationFn: ({ method, ...body }: Run) =>
      api.calibrations.run({ method, body: { ...body, t4_ids: [...body.t4_ids] } }),
    onSettled: () => queryClient.fetchQuery({ ...calibrationQuery, staleTime: 0 }),
  })
