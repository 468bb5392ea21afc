/**
 * Calibration of stations: a tracker held at each of them, or stations that hear each other, tell how strong signals are there.
 * Source: specification §7 Integrator and onboarding; G54.
 */
import { CALIBRATION_METHODS, MAX_CALIBRATED_STATIONS } from '@whereabouts/domain/calibrations'
import { z } from 'zod'
import { endpoint } from './kit.ts'
import { deviceId } from './texts.ts'

/** How far a calibration is at one station. */
const CalibratedStation = z.object({
  t4_id: z.string(),
  /**
   * `listening`: nothing that counts was heard yet; `far`: the tracker is heard, but is not held at this station; `measuring`: the
   * value falls as more is heard; `enough`: more would tell nothing more.
   */
  state: z.enum(['listening', 'far', 'measuring', 'enough']),
  /** Centimetres by which a distance of five metres may be misjudged; null: nothing was measured. Accuracy follows from it. */
  value: z.number().nullable(),
})

export const Calibration = z.object({
  method: z.enum(CALIBRATION_METHODS),
  /** The reference tracker. */
  device_id: z.string(),
  /** Epoch milliseconds. */
  started_at_ms: z.number().int(),
  ends_at_ms: z.number().int(),
  /** Null: it is running. */
  stopped_at_ms: z.number().int().nullable(),
  stations: z.array(CalibratedStation),
})
export type Calibration = z.output<typeof Calibration>

export const calibrations = {
  /** Our own call: the running calibration, else the last one; null: none. */
  get: endpoint
    .get('/app/stations/calibration', 'manageStations', 'The calibration that goes on, and how far it is.')
    .answers(z.object({ calibration: Calibration.nullable() })),
  /**
   * Stations that are locked, offline or not of the account are left out: the others are calibrated, and the call is refused with
   * 409002 and their ids as `invalid_t4`. If no station is left nothing starts. 409001 while another calibration is running.
   * `stop` ends the running one and keeps its measurements. 404102 for an unknown method.
   */
  run: endpoint
    .post('/app/stations/calibration/{method}', 'manageStations', 'Starts or stops a calibration.')
    .takes(
      z.strictObject({
        t4_ids: z.array(deviceId).min(1).max(MAX_CALIBRATED_STATIONS),
        device_id: deviceId,
        action: z.enum(['start', 'stop']),
      }),
    )
    .answers(z.object({ calibration: Calibration.nullable(), invalid_t4: z.array(z.string()) }))
    .refusesWith('deviceNotFound', 'resourceNotFound', 'conflict', 'batchErrors'),
}
