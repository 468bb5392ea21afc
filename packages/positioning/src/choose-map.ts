import type { IndoorPosition } from '@whereabouts/domain/positions'
import type { HeardStation } from './heard.ts'
import { milliwatts } from './path-loss.ts'

/** Where a tracker was found before. */
export interface PreviousLocation extends IndoorPosition {
  /** Epoch milliseconds. */
  readonly locatedAtMs: number
}

/** Another map has to be stronger by this factor of power (6 dB) to win a tracker from the map it is on. */
const SWITCH_FACTOR = 10 ** 0.6
/** After this long the previous map no longer counts (ms). */
const MEMORY_MS = 60_000

/** The map whose stations together receive the most power; ties fall to the smaller id. Undefined: nothing was heard. */
function strongestMap(powers: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined
  for (const [mapId, power] of powers) {
    const bestPower = best === undefined ? -1 : (powers.get(best) ?? 0)
    if (best === undefined || power > bestPower || (power === bestPower && mapId < best)) best = mapId
  }
  return best
}

/**
 * The map (floor) a tracker is on: the strongest, but the previous one as long as it is heard and no other is clearly
 * stronger, for walls and ceilings let signals flicker by several dB. Undefined: nothing was heard.
 */
export function chooseMap(
  heard: readonly HeardStation[],
  previous: PreviousLocation | undefined,
  nowMs: number,
): string | undefined {
  const powers = new Map<string, number>()
  for (const { station, rssiDbm } of heard) {
    powers.set(station.mapId, (powers.get(station.mapId) ?? 0) + milliwatts(rssiDbm))
  }
  const strongest = strongestMap(powers)
  if (strongest === undefined || previous === undefined || nowMs - previous.locatedAtMs > MEMORY_MS) return strongest
  const previousPower = powers.get(previous.mapId)
  if (previousPower === undefined) return strongest
  return (powers.get(strongest) ?? 0) >= previousPower * SWITCH_FACTOR ? strongest : previous.mapId
}
