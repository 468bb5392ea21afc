/**
 * Which of some trained spots a tracker is at, where nobody told coordinates: naive Bayes on histograms. Strengths of Bluetooth have two
 * or three peaks, one for each advertising channel, which a histogram keeps and a Gaussian does not. Source: decision 0049.
 */

/** What the stations heard at one time; a station that heard nothing is left out. */
export type Fingerprint = ReadonlyMap<string, number>

export interface Spots {
  readonly names: readonly string[]
  /** By station id: the log probability by spot and strength, a row of `STRENGTHS` for each spot. */
  readonly logs: ReadonlyMap<string, Float32Array>
}

/** Whole dBm, from the weakest on. */
const [WEAKEST_DBM, STRENGTHS] = [-110, 91]
/** Width of the Gaussian that each reading is smoothed with (dB), and share of what is held for possible anyway. */
const SMOOTHING_DB = 1.5
const UNIFORM_SHARE = 0.05
/** How likely somebody is to leave a spot within a second. */
const LEAVING_PER_SECOND = 0.05

const binOf = (dbm: number): number => Math.min(STRENGTHS - 1, Math.max(0, Math.round(dbm) - WEAKEST_DBM))

const KERNEL = Float64Array.from({ length: STRENGTHS }, (_, apart) => Math.exp(-((apart / SMOOTHING_DB) ** 2) / 2))

/** Learns spots from what was heard at them, by name. */
export function trainSpots(trained: ReadonlyMap<string, readonly Fingerprint[]>): Spots {
  const names = [...trained.keys()]
  const stations = new Set([...trained.values()].flatMap((heard) => heard.flatMap((one) => [...one.keys()])))
  const logs = new Map<string, Float32Array>()
  for (const stationId of stations) {
    const table = new Float32Array(names.length * STRENGTHS)
    for (const [spot, name] of names.entries()) {
      const odds = new Float64Array(STRENGTHS)
      for (const fingerprint of trained.get(name)!) {
        const dbm = fingerprint.get(stationId)
        if (dbm === undefined) continue
        const at = binOf(dbm)
        for (let bin = 0; bin < STRENGTHS; bin++) odds[bin]! += KERNEL[Math.abs(bin - at)]!
      }
      const sum = odds.reduce((total, value) => total + value, 0)
      for (let bin = 0; bin < STRENGTHS; bin++) {
        const heard = sum === 0 ? 1 / STRENGTHS : odds[bin]! / sum
        table[spot * STRENGTHS + bin] = Math.log((1 - UNIFORM_SHARE) * heard + UNIFORM_SHARE / STRENGTHS)
      }
    }
    logs.set(stationId, table)
  }
  return { names, logs }
}

/** The probability of each spot before anything was heard. */
export const anySpot = ({ names }: Spots): Float64Array => new Float64Array(names.length).fill(1 / names.length)

/** The probability of each spot after a fingerprint, `seconds` after the one before; `weight` is 1 for an independent one. */
export function hearAtSpots(
  spots: Spots,
  before: Float64Array,
  heard: Fingerprint,
  seconds: number,
  weight = 1,
): Float64Array {
  const leaving = 1 - Math.exp(-LEAVING_PER_SECOND * seconds)
  const after = Float64Array.from(before, (share) => Math.log(share * (1 - leaving) + leaving / spots.names.length))
  for (const [stationId, dbm] of heard) {
    const table = spots.logs.get(stationId)
    if (table === undefined) continue
    const bin = binOf(dbm)
    for (let spot = 0; spot < after.length; spot++) after[spot]! += weight * table[spot * STRENGTHS + bin]!
  }
  const top = after.reduce((best, log) => Math.max(best, log), Number.NEGATIVE_INFINITY)
  let sum = 0
  for (let spot = 0; spot < after.length; spot++) {
    after[spot] = Math.exp(after[spot]! - top)
    sum += after[spot]!
  }
  return after.map((share) => share / sum)
}
