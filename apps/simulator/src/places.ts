/** Where things are: on a plan in pixels of its image, or outdoors in metres; and how the two meet. */
import type { FloorPlan, LonLat } from '@whereabouts/fixtures/floor-plan'
import { toGlobe } from '@whereabouts/fixtures/floor-plan'
import { hinokiGarden } from '@whereabouts/fixtures/places'

/** `plan` null: outdoors, x metres east and y metres north of the site's origin. */
export interface Place {
  readonly plan: FloorPlan | null
  readonly x: number
  readonly y: number
}

/** Metres east and north of the site's origin, and storeys above the ground. */
export interface Metres {
  readonly east: number
  readonly north: number
  readonly level: number
}

const METRES_PER_LATITUDE_DEGREE = 111_132
const METRES_PER_LONGITUDE_DEGREE = 111_320 * Math.cos((hinokiGarden.latitude * Math.PI) / 180)

export function outdoors([longitude, latitude]: LonLat): Place {
  const { east, north } = fromGlobe(longitude, latitude)
  return { plan: null, x: east, y: north }
}

const fromGlobe = (longitude: number, latitude: number) => ({
  east: (longitude - hinokiGarden.longitude) * METRES_PER_LONGITUDE_DEGREE,
  north: (latitude - hinokiGarden.latitude) * METRES_PER_LATITUDE_DEGREE,
})

/** How a plan's pixels lie in metres: origin at its top left, one step right, one step down. */
interface Frame {
  readonly east: number
  readonly north: number
  readonly rightEast: number
  readonly rightNorth: number
  readonly downEast: number
  readonly downNorth: number
}

const frames = new WeakMap<FloorPlan, Frame>()

function frameOf(plan: FloorPlan): Frame {
  const known = frames.get(plan)
  if (known) return known
  const corner = ([longitude, latitude]: LonLat) => fromGlobe(longitude, latitude)
  const [topLeft, topRight, , bottomLeft] = plan.corners
  const origin = corner(topLeft)
  const right = corner(topRight)
  const down = corner(bottomLeft)
  const frame = {
    ...origin,
    rightEast: (right.east - origin.east) / plan.width,
    rightNorth: (right.north - origin.north) / plan.width,
    downEast: (down.east - origin.east) / plan.height,
    downNorth: (down.north - origin.north) / plan.height,
  }
  frames.set(plan, frame)
  return frame
}

export function metresOf(place: Place): Metres {
  if (place.plan === null) return { east: place.x, north: place.y, level: 0 }
  const frame = frameOf(place.plan)
  return {
    east: frame.east + frame.rightEast * place.x + frame.downEast * place.y,
    north: frame.north + frame.rightNorth * place.x + frame.downNorth * place.y,
    level: place.plan.level,
  }
}

/** The pixel of the plan, on it or beyond its edge, that lies at these metres. */
export function pixelOf(plan: FloorPlan, metres: Pick<Metres, 'east' | 'north'>): { x: number; y: number } {
  const frame = frameOf(plan)
  const east = metres.east - frame.east
  const north = metres.north - frame.north
  const area = frame.rightEast * frame.downNorth - frame.downEast * frame.rightNorth
  return {
    x: (east * frame.downNorth - frame.downEast * north) / area,
    y: (frame.rightEast * north - east * frame.rightNorth) / area,
  }
}

/** WGS 84 degrees of a place. */
export function globeOf(place: Place): { longitude: number; latitude: number } {
  if (place.plan !== null) return toGlobe(place.plan, place)
  return {
    longitude: hinokiGarden.longitude + place.x / METRES_PER_LONGITUDE_DEGREE,
    latitude: hinokiGarden.latitude + place.y / METRES_PER_LATITUDE_DEGREE,
  }
}

/** Metres between two points of the same plan, or two outdoors. */
export const stepMetres = (from: Place, to: Pick<Place, 'x' | 'y'>): number =>
  Math.hypot(to.x - from.x, to.y - from.y) * (from.plan?.metres_per_pixel ?? 1)

/** Degrees clockwise from north of a step on the plan or outdoors. */
export function headingOf(from: Place, to: Pick<Place, 'x' | 'y'>): number {
  const a = metresOf(from)
  const b = metresOf({ ...from, x: to.x, y: to.y })
  const degrees = (Math.atan2(b.east - a.east, b.north - a.north) * 180) / Math.PI
  return (degrees + 360) % 360
}
