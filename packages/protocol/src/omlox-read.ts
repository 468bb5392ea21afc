/** Objects of the omlox hub API that other systems wrote. Unknown keys are ignored. Source: wire formats §8.1. */
import type { ProviderType } from './omlox.ts'
import { accuracyMetres, isJsonObject, type JsonObject, textOf, uuidOf, within } from './values.ts'

export interface ReadLocation {
  readonly source: string
  readonly providerType: ProviderType
  readonly providerId: string
  /** What the coordinates are counted in: `local`, the source's frame, where nothing else was said. */
  readonly crs: string
  readonly x: number
  readonly y: number
  /** Height above the frame or the ellipsoid; undefined: not said. */
  readonly z: number | undefined
  /** 0 is the ground floor; between two floors, as on a stair, it is no whole number. Undefined: not said. */
  readonly floor: number | undefined
  readonly accuracyMetres: number | undefined
  /** Degrees from true north. */
  readonly headingDegrees: number | undefined
}

export interface ReadProximity {
  readonly source: string
  readonly providerType: ProviderType
  readonly providerId: string
  readonly distanceMetres: number | undefined
}

/** A point on the globe and the same point in the zone's own frame. */
export interface ControlPair {
  readonly longitude: number
  readonly latitude: number
  readonly xMetres: number
  readonly yMetres: number
}

export interface ReadZone {
  readonly id: string
  readonly name: string | undefined
  readonly controlPairs: readonly ControlPair[]
}

const PROVIDER_TYPES: ReadonlySet<unknown> = new Set(['uwb', 'gps', 'wifi', 'rfid', 'ibeacon', 'virtual', 'unknown'])
const PROXIMITY_TYPES: ReadonlySet<unknown> = new Set(['rfid', 'ibeacon', 'virtual', 'unknown'])
const ZONE_TYPES: ReadonlySet<unknown> = new Set(['uwb', 'wifi', 'rfid', 'ibeacon'])
const MAX_CONTROL_POINTS = 1000
/** Metres, or whatever another system of coordinates counts in. */
const MAX_COORDINATE = 1e9
const MAX_FLOOR = 1000

/** A height that is no number is none, as it takes nothing from where the point is on its floor. */
function pointOf(value: unknown): readonly [x: number, y: number, z: number | undefined] | undefined {
  if (!Array.isArray(value)) return undefined
  const [x, y, z] = (value as unknown[]).map((each) =>
    typeof each === 'number' ? within(each, -MAX_COORDINATE, MAX_COORDINATE) : undefined,
  )
  return x === undefined || y === undefined ? undefined : [x, y, z]
}

const isOnGlobe = ([longitude, latitude]: readonly [number, number, number | undefined]): boolean =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90

function providerOf(json: JsonObject, types: ReadonlySet<unknown>) {
  const [source, providerId] = [textOf(json.source), textOf(json.provider_id)]
  if (source === undefined || providerId === undefined || !types.has(json.provider_type)) return undefined
  return { source, providerId, providerType: json.provider_type as ProviderType }
}

/** Undefined: not a location, or one with a place off the globe. */
export function readOmloxLocation(json: unknown): ReadLocation | undefined {
  if (!isJsonObject(json) || !isJsonObject(json.position) || json.position.type !== 'Point') return undefined
  const provider = providerOf(json, PROVIDER_TYPES)
  const point = pointOf(json.position.coordinates)
  const crs = json.crs === undefined ? 'local' : textOf(json.crs, 64)
  if (provider === undefined || point === undefined || crs === undefined) return undefined
  if (crs === 'EPSG:4326' && !isOnGlobe(point)) return undefined
  const [x, y, z] = point
  const heading = within(json.true_heading, 0, 360)
  const floor = typeof json.floor === 'number' ? within(json.floor, -MAX_FLOOR, MAX_FLOOR) : undefined
  return { ...provider, crs, x, y, z, floor, accuracyMetres: accuracyMetres(json.accuracy), headingDegrees: heading }
}

/** Undefined: not a proximity. */
export function readOmloxProximity(json: unknown): ReadProximity | undefined {
  const provider = isJsonObject(json) ? providerOf(json, PROXIMITY_TYPES) : undefined
  return provider && { ...provider, distanceMetres: accuracyMetres((json as JsonObject).accuracy) }
}

/** Undefined: not a zone, or one whose control points do not come in pairs of a place on the globe and one of its own. */
export function readOmloxZone(json: unknown): ReadZone | undefined {
  if (!isJsonObject(json) || !ZONE_TYPES.has(json.type)) return undefined
  const id = uuidOf(json.id)
  const points = json.ground_control_points ?? []
  if (id === undefined || !Array.isArray(points)) return undefined
  if (points.length % 2 !== 0 || points.length > MAX_CONTROL_POINTS) return undefined
  const controlPairs: ControlPair[] = []
  for (let at = 0; at < points.length; at += 2) {
    const [globe, own] = [pointOf(points[at]), pointOf(points[at + 1])]
    if (globe === undefined || own === undefined || !isOnGlobe(globe)) return undefined
    controlPairs.push({ longitude: globe[0], latitude: globe[1], xMetres: own[0], yMetres: own[1] })
  }
  return { id, name: textOf(json.name), controlPairs }
}
