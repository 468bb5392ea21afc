/** Brokers of the account, which change by themselves. Source: contract brokers. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { brokers } from '@whereabouts/contract/brokers'
import type { BodyOf } from '@whereabouts/contract/kit'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

/** States and counts are asked for this often (ms), while somebody looks. */
const ASK_EVERY_MS = 2000
/** Who speaks is asked for this often (ms), while somebody looks. */
const SENDERS_EVERY_MS = 10_000

export type BrokerBody = BodyOf<typeof brokers.create>
export type TryBody = BodyOf<typeof brokers.tryOut>

/** Oldest first. */
export const brokersQuery = queryOptions({
  queryKey: listKey('brokers'),
  queryFn: ({ signal }) => api.brokers.list(undefined, { signal }),
  staleTime: 0,
  refetchInterval: ASK_EVERY_MS,
})

/** By name. */
export const brokerSendersQuery = (broker_id: string) =>
  queryOptions({
    queryKey: ['broker-senders', broker_id],
    queryFn: async ({ signal }) => (await api.brokers.listSenders({ broker_id }, { signal })).senders,
    staleTime: 0,
    refetchInterval: SENDERS_EVERY_MS,
  })

const loadAgain = () => queryClient.invalidateQueries(brokersQuery)

/** Adds one, or changes the one of an id. */
export const useSaveBroker = () =>
  useMutation({
    mutationFn: async ({ id, body }: { id: string | undefined; body: BrokerBody }) =>
      id === undefined ? await api.brokers.create({ body }) : await api.brokers.change({ broker_id: id, body }),
    onSettled: loadAgain,
    gcTime: 0,
  })

export const useRemoveBroker = () =>
  useMutation({
    mutationFn: (id: string) => api.brokers.remove({ broker_id: id }),
    onSettled: loadAgain,
  })

export const useTryBroker = () =>
  useMutation({ mutationFn: async (body: TryBody) => (await api.brokers.tryOut({ body })).tried, gcTime: 0 })
