/** The tracker classes of the account. A list that is no list is a fault of the server: it is logged. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/signed-in-api.ts'
import { getLive } from '../live/live.ts'

/** Fills the live store; the cache keeps only how many are in use. */
export const trackerClassesQuery = queryOptions({
  queryKey: ['trackerClasses'],
  queryFn: async ({ signal }) => {
    const { classes } = await api.trackerClasses.list(undefined, { signal })
    if (!Array.isArray(classes)) {
      console.error('The class list is not an array.')
      return 0
    }
    getLive().store.setClasses(classes)
    return classes.filter(({ name }) => name !== '').length
  },
})
