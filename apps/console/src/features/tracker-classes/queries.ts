/** The tracker classes of the account. A list that is no list is a fault of the server: it is logged, and the old one kept. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import { api } from '../../lib/signed-in-api.ts'
import { getLive } from '../live/live.ts'

/** Takes what the server answered into the live store; how many are in use, or undefined for what is no list. */
function take(classes: unknown): number | undefined {
  if (!Array.isArray(classes)) {
    console.error('The class list is not an array.')
    return undefined
  }
  const list: readonly TrackerClass[] = classes
  getLive().store.setClasses(list)
  return list.filter(({ name }) => name !== '').length
}

/** Fills the live store; the cache keeps only how many are in use. */
export const trackerClassesQuery = queryOptions({
  queryKey: ['trackerClasses'],
  queryFn: async ({ signal }) => take((await api.trackerClasses.list(undefined, { signal })).classes) ?? 0,
})

/** Saves the whole list; markers have their new colours at once. */
export const useSaveClasses = () =>
  useMutation({
    mutationFn: (classes: TrackerClass[]) => api.trackerClasses.save({ body: { classes } }),
    onSuccess: ({ classes }) => void take(classes),
  })
