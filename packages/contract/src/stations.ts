/** Fixed receivers. Source: specification §3 Station, §4 Station online; G03, G52. */
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { DevicePageRequest, pageOf } from './paging.ts'

export const Station = z.object({
  /** `T4-` and twelve hex digits. */
  t4_id: z.string(),
  t4_name: z.string(),
  type: z.literal('t4'),
  connection_status: z.enum(['connected', 'disconnected']),
  /** Epoch seconds; null: never heard. */
  lastseen_time: z.number().int().nullable(),
  photo: z.string(),
  gps_latitude: z.number().nullable(),
  gps_longitude: z.number().nullable(),
  map_id: z.string().nullable(),
  map_url: z.string(),
  map_name: z.string(),
  /** Pixels of the map image from its left and top edge. */
  indoor_X: z.number().nullable(),
  indoor_Y: z.number().nullable(),
  wifi_ssid: z.string(),
  mac_address: z.string(),
  ip: z.string(),
  firmware: z.string(),
  lock_mancal: z.boolean(),
  i_see_you: z
    .object({
      method: z.string(),
      locked: z.boolean(),
      event_time: z.number().int(),
      signals: z.record(z.string(), z.number()),
    })
    .nullable(),
  calibration: z
    .object({ stop_time: z.number().int(), g3: z.string(), values: z.record(z.string(), z.number()) })
    .nullable(),
})
export type Station = z.output<typeof Station>

export const stations = {
  list: endpoint
    .get('/app/stations', 'Stations of the account, newest first.')
    .takesQuery(DevicePageRequest)
    .answers(pageOf('stations', Station)),
}
