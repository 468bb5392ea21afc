/**
 * When somebody was in zones: visits, joined over the silences within them. Pure. An answer depends on the visits and on the time it
 * is asked for, not on when reports arrived. Source: decision 0090.
 */
import { SILENCE_MS } from './history.ts'

/** An absence or a silence shorter than this (ms) is a break. */
export const BREAK_MS = 4 * 3_600_000

/** A visit of a zone as the past holds it (epoch ms): first and last sighting inside. */
export interface ZoneVisit {
  readonly zone_id: string
  /** Its name then. */
  readonly zone_name: string
  readonly from_ms: number
  readonly until_ms: number
  /** `outside`: it was seen elsewhere next; `silence`: inside again after a long silence; null: not seen since. */
  readonly ended: 'outside' | 'silence' | null
  /** That next sighting. */
  readonly ended_ms: number | null
}

/** A time at which somebody was in a zone: visits, with the silences between them that were a break at most. */
export interface Presence {
  readonly zone_id: string
  /** As the zone was called when the person came. */
  readonly entry_name: string
  /** As it was called when the presence ended. */
  readonly zone_name: string
  readonly from_ms: number
  /** The last sighting there. */
  readonly seen_ms: number
  /** The same; for a present person, now. */
  readonly until_ms: number
  /** `unseen`: silent for a break at most. `lost`: for longer. */
  readonly end: 'left' | 'present' | 'unseen' | 'lost'
}

/** The presences of one tracker by their start, as known at a time (epoch ms). `visits` may be in any order. */
export function presencesOf(visits: readonly ZoneVisit[], nowMs: number): Presence[] {
  const found: Presence[] = []
  const latest = new Map<string, { readonly visit: ZoneVisit; readonly place: number }>()
  for (const visit of visits.toSorted(byTime)) {
    const before = latest.get(visit.zone_id)
    const isJoined = before !== undefined && isBreak(before.visit, visit)
    const place = isJoined ? before.place : found.length
    const { from_ms, entry_name } = isJoined ? found[place]! : { ...visit, entry_name: visit.zone_name }
    found[place] = { zone_id: visit.zone_id, entry_name, zone_name: visit.zone_name, from_ms, ...endOf(visit, nowMs) }
    latest.set(visit.zone_id, { visit, place })
  }
  return found
}

const byTime = (a: ZoneVisit, b: ZoneVisit): number =>
  a.from_ms - b.from_ms || a.until_ms - b.until_ms || (a.zone_id < b.zone_id ? -1 : 1)

/** Whether there was only a short silence between two visits of a zone. */
const isBreak = (before: ZoneVisit, { from_ms }: ZoneVisit): boolean =>
  before.ended === 'silence' && before.ended_ms === from_ms && from_ms - before.until_ms < BREAK_MS

function endOf({ until_ms, ended_ms }: ZoneVisit, nowMs: number): Pick<Presence, 'seen_ms' | 'until_ms' | 'end'> {
  const seen = { seen_ms: until_ms, until_ms }
  const silentMs = (ended_ms ?? nowMs) - until_ms
  if (silentMs >= BREAK_MS) return { ...seen, end: 'lost' }
  if (ended_ms !== null) return { ...seen, end: 'left' }
  if (silentMs > SILENCE_MS) return { ...seen, end: 'unseen' }
  return { seen_ms: until_ms, until_ms: Math.max(until_ms, nowMs), end: 'present' }
}

/** From one time to another (epoch ms). */
export interface Span {
  readonly from_ms: number
  readonly until_ms: number
}

/** The time that these cover, overlaps counted once (ms). `spans` are in order of their start. */
export function lengthTogether(spans: readonly Span[]): number {
  let sum = 0
  let reachedMs = Number.NEGATIVE_INFINITY
  for (const { from_ms, until_ms } of spans) {
    sum += Math.max(0, until_ms - Math.max(from_ms, reachedMs))
    reachedMs = Math.max(reachedMs, until_ms)
  }
  return sum
}

/** The parts that lie within a span. */
export const within = (spans: readonly Span[], { from_ms, until_ms }: Span): Span[] =>
  spans
    .map((span) => ({ from_ms: Math.max(span.from_ms, from_ms), until_ms: Math.min(span.until_ms, until_ms) }))
    .filter((span) => span.from_ms < span.until_ms)

/** What a period has of one person in one zone. */
export interface ZoneTimes {
  readonly zone_id: string
  readonly zone_name: string
  readonly entered_ms: number
  /** Null: not seen outside since the last sighting there. */
  readonly left_ms: number | null
  /** The last sighting of who is out of sight; with `left_ms` null too, the person is still there. */
  readonly last_seen_ms: number | null
  readonly visits: number
  /** Within the period. */
  readonly total_ms: number
}

/**
 * Zones that somebody came into or left within a period, and was seen to be in at its end. `visits` are those of one tracker that reach
 * into the period; what came behind its end is not told.
 */
export function zoneTimes(visits: readonly ZoneVisit[], period: Span): ZoneTimes[] {
  const { from_ms: startMs, until_ms: endMs } = period
  const known = visits.filter(({ from_ms }) => from_ms <= endMs).map((visit) => asKnownAt(visit, endMs))
  return [...Map.groupBy(presencesOf(known, endMs), ({ zone_id }) => zone_id).values()]
    .map((all) => all.filter(({ until_ms }) => until_ms > startMs))
    .filter((all) => all.some(({ from_ms, end }) => from_ms > startMs || end !== 'present'))
    .map((all) => {
      const last = all.at(-1)!
      return {
        zone_id: last.zone_id,
        zone_name: last.zone_name,
        entered_ms: all[0]!.from_ms,
        left_ms: last.end === 'left' ? last.until_ms : null,
        last_seen_ms: last.end === 'unseen' || last.end === 'lost' ? last.until_ms : null,
        visits: all.length,
        total_ms: lengthTogether(within(all, period)),
      }
    })
}

/** A visit as it was at a time (epoch ms): where nothing was seen after it yet, it went on. */
function asKnownAt(visit: ZoneVisit, atMs: number): ZoneVisit {
  if (visit.ended_ms === null ? visit.until_ms <= atMs : visit.ended_ms <= atMs) return visit
  return { ...visit, until_ms: Math.min(visit.until_ms, atMs), ended: null, ended_ms: null }
}
