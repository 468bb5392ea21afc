/** Tags that senders hear and nobody has. Source: contract unclaimed; G85. */
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { unclaimed } from '@whereabouts/contract/unclaimed'
import { listKey } from '../../lib/list-key.ts'
import { queryClient } from '../../lib/query-client.ts'
import { api } from '../../lib/signed-in-api.ts'
import { sendName } from '../pins/names.ts'

/** How often the inbox looks while it is open (ms): a tag is brought near, and its signal is to rise before one's eyes. */
const LOOK_EVERY_MS = 3000

/** Pages of the inbox. Opened again it starts from the first page. */
export const unclaimedQuery = infiniteQueryOptions({
  queryKey: listKey('unclaimed'),
  queryFn: ({ pageParam, signal }) =>
    api.unclaimed.list({ query: pageParam === undefined ? {} : { page_token: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ metadata }) => metadata?.next_token,
  refetchInterval: LOOK_EVERY_MS,
  staleTime: 0,
  gcTime: 0,
})

/** Pages of what was hidden. */
export const ignoredQuery = infiniteQueryOptions({
  queryKey: [...unclaimedQuery.queryKey, 'ignored'],
  queryFn: ({ pageParam, signal }) =>
    api.unclaimed.list(
      { query: { ignored: 'true' as const, ...(pageParam !== undefined && { page_token: pageParam }) } },
      { signal },
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ metadata }) => metadata?.next_token,
  staleTime: 0,
  gcTime: 0,
})

const loadAgain = () => queryClient.invalidateQueries({ queryKey: unclaimedQuery.queryKey })

/** The key of a tag stays nowhere in the page once it is sent. */
export const useClaim = (id: string) =>
  useMutation({
    mutationFn: ({ name, ...claim }: Omit<BodyOf<typeof unclaimed.claim>, 'pin_check' | 'carepad_name'>) =>
      claim.as === 'tracker'
        ? api.unclaimed.claim({ id, body: { ...claim, name } })
        : sendName(name, undefined, ({ carepad_name, ...pin }) =>
            api.unclaimed.claim({
              id,
              // A tracker's name is never under the PIN.
              body: { ...claim, ...pin, ...(claim.as === 'both' ? { name, carepad_name } : { name: carepad_name }) },
            }),
          ),
    onSettled: loadAgain,
    gcTime: 0,
  })

export const useIgnore = () =>
  useMutation({ mutationFn: (id: string) => api.unclaimed.ignore({ id }), onSettled: loadAgain })

export const useRestore = () =>
  useMutation({ mutationFn: (id: string) => api.unclaimed.restore({ id }), onSettled: loadAgain })
