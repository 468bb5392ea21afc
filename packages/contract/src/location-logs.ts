/** Reports of senders, as received. Source: specification §3 Location log, §7; G56. */
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { pageOf, pageToken } from './paging.ts'
import { deviceId, epochSeconds } from './texts.ts'

export const LocationLog = z.object({
  /** Epoch seconds: when the sender heard the device. */
  scanned_at: z.number().int(),
  /** Epoch seconds: when the server stored it. */
  created_at: z.number().int(),
  /** Epoch seconds: when the server deletes it. */
  created_at_ttl: z.number().int(),
  /** Our own field: `scanned_at` is not what the sender's clock told, which was ahead, or behind by weeks of GPS. */
  time_corrected: z.boolean(),
  device_id: z.string(),
  sender_id: z.string(),
  /** Our own fields from here on; null where the report said nothing of it. dBm. */
  rssi: z.number().nullable(),
  /** Percent. */
  battery: z.number().nullable(),
  moving: z.boolean().nullable(),
  gps_latitude: z.number().nullable(),
  gps_longitude: z.number().nullable(),
})
export type LocationLog = z.output<typeof LocationLog>

export const locationLogs = {
  /**
   * Newest first, of a device or of a sender. A page may hold few logs, or none, and yet name a next one: of a sender only so much is
   * looked through at once. Neither or both ids, a range over 31 days, one that ends before it starts, or before what is kept, are
   * 400001; an id that the account has never heard of has no logs.
   */
  list: endpoint
    .get('/application/locationlogretrieve', 'viewLocationLogs', 'Location logs of a device or of a sender.')
    .takesQuery(
      z
        .strictObject({
          device_id: deviceId.optional(),
          sender_id: deviceId.optional(),
          query_start: epochSeconds,
          query_end: epochSeconds,
          page_token: pageToken.optional(),
        })
        .refine(({ device_id, sender_id }) => (device_id === undefined) !== (sender_id === undefined), {
          path: ['device_id'],
        }),
    )
    .answers(pageOf('location_logs', LocationLog)),
}
