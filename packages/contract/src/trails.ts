/** Where a device was on a day. Source: specification §3 Trail, §7; G55. */
import { STAY_KINDS } from '@whereabouts/domain/history'
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { epochSeconds } from './texts.ts'

export const TrailLog = z.object({
  /** As it was called then. */
  device_name: z.string(),
  /** The station, or the phone; '' while moving. */
  t4_id: z.string(),
  station_name: z.string(),
  /** dBm; -1: moving; null: its reports carry no strength, as those of phones. */
  rssi_avg: z.number().nullable(),
  /** Epoch seconds; a log that began earlier than the range is whole. */
  start_time: z.number().int(),
  /** Seconds. */
  duration: z.number().int(),
  /** Our own fields from here on: the sender that heard it, and its last shown place there. */
  kind: z.enum(STAY_KINDS),
  map_id: z.string().nullable(),
  indoor_X: z.number().nullable(),
  indoor_Y: z.number().nullable(),
  gps_latitude: z.number().nullable(),
  gps_longitude: z.number().nullable(),
  /** The device is still heard there. */
  continues: z.boolean(),
})
export type TrailLog = z.output<typeof TrailLog>

export const trails = {
  /**
   * Logs that touch the range, in order; between two of them it was silent for longer than 930 s. A range is at most 31 days, and none
   * ends before it starts or before what is kept (400001 with info `query.start_time` or `query.end_time`). 404103: neither a device of
   * the account nor one of which it keeps a past.
   */
  get: endpoint
    .get('/device/trail/{device_id}', 'viewMap', 'Where a device was.')
    .takesQuery(z.strictObject({ start_time: epochSeconds, end_time: epochSeconds }))
    .answers(z.object({ trail_logs: z.array(TrailLog) }))
    .refusesWith('deviceNotFound'),
}
