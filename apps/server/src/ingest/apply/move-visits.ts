/**
 * Which visits of zones a report of a tracker goes on with, begins and ends, of reports in the order of their times. Pure.
 * Source: decision 0086; G73.
 */
import { isInShape, isSilent, SAME_POSITION_MS, SILENT_LEAVING_MS, type ZonePlace } from '@whereabouts/domain/zones'
import type { KnownZone } from '../../state/account-directory.ts'
import type { OpenVisit, PastVisit } from '../../state/open-past.ts'
import type { Named } from './move-stay.ts'

/** What a report says of zones. */
export interface ZoneSighting {
  readonly atMs: number
  readonly receivedMs: number
  /** It comes after a silence. */
  readonly isAfterSilence: boolean
  /** The place it tells by coordinates; undefined: none, so that the tracker is where it was. */
  readonly place: ZonePlace | undefined
  /** The same by the stations that hear it. */
  readonly heard: ZonePlace | undefined
  /** How long sightings on the other side of an edge must go on (ms). */
  readonly confirmedAfterMs: number | undefined
}

interface MovedVisits {
  readonly visits: readonly OpenVisit[]
  readonly ended: readonly PastVisit[]
}

const NONE: MovedVisits = { visits: [], ended: [] }

/** `zones`: those of the time of the report. */
export function moveVisits(
  before: readonly OpenVisit[],
  zones: readonly KnownZone[],
  named: Named,
  sighting: ZoneSighting,
): MovedVisits {
  if (zones.length === 0 && before.length === 0) return NONE
  const visits: OpenVisit[] = []
  const ended: PastVisit[] = []
  for (const zone of zones) {
    if (zone.class_indexes !== null && !zone.class_indexes.includes(named.class_index)) continue
    const open = before.find(({ zone_id }) => zone_id === zone.id)
    const moved = moveVisit(open, zone, named, sighting)
    if (moved.visit !== undefined) visits.push(moved.visit)
    if (moved.ended !== undefined) ended.push(moved.ended)
  }
  // The zone was removed, or is not for the tracker's class any more.
  for (const open of before) {
    const goesOn = zones.some(({ id, class_indexes }) => id === open.zone_id && isFor(class_indexes, named))
    if (!goesOn && open.isSure) ended.push(end(open, 'outside', sighting.atMs))
  }
  return { visits, ended }
}

const isFor = (classes: readonly number[] | null, { class_index }: Named): boolean =>
  classes === null || classes.includes(class_index)

interface MovedVisit {
  readonly visit: OpenVisit | undefined
  readonly ended?: PastVisit
}

function moveVisit(
  known: OpenVisit | undefined,
  zone: KnownZone,
  named: Named,
  { atMs, receivedMs, isAfterSilence, place, heard, confirmedAfterMs = SAME_POSITION_MS }: ZoneSighting,
): MovedVisit {
  const told = 't4_ids' in zone.shape ? heard : place
  const open = known !== undefined && isAfterSilence && !known.isSilent ? { ...known, isSilent: true } : known
  // It says nothing of the zone: it is where it was.
  if (told === undefined && (open === undefined || open.outside_ms !== null)) return { visit: open }
  const isIn = told === undefined || isInShape(zone.shape, told)
  if (open === undefined) return { visit: isIn ? begin(zone, named, atMs, receivedMs, false) : undefined }
  if (isIn) {
    if (open.isSilent) return { visit: begin(zone, named, atMs, receivedMs, true), ended: end(open, 'silence', atMs) }
    const isSure = open.isSure || atMs - open.from_ms >= confirmedAfterMs
    return { visit: { ...open, until_ms: atMs, isSure, outside_ms: null } }
  }
  if (!open.isSure) return { visit: undefined }
  const outside_ms = open.outside_ms ?? atMs
  const leastMs = isSilent(zone.shape, told!) ? Math.max(SILENT_LEAVING_MS, confirmedAfterMs) : confirmedAfterMs
  // After a silence it is no flicker.
  if (open.isSilent || atMs - outside_ms >= leastMs)
    return { visit: undefined, ended: end(open, 'outside', outside_ms) }
  return { visit: { ...open, outside_ms } }
}

const begin = (zone: KnownZone, named: Named, atMs: number, known_from_ms: number, isSure: boolean): OpenVisit => ({
  zone_id: zone.id,
  zone_name: zone.zone_name,
  zone_type: zone.zone_type,
  map_id: 'map_id' in zone.shape ? zone.shape.map_id : null,
  device_name: named.name,
  class_index: named.class_index,
  ...{ from_ms: atMs, until_ms: atMs, known_from_ms, isSure },
  ...{ outside_ms: null, isSilent: false },
})

const end = (open: OpenVisit, ended: PastVisit['ended'], ended_ms: number): PastVisit => ({
  ...asVisit(open),
  ended,
  ended_ms,
})

/** A visit that goes on, as readers see it. */
export const asVisit = ({ isSure: _, outside_ms: __, isSilent: ___, ...visit }: OpenVisit): PastVisit => ({
  ...visit,
  ended: null,
  ended_ms: null,
})
