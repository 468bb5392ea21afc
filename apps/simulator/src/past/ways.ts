/** Ways between places as rooms have them: found once for two rooms, and taken by everybody who walks between them. */
import { roomAt } from '@whereabouts/fixtures/floor-plan'
import { metresOf, type Place } from '../places.ts'
import { route } from '../routes.ts'

/** Points of a way lie at least this far apart (m). */
const POINT_METRES = 12
const METRES_PER_SECOND = 1.1
/** A van takes people along streets. */
const VAN_METRES_PER_SECOND = 6

interface Way {
  /** Between the two rooms; neither end is one of them. */
  readonly points: readonly Place[]
  readonly waitSeconds: number
}

/** A point of a walk, with the time at which it is passed (epoch ms). */
export interface Step {
  readonly place: Place
  readonly atMs: number
}

const ways = new Map<string, Way>()

const nameOf = (place: Place): string =>
  place.plan === null
    ? `${Math.round(place.x / 20)} ${Math.round(place.y / 20)}`
    : `${place.plan.slug} ${roomAt(place.plan, place)?.name}`

function wayBetween(from: Place, to: Place): Way {
  const key = `${nameOf(from)} > ${nameOf(to)}`
  const known = ways.get(key)
  if (known) return known
  const legs = route(from, to)
  const points: Place[] = []
  let last = from
  for (const point of legs.flatMap((leg) => leg.points)) {
    if (point.plan === last.plan && metresBetween(last, point) < POINT_METRES) continue
    points.push(point)
    last = point
  }
  while (points.length > 0 && isNear(points.at(-1)!, to)) points.pop()
  const way = { points, waitSeconds: legs.reduce((sum, leg) => sum + leg.waitSeconds, 0) }
  ways.set(key, way)
  return way
}

const isNear = (a: Place, b: Place): boolean => a.plan === b.plan && metresBetween(a, b) < POINT_METRES

function metresBetween(a: Place, b: Place): number {
  const [from, to] = [metresOf(a), metresOf(b)]
  return Math.hypot(to.east - from.east, to.north - from.north)
}

/** The walk from one place to another from a moment (epoch ms) on; its last step is the arrival. */
export function walkBetween(from: Place, to: Place, startMs: number, drives: boolean): readonly Step[] {
  const { points, waitSeconds } = wayBetween(from, to)
  const steps: Step[] = []
  let at = startMs + waitSeconds * 1000
  let last = from
  for (const place of [...points, to]) {
    const speed = drives && place.plan === null && last.plan === null ? VAN_METRES_PER_SECOND : METRES_PER_SECOND
    at += Math.max(1000, Math.round((metresBetween(last, place) / speed) * 1000))
    steps.push({ place, atMs: at })
    last = place
  }
  return steps
}
