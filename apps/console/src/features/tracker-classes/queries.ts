/** The tracker classes of the account. A list that is no list is a fault of the server: it is logged, and the old one kept. */
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import { api } from '../../lib/signed-in-api.ts'
import type { LiveStore } from '../live/live-store.ts'
import { type SiteView, useSite } from '../live/site-view.ts'

/** Shows what the server answered; how many are in use, or undefined for what is no list. */
function take(site: Pick<SiteView, 'note'>, classes: unknown): number | undefined {
  if (!Array.isArray(classes)) {
    console.error('The class list is not an array.')
    return undefined
  }
  const list: readonly TrackerClass[] = classes
  site.note({ classes: list })
  return list.filter(({ name }) => name !== '').length
}

/** Fills the live store; the cache keeps only how many are in use. */
export const trackerClassesQuery = (store: LiveStore) =>
  queryOptions({
    queryKey: ['trackerClasses'],
    queryFn: async ({ signal }) => take(store, (await api.trackerClasses.list(undefined, { signal })).classes) ?? 0,
  })

/** Saves the whole list; markers have their new colours at once. */
export function useSaveClasses() {
  const site = useSite()
  return useMutation({
    mutationFn: (classes: TrackerClass[]) => api.trackerClasses.save({ body: { classes } }),
    onSuccess: ({ classes }) => void take(site, classes),
  })
}
