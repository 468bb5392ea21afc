/** How well a floor can tell places, where one more station would help, and which stations changed. Source: decision 0061. */
import { z } from 'zod'
import { endpoint } from './kit.ts'

export const STATION_CHANGES = ['same', 'unknown', 'moved', 'covered', 'weak', 'deaf', 'silent'] as const

export const FloorHealth = z.object({
  map_id: z.string(),
  /** `noScale`, `fewStations`: places of this floor are those of single stations, so nothing is expected of them. */
  state: z.enum(['good', 'noScale', 'fewStations']),
  /** Radius (metres) that is expected to hold the true place nine times out of ten: half of the places have less, and nine of ten. */
  typical_metres: z.number().nullable(),
  worst_metres: z.number().nullable(),
  /** Edge of a cell (pixels), their middles, and the radius expected there (metres). */
  cell: z.number(),
  cells: z.array(z.tuple([z.number(), z.number(), z.number()])),
  /** Where one more station would help most, and the mean radius (metres) without and with it; null: nowhere. */
  new_station: z
    .object({ indoor_X: z.number(), indoor_Y: z.number(), before_metres: z.number(), after_metres: z.number() })
    .nullable(),
  stations: z.array(
    z.object({
      t4_id: z.string(),
      t4_name: z.string(),
      /**
       * Against its last calibration. `unknown`: it was not heard together with two others then; `moved`; `covered`: it hears and is heard
       * less; `weak`: it is heard less, as a radio that fails; `deaf`: it hears less; `silent`: no other one hears it now, nor it them.
       */
      change: z.enum(STATION_CHANGES),
      /** By how much it hears its neighbours, and they it, more strongly than then (dB, medians). */
      hears: z.number().nullable(),
      heard: z.number().nullable(),
      /** When it was calibrated (epoch ms); null: never. */
      calibrated_at_ms: z.number().int().nullable(),
    }),
  ),
})
export type FloorHealth = z.output<typeof FloorHealth>

export const siteHealth = {
  get: endpoint
    .get(
      '/app/indoormaps/{id}/health',
      'viewTraining',
      'How well places of a floor can be told, and which stations changed.',
    )
    .answers(z.object({ health: FloorHealth }))
    .refusesWith('resourceNotFound'),
}
