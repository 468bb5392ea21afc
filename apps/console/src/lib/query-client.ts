/** The cache of what the server answered. The main load and the live stream refresh it; nothing else keeps a copy. */
import { notifyManager, QueryClient } from '@tanstack/react-query'

// By default screens hear of an answer in a later turn, when who waited for it has gone on without it: a switch that was saved
// would go back for a moment.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: false },
    mutations: { retry: false },
  },
})
