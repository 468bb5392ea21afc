/** Why a device is shown at its place: the belief behind it. Source: decision 0049. */
import { z } from 'zod'
import { endpoint } from './kit.ts'

/** 0..1. */
const share = z.number()

export const Belief = z.object({
  map_id: z.string(),
  /** Pixels of the map image. */
  indoor_X: z.number(),
  indoor_Y: z.number(),
  /** Radius in metres that holds the true place nine times out of ten. */
  accuracy: z.number(),
  /** How much stronger the device sends than expected (dB). */
  offset: z.number(),
  /** Its own sensor reports rest. */
  resting: z.boolean(),
  /** Likeliest first. */
  floors: z.array(z.object({ map_id: z.string(), map_name: z.string(), share })),
  /** Stations that heard it in the last 15 seconds, strongest first. */
  heard: z.array(
    z.object({
      t4_id: z.string(),
      t4_name: z.string(),
      map_id: z.string(),
      /** Smoothed, and as expected at the place that is told (dBm); null: the station hangs on another floor. */
      rssi: z.number(),
      expected: z.number().nullable(),
      /** Milliseconds since its last reading. */
      age_ms: z.number().int(),
      /** Weight of its last reading, 0..1: low soon after the one before. */
      weight: z.number(),
    }),
  ),
  /** Rooms that it may be in, likeliest first: a zone with an outline, else what lies nearest to a station. `told`: shown as its place. */
  rooms: z.array(z.object({ name: z.string(), map_id: z.string(), share, told: z.boolean() })),
  /** Since when (epoch ms) other rooms are likelier than the told ones; null: they are not. */
  rooms_otherwise_ms: z.number().int().nullable(),
  /** Zones that it may be in, likeliest first; whether it counts as inside, and since when its place says otherwise (epoch ms). */
  zones: z.array(
    z.object({
      zone_id: z.string(),
      zone_name: z.string(),
      share,
      inside: z.boolean(),
      otherwise_ms: z.number().int().nullable(),
    }),
  ),
  /** Edge of a cell in pixels; middles of the likeliest cells with their probability, likeliest first. */
  cell: z.number(),
  cells: z.array(z.tuple([z.number(), z.number(), share])),
})
export type Belief = z.output<typeof Belief>

export const beliefs = {
  /** Null: it is placed by other means than by several stations of a floor with a scale. 404103 of a device as of its trail. */
  get: endpoint
    .get('/app/trackers/{id}/belief', 'viewMap', 'What is believed of the place of a device, and why.')
    .answers(z.object({ belief: Belief.nullable() }))
    .refusesWith('deviceNotFound'),
}
