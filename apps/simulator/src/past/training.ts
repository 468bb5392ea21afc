/** What stations heard during the training jobs and the calibration of the demo's past, by the radio of the live story. */
import type { FloorPlan, Point } from '@whereabouts/fixtures/floor-plan'
import type { PastCalibration, PastTraining } from '@whereabouts/fixtures/past'
import { type Receiver, receivers } from '@whereabouts/fixtures/stations'
import { MOVED_STATION, PAST_CALIBRATION, type PastJob, pastTrainingJobs } from '@whereabouts/fixtures/training-jobs'
import { metresOf, outdoors, type Place } from '../places.ts'
import { type Emitter, isInRange, listen, meanRssiDbm } from '../radio.ts'
import { type Chance, createChance, hashOf } from '../random.ts'

/** Stations report so often (ms). */
const REPORT_MS = 2000
const HOUR_MS = 3_600_000
/** The calibration holds the tracker at each station for so long (ms), an arm's length away (metres). */
const HOLD_MS = 40_000
const ARM_METRES = 1
/** A tracker is pushed along with nobody in front of it. */
const AHEAD = { worn: false, headingDegrees: 0 } as const

const hangs = ({ plan, indoor, gps }: Receiver): Place =>
  plan && indoor ? { plan, ...indoor } : outdoors(gps ?? [0, 0])

/** Where a station hung then. */
const hung = (receiver: Receiver): Place => {
  const place = hangs(receiver)
  return receiver.t4_id === MOVED_STATION.t4_id ? { ...place, ...MOVED_STATION.was } : place
}

function heardAt(emitter: Emitter, receiver: Receiver, place: Place, seed: number, chance: Chance): number | undefined {
  if (!isInRange(metresOf(emitter.place), metresOf(place))) return undefined
  const listener = { place, shadowSeed: (seed ^ hashOf(receiver.t4_id)) >>> 0 }
  return listen(meanRssiDbm(emitter, listener), REPORT_MS / 1000, chance)
}

const onPlan = (plan: FloorPlan, { x, y }: Point): Place => ({ plan, x, y })

function whereAt({ plan, corners, passed_at_ms, truly }: PastJob, atMs: number): Place {
  if (truly !== undefined) return onPlan(plan, truly)
  const next = passed_at_ms.findIndex((passed) => passed >= atMs)
  const to = corners[next] ?? corners.at(-1)!
  const from = corners[next - 1]
  if (from === undefined || next < 0) return onPlan(plan, to)
  const [began, ends] = [passed_at_ms[next - 1]!, passed_at_ms[next]!]
  const share = (atMs - began) / (ends - began)
  return onPlan(plan, { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) })
}

export const trainingOf = ({ seed, untilMs }: { readonly seed: number; readonly untilMs: number }): PastTraining[] =>
  pastTrainingJobs(untilMs).map((job) => {
    const chance = createChance(seed, job.job_id)
    const readings = receivers.flatMap((receiver, index) => {
      const place = hung(receiver)
      const at_ms: number[] = []
      const rssi: number[] = []
      // They do not report all at once.
      for (let atMs = job.started_at_ms + ((index * 370) % REPORT_MS); atMs <= job.ended_at_ms; atMs += REPORT_MS) {
        const heard = heardAt({ place: whereAt(job, atMs), ...AHEAD }, receiver, place, seed, chance)
        if (heard === undefined) continue
        at_ms.push(atMs)
        rssi.push(heard)
      }
      const { plan, x, y } = place
      const indoors = { map_id: plan?.id ?? null, indoor_X: plan && x, indoor_Y: plan && y }
      return at_ms.length === 0 ? [] : [{ t4_id: receiver.t4_id, ...indoors, at_ms, rssi }]
    })
    const [first] = job.corners
    const path = job.corners.map(({ x, y }, index) => ({ indoor_X: x, indoor_Y: y, at_ms: job.passed_at_ms[index]! }))
    return {
      ...{ job_id: job.job_id, device_id: job.device_id, device_name: job.device_name, map_id: job.plan.id },
      ...{ indoor_X: first!.x, indoor_Y: first!.y, collection_time: job.collection_time, note: job.note },
      ...{ started_at_ms: job.started_at_ms, ended_at_ms: job.ended_at_ms, valid: job.valid },
      ...{ path: job.walked ? path : null, readings },
    }
  })

/** The tracker is held at one station after the other. */
export function calibrationOf({ seed, untilMs }: { readonly seed: number; readonly untilMs: number }): PastCalibration {
  const { calibration_id, t4_ids, device_id, hoursAgo } = PAST_CALIBRATION
  const chance = createChance(seed, 'calibration')
  const started_at_ms = Math.round(untilMs / 1000) * 1000 - hoursAgo * HOUR_MS
  const own = receivers.filter(({ t4_id }) => t4_ids.includes(t4_id))
  const sightings = own.flatMap((held, index) => {
    const { plan, x, y } = hung(held)
    const at: Place = { plan, x: x + ARM_METRES / (plan?.metres_per_pixel ?? 1), y }
    const from = started_at_ms + index * HOLD_MS
    return Array.from({ length: HOLD_MS / REPORT_MS }, (_, count) => from + count * REPORT_MS).flatMap((scannedAtMs) =>
      own.flatMap((receiver) => {
        const rssiDbm = heardAt({ place: at, ...AHEAD }, receiver, hung(receiver), seed, chance)
        return rssiDbm === undefined ? [] : [{ stationId: receiver.t4_id, rssiDbm, scannedAtMs }]
      }),
    )
  })
  const stopped_at_ms = started_at_ms + own.length * HOLD_MS
  const hearings = own.flatMap((receiver) =>
    own.flatMap((other) => {
      if (other === receiver || other.espresenseRoom !== undefined) return []
      return Array.from({ length: own.length }, (_, count) => started_at_ms + count * HOLD_MS).flatMap(
        (scannedAtMs) => {
          const rssiDbm = heardAt({ place: hung(other), ...AHEAD }, receiver, hung(receiver), seed, chance)
          return rssiDbm === undefined
            ? []
            : [{ stationId: receiver.t4_id, heardId: other.t4_id, rssiDbm, scannedAtMs }]
        },
      )
    }),
  )
  return { calibration_id, device_id, t4_ids, started_at_ms, stopped_at_ms, sightings, hearings }
}
