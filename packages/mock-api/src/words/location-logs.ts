/** What senders reported. */
import type { locationLogs } from '@whereabouts/contract/location-logs'
import { type Handlers, page, type World } from '../world.ts'
import { mustBeKept } from './trails.ts'

export const locationLogWords = (world: World): Handlers<typeof locationLogs> => ({
  list({ actor: { account }, query }) {
    const { query_start, query_end, device_id, sender_id, page_token } = query
    mustBeKept(world, query_start * 1000, query_end * 1000, ['query.query_start', 'query.query_end'])
    const found = account.locationLogs
      .filter(
        (log) =>
          log.scanned_at >= query_start &&
          log.scanned_at <= query_end &&
          (device_id === undefined ? log.sender_id === sender_id : log.device_id === device_id),
      )
      .toReversed()
    const keyOf = ({ device_id, sender_id, scanned_at }: (typeof found)[number]) =>
      `${device_id} ${sender_id} ${scanned_at}`
    const { items, metadata } = page(found, keyOf, { page_token })
    return { location_logs: items, metadata }
  },
})
