/** Ways across the site: over a plan, by lift or stairs to another, along the streets between buildings. */
import type { FloorPlan } from '@whereabouts/fixtures/floor-plan'
import { PIXELS_PER_UNIT } from '@whereabouts/fixtures/floor-plan'
import { planById } from '@whereabouts/fixtures/floor-plans'
import { type OutdoorPlaceName, outdoorPlaces, streets } from '@whereabouts/fixtures/places'
import { outdoors, type Place } from './places.ts'
import { walkingGrid } from './walking-grid.ts'

/** A stretch walked on one plan or outdoors; before it, seconds spent in a lift or between doors. */
export interface Leg {
  readonly waitSeconds: number
  readonly points: readonly Place[]
}

interface Portal {
  readonly from: Place
  readonly to: Place
  readonly seconds: number
}

const planBySlug = (slug: string): FloorPlan => {
  const plan = [...planById.values()].find((candidate) => candidate.slug === slug)
  if (!plan) throw new Error(`No plan '${slug}'.`)
  return plan
}

const door = (slug: string, x: number, y: number): Place => ({
  plan: planBySlug(slug),
  x: x * PIXELS_PER_UNIT,
  y: y * PIXELS_PER_UNIT,
})
const street = (name: OutdoorPlaceName): Place => outdoors(outdoorPlaces[name].at)

/** Lifts first: people take the first that leads on. */
const portals: readonly Portal[] = [
  { from: door('hinoki-garden-2f-east', 75, 630), to: door('hinoki-garden-1f', 75, 630), seconds: 18 },
  { from: door('hinoki-garden-2f-east', 1020, 650), to: door('hinoki-garden-1f', 1020, 650), seconds: 14 },
  { from: door('hinoki-garden-2f-west', 906, 220), to: door('hinoki-garden-2f-east', 54, 220), seconds: 5 },
  { from: door('hinoki-garden-1f', 570, 706), to: street('gardenGate'), seconds: 8 },
  { from: door('tamano-general-3f-ward-b', 78, 612), to: street('hospitalDoor'), seconds: 30 },
  { from: door('tamano-general-er', 150, 628), to: street('hospitalDoor'), seconds: 6 },
  { from: door('kita-works-5f', 82, 474), to: street('kitaDoor'), seconds: 25 },
].flatMap(({ from, to, seconds }) => [
  { from, to, seconds },
  { from: to, to: from, seconds },
])

/** The fewest portals from one plan (null: outdoors) to another. */
function portalsBetween(from: FloorPlan | null, to: FloorPlan | null): Portal[] | undefined {
  const trails = new Map<FloorPlan | null, Portal[]>([[from, []]])
  const queue = [from]
  for (const region of queue) {
    const trail = trails.get(region)!
    if (region === to) return trail
    for (const portal of portals) {
      if (portal.from.plan !== region || trails.has(portal.to.plan)) continue
      trails.set(portal.to.plan, [...trail, portal])
      queue.push(portal.to.plan)
    }
  }
  return undefined
}

/** The legs from one place to another; empty when there is no way. */
export function route(from: Place, to: Place): Leg[] {
  const crossing = portalsBetween(from.plan, to.plan)
  if (crossing === undefined) return []
  const legs: Leg[] = []
  let at = from
  let waitSeconds = 0
  for (const portal of [...crossing, undefined]) {
    const points = stretch(at, portal?.from ?? to)
    if (points.length === 0) return []
    legs.push({ waitSeconds, points })
    if (portal === undefined) break
    at = portal.to
    waitSeconds = portal.seconds
  }
  return legs
}

function stretch(from: Place, to: Place): Place[] {
  const { plan } = from
  if (plan === null) return alongStreets(from, to)
  return walkingGrid(plan)
    .way(from, to)
    .map((point) => ({ plan, ...point }))
}

const corners = (Object.keys(outdoorPlaces) as OutdoorPlaceName[]).map((name) => ({ name, place: street(name) }))
const metresBetween = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y)
const nearestCorner = (place: Place) =>
  corners.reduce((best, corner) =>
    metresBetween(corner.place, place) < metresBetween(best.place, place) ? corner : best,
  )

/** Dijkstra over nine corners. */
function alongStreets(from: Place, to: Place): Place[] {
  const goal = nearestCorner(to).name
  const ways = new Map([[nearestCorner(from).name, { metres: 0, places: [nearestCorner(from).place] }]])
  const open = new Set(ways.keys())
  while (open.size > 0) {
    const name = [...open].reduce((best, other) => (ways.get(other)!.metres < ways.get(best)!.metres ? other : best))
    open.delete(name)
    const way = ways.get(name)!
    if (name === goal) return [from, ...way.places, to]
    for (const [a, b] of streets) {
      const next = a === name ? b : b === name ? a : undefined
      if (next === undefined) continue
      const place = street(next)
      const metres = way.metres + metresBetween(way.places.at(-1)!, place)
      if (metres >= (ways.get(next)?.metres ?? Number.POSITIVE_INFINITY)) continue
      ways.set(next, { metres, places: [...way.places, place] })
      open.add(next)
    }
  }
  return []
}
