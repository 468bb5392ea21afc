/** Addresses that are told of events, and what was delivered to them. Source: contract webhooks; decision 0059. */
import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { webhooks } from '@whereabouts/contract/webhooks'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'

/** Oldest first. The stream says when somebody changed one. */
export const webhooksQuery = queryOptions({
  queryKey: listKey('webhooks'),
  queryFn: async ({ signal }) => (await api.webhooks.list(undefined, { signal })).webhooks,
  staleTime: 0,
})

/** What comes of a delivery is looked up this often (ms): while one waits, and otherwise. */
const WAITING_EVERY_MS = 2000
const CALM_EVERY_MS = 15_000

/** Newest first. Looked up while it is shown, as deliveries are too many for the stream. */
export const deliveriesQuery = (webhookId: string) =>
  infiniteQueryOptions({
    queryKey: ['webhook-deliveries', webhookId],
    queryFn: ({ pageParam, signal }) =>
      api.webhooks.listDeliveries(
        { webhook_id: webhookId, query: pageParam === '' ? {} : { page_token: pageParam } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.metadata?.next_token,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some((each) => each.state === 'waiting'))
        ? WAITING_EVERY_MS
        : CALM_EVERY_MS,
  })

const loadAgain = () => queryClient.invalidateQueries(webhooksQuery)
const loadDeliveries = (webhookId: string) =>
  queryClient.invalidateQueries({ queryKey: deliveriesQuery(webhookId).queryKey })

/** The secret in the answer is held only by the component that shows it. */
export const useCreateWebhook = () =>
  useMutation({
    mutationFn: (body: BodyOf<typeof webhooks.create>) => api.webhooks.create({ body }),
    onSettled: loadAgain,
    gcTime: 0,
  })

export const useChangeWebhook = (webhook_id: string) =>
  useMutation({
    mutationFn: async (body: BodyOf<typeof webhooks.change>) =>
      (await api.webhooks.change({ webhook_id, body })).webhook,
    onSettled: loadAgain,
  })

export const useRenewSecret = (webhook_id: string) =>
  useMutation({ mutationFn: async () => (await api.webhooks.renewSecret({ webhook_id })).secret, gcTime: 0 })

export const useRemoveWebhook = (webhook_id: string) =>
  useMutation({ mutationFn: () => api.webhooks.remove({ webhook_id }), onSettled: loadAgain })

export const useTestWebhook = () =>
  useMutation({
    mutationFn: (webhook_id: string) => api.webhooks.test({ webhook_id }),
    onSettled: (_answer, _error, webhookId) => loadDeliveries(webhookId),
  })

export const useRedeliver = (webhook_id: string) =>
  useMutation({
    mutationFn: (delivery_id: string) => api.webhooks.redeliver({ webhook_id, delivery_id }),
    onSettled: () => loadDeliveries(webhook_id),
  })
