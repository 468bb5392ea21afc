/** Training jobs by day, and what the jobs of a map teach. The stream tells when they change. Source: contract training-jobs; G77. */
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { TrainingJob, trainingJobs } from '@whereabouts/contract/training-jobs'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'
import type { PickedRange } from '../../ui/date-range/ranges.ts'

const KEY = listKey('training_jobs')

/** A job that goes on is asked for so often (ms), as what it collects is no change that the stream tells. */
const ASK_EVERY_MS = 3000

/** It goes on, or what it teaches is still being measured. */
const isUnsettled = ({ state, readings, result, valid }: TrainingJob): boolean =>
  state !== 'done' || (readings > 0 && result === null && valid)

/** Settled after so long (s) in any case: some jobs are too short to be measured. */
const SETTLED_AFTER_S = 120

/** The jobs that were started within a range (epoch seconds, both ends included), newest first. */
export const jobsQuery = ({ start, end }: Pick<PickedRange, 'start' | 'end'>, nowS: () => number) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'list', start, end],
    queryFn: ({ pageParam, signal }) =>
      api.trainingJobs.list(
        {
          query: {
            query_start: String(start),
            query_end: String(end + 1),
            ...(pageParam === undefined ? {} : { page_token: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ metadata }) => metadata?.next_token,
    refetchInterval: ({ state }) => {
      const jobs = state.data?.pages.flatMap((page) => page.jobs) ?? []
      const isOpen = jobs.some(
        (job) => isUnsettled(job) && (job.state !== 'done' || nowS() - job.end_time < SETTLED_AFTER_S),
      )
      return isOpen ? ASK_EVERY_MS : false
    },
  })

export const radioMapQuery = (mapId: string) =>
  queryOptions({
    queryKey: [...KEY, 'map', mapId],
    queryFn: async ({ signal }) => (await api.trainingJobs.radioMap({ map_id: mapId }, { signal })).radio_map,
    enabled: mapId !== '',
  })

const loadAgain = () => queryClient.invalidateQueries({ queryKey: KEY })

export const useStartJob = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof trainingJobs.create>) => api.trainingJobs.create({ body }),
    onSuccess: loadAgain,
  })

type Change = BodyOf<typeof trainingJobs.change>

export const useChangeJob = () =>
  useMutation({
    mutationFn: ({ jobID, ...body }: Change & { readonly jobID: string }) => api.trainingJobs.change({ jobID, body }),
    onSuccess: loadAgain,
  })
