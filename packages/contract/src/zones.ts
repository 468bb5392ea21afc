/** Areas with a purpose: danger zones ring when somebody enters, attendance zones count time. Source: G73. */
import { CLASS_SLOTS } from '@whereabouts/domain/device-settings'
import { MAX_POLYGON_POINTS, MAX_ZONE_HOURS, MAX_ZONE_STATIONS, ZONE_TYPES } from '@whereabouts/domain/zones'
import { z } from 'zod'
import { endpoint, Nothing } from './kit.ts'
import { deviceId, latitude, longitude, nameText } from './texts.ts'

const corners = <Point extends z.ZodType>(point: Point) => z.array(point).min(3).max(MAX_POLYGON_POINTS)
const pixels = z.number().min(-100_000).max(100_000)

/** By stations, by a polygon in pixels of an indoor map, or by one of [longitude, latitude] outdoors. */
export const ZoneShape = z.union([
  z.strictObject({ t4_ids: z.array(deviceId).min(1).max(MAX_ZONE_STATIONS) }),
  z.strictObject({ map_id: z.uuid(), polygon: corners(z.tuple([pixels, pixels])) }),
  z.strictObject({ polygon: corners(z.tuple([longitude, latitude])) }),
])

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** From a time of each of these days (0: Sunday) to the next such time of day, in the account's time zone. */
const ActiveTime = z.strictObject({
  days: z
    .array(z.number().int().min(0).max(6))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length),
  from: clockTime,
  to: clockTime,
})

export const Zone = z.object({
  id: z.string(),
  zone_name: z.string(),
  zone_type: z.enum(ZONE_TYPES),
  shape: ZoneShape,
  /** Only trackers of these classes; null: all. */
  class_indexes: z.array(z.number().int()).nullable(),
  /** Null: always. */
  active_times: z.array(ActiveTime).nullable(),
})
export type Zone = z.output<typeof Zone>

const fields = {
  zone_name: nameText,
  zone_type: z.enum(ZONE_TYPES),
  shape: ZoneShape,
  class_indexes: z
    .array(
      z
        .number()
        .int()
        .min(0)
        .max(CLASS_SLOTS - 1),
    )
    .min(1)
    .max(CLASS_SLOTS)
    .refine((indexes) => new Set(indexes).size === indexes.length)
    .nullable()
    .optional(),
  active_times: z.array(ActiveTime).min(1).max(MAX_ZONE_HOURS).nullable().optional(),
}

export const zones = {
  list: endpoint.get('/app/zones', 'viewMap', 'Zones of the account.').answers(z.object({ zones: z.array(Zone) })),
  /** A polygon that crosses itself is 400001 with info `body.shape.polygon`; an unknown map or station is 404102. */
  create: endpoint
    .post('/app/zones', 'manageSite', 'Adds a zone.')
    .takes(z.strictObject(fields))
    .answers(z.object({ zone: Zone }))
    .refusesWith('nameTaken', 'resourceNotFound'),
  change: endpoint
    .put('/app/zones/{id}', 'manageSite', 'Changes what is named of a zone.')
    .takes(
      z
        .strictObject(fields)
        .partial()
        .refine((change) => Object.keys(change).length > 0),
    )
    .answers(z.object({ zone: Zone }))
    .refusesWith('nameTaken', 'resourceNotFound'),
  remove: endpoint
    .delete('/app/zones/{id}', 'manageSite', 'Deletes a zone.')
    .answers(Nothing)
    .refusesWith('resourceNotFound'),
}
