/** Trackers, care watches and phones. Source: specification §3 Tracker / care watch; G03, G39-G41. */

import { DEVICE_MODELS, REASON_CODES, TRACKER_STATUSES } from '@whereabouts/domain/trackers'
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { DevicePageRequest, pageOf } from './paging.ts'

export const ReasonData = z.object({
  indoor_map_url: z.string().optional(),
  indoor_map_name: z.string().optional(),
  /** Our own: the map's id, so that a marker needs no lookup by name. */
  indoor_map_id: z.string().optional(),
  /** Pixels of the map image from its left and top edge. */
  indoor_X: z.number().optional(),
  indoor_Y: z.number().optional(),
  phone_name: z.string().optional(),
  gps_address: z.string().optional(),
  /** Our own: name of the station that heard it best. */
  station_name: z.string().optional(),
})

/** Where a tracker was last placed, by whom and why. */
export const QualifiedLocationInfo = z.object({
  sender_device_id: z.string(),
  reason_code: z.union(REASON_CODES.map((code) => z.literal(code))),
  reason_data: ReasonData,
  /** WGS 84 degrees; null where the place is known on an indoor map only. */
  gps_latitude: z.number().nullable(),
  gps_longitude: z.number().nullable(),
  /** Radius in metres that holds the true place two times out of three; null when the sender gave none. */
  accuracy: z.number().nullable(),
  scanned_at_ms: z.number().int(),
})
export type QualifiedLocationInfo = z.output<typeof QualifiedLocationInfo>

export const RemarkValue = z.object({
  index: z.number().int(),
  name: z.string(),
  memo: z.string(),
  editor: z.string(),
  update_time: z.number().int(),
})

export const Tracker = z.object({
  device_id: z.string(),
  name: z.string(),
  device_model: z.enum(DEVICE_MODELS),
  /** Make of a tag of another vendor, shown instead of the model; '' for our own (G85). */
  make: z.string(),
  connected: z.boolean(),
  status: z.enum(TRACKER_STATUSES),
  /** Slot 0-9 of the account's classes, or -1. */
  class_index: z.number().int(),
  photo: z.string(),
  serial_number: z.string(),
  mac_address: z.string(),
  /** Percent. */
  battery: z.number().nullable(),
  firmware: z.string(),
  /** Epoch seconds; null: never heard. */
  last_seen: z.number().int().nullable(),
  /** Epoch seconds at which contact was lost; null while connected. */
  disconnected_time: z.number().int().nullable(),
  /** dBm. */
  rssi: z.number().nullable(),
  gps_latitude: z.number().nullable(),
  gps_longitude: z.number().nullable(),
  indoor_X: z.number().nullable(),
  indoor_Y: z.number().nullable(),
  moving: z.boolean(),
  /** Degrees clockwise from north; null when unknown. */
  heading: z.number().nullable(),
  remark: z.array(RemarkValue),
  /** 'ios' or 'android' for phones, else ''. */
  platform: z.string(),
  /** Epoch seconds. */
  add_date: z.number().int(),
  qualified_location_info: QualifiedLocationInfo.nullable(),
  sharing: z.object({
    share_from: z.object({ id: z.string() }).nullable(),
    share_to: z.array(z.object({ id: z.string() })),
  }),
  sync_config: z.object({ adv_settings: z.record(z.string(), z.unknown()), update_time: z.number().int() }).nullable(),
  offline_alert: z.boolean(),
})
export type Tracker = z.output<typeof Tracker>

export const trackers = {
  list: endpoint
    .get('/app/trackers', 'Trackers and phones of the account, newest first.')
    .takesQuery(DevicePageRequest)
    .answers(pageOf('trackers', Tracker)),
  /** The g5 models; the entity is the tracker's (G41). */
  listCareWatches: endpoint
    .get('/app/carewatches', 'Care watches of the account, newest first.')
    .takesQuery(DevicePageRequest)
    .answers(pageOf('carewatches', Tracker)),
}
