/** Which station hears a place best, and how strongly. */
import { type Receiver, receivers } from '@whereabouts/fixtures/stations'
import { metresOf, outdoors, type Place } from '../places.ts'
import { isInRange, meanRssiDbm } from '../radio.ts'

export interface Heard {
  readonly station: Receiver
  /** Mean strength (dBm). */
  readonly rssi: number
}

/** Places closer than this (pixels, or metres outdoors) are heard alike. */
const GRID_PIXELS = 60
const GRID_METRES = 5
/** Below this nothing is read (dBm). */
const FAINTEST_DBM = -95

const listeners = receivers.map((station) => {
  const { plan, indoor, gps } = station
  const place: Place = plan && indoor ? { plan, ...indoor } : outdoors(gps ?? [0, 0])
  return { station, place, metres: metresOf(place) }
})
const known = new Map<string, Heard | undefined>()

/** Undefined: no station is in reach. */
export function bestHearing(place: Place): Heard | undefined {
  const grid = place.plan === null ? GRID_METRES : GRID_PIXELS
  const key = `${place.plan?.slug ?? ''} ${Math.round(place.x / grid)} ${Math.round(place.y / grid)}`
  if (known.has(key)) return known.get(key)
  const at = metresOf(place)
  let best: Heard | undefined
  for (const { station, place: there, metres } of listeners) {
    if (!isInRange(at, metres)) continue
    const rssi = meanRssiDbm({ place, worn: false, headingDegrees: 0 }, { place: there, shadowSeed: 0 })
    if (rssi >= FAINTEST_DBM && (best === undefined || rssi > best.rssi)) best = { station, rssi }
  }
  known.set(key, best)
  return best
}
