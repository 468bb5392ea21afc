/**
 * What of a report can be believed: when it was sent, when its place was fixed, and whether there is a place. Pure. Source: G97; decision
 * 0067.
 */
import type { Observation, ObservationItem } from '@whereabouts/domain/observations'
import type { GeoPosition } from '@whereabouts/domain/positions'
import { RETENTION_MS } from '../../state/partitions.ts'

const DAY_MS = 86_400_000
/** GPS counts weeks with 10 bits: a receiver that has lost count is behind by this (ms), or by twice as much. */
const WEEK_ROLLOVER_MS = 1024 * 7 * DAY_MS
const MOST_ROLLOVERS = 2

export type TimeFault = 'tooOld' | 'weekRollover'

export interface Believed {
  readonly observation: Observation
  /** When it was sent (epoch ms). */
  readonly sentMs: number
  readonly faults: ReadonlySet<TimeFault>
}

/** The time with the weeks that a receiver has lost, if that makes it one of the days before another time. */
function withLostWeeks(ms: number, latestMs: number): number | undefined {
  for (let rollovers = 1; rollovers <= MOST_ROLLOVERS; rollovers += 1) {
    const corrected = ms + rollovers * WEEK_ROLLOVER_MS
    // A clock may be fast; what is later than now counts as now.
    if (corrected <= latestMs + DAY_MS && corrected >= latestMs - RETENTION_MS) return corrected
  }
  return undefined
}

/** Receivers without a fix send zeros, which are a place at sea. */
const isNowhere = (position: GeoPosition | undefined): boolean => position?.latitude === 0 && position.longitude === 0

const withoutPlace = <Item extends ObservationItem>(item: Item): Item =>
  'position' in item ? { ...item, position: undefined, accuracyMetres: undefined, fixedAtMs: undefined } : item

const callsForHelp = ({ items }: Observation): boolean => items.some((item) => 'help' in item && item.help === true)

/** The item with a place that was fixed at a time that can be. */
function fixed(item: ObservationItem, receivedAtMs: number, faults: Set<TimeFault>): ObservationItem {
  if (!('position' in item) || item.position === undefined) return item
  if (isNowhere(item.position)) return withoutPlace(item)
  if (item.kind !== 'location' || item.fixedAtMs === undefined || item.fixedAtMs >= receivedAtMs - RETENTION_MS)
    return item
  const fixedAtMs = withLostWeeks(item.fixedAtMs, receivedAtMs)
  faults.add(fixedAtMs === undefined ? 'tooOld' : 'weekRollover')
  return fixedAtMs === undefined ? withoutPlace(item) : { ...item, fixedAtMs }
}

/** The number of a report that is too old: it only shows that its sender is present. Several in one message count once. */
const HEARD = 'heard'

/** What is left of a report that is too old: a phone or a station that speaks. Undefined: what others heard, and what a broker kept. */
function onlyHeard({ items, isKept }: Observation): Observation | undefined {
  const own = items.flatMap((item): ObservationItem[] => {
    if (item.kind === 'location') return [{ kind: 'location' }]
    return item.kind === 'status' && item.online ? [{ kind: 'status', online: true }] : []
  })
  return own.length === 0 || isKept === true ? undefined : { seq: HEARD, items: own }
}

/**
 * A report that is older than what is kept, where no lost weeks explain that, counts as heard now and says nothing else; undefined where
 * not even that is known. A call for help under such a time counts as sent now.
 */
export function believe(observation: Observation, receivedAtMs: number): Believed | undefined {
  const faults = new Set<TimeFault>()
  let { scannedAtMs: sentMs = receivedAtMs } = observation
  if (sentMs < receivedAtMs - RETENTION_MS) {
    const corrected = withLostWeeks(sentMs, receivedAtMs)
    if (corrected === undefined && !callsForHelp(observation)) {
      const heard = onlyHeard(observation)
      return heard && { observation: heard, sentMs: receivedAtMs, faults: new Set<TimeFault>(['tooOld']) }
    }
    faults.add(corrected === undefined ? 'tooOld' : 'weekRollover')
    sentMs = corrected ?? receivedAtMs
  }
  const items = observation.items.map((item) => fixed(item, receivedAtMs, faults))
  const senderPosition = isNowhere(observation.senderPosition) ? undefined : observation.senderPosition
  return { observation: { ...observation, senderPosition, items }, sentMs, faults }
}
