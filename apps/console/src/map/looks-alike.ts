/** Whether somebody would see a difference between two drawings: most changes of a large fleet are beside the screen or too small. */
import type { Drawing, MarkerFeature } from './drawing.ts'
import { worldPixels } from './mercator.ts'

/** What moves by less is not seen (px). Always against what is on the screen, so that many small steps are seen. */
const UNSEEN_PX = 0.25

type Place = readonly [longitude: number, latitude: number]

/** `zoom` is that of both. */
export function looksAlike(one: Drawing, other: Drawing, zoom: number): boolean {
  if (one.shownCount !== other.shownCount || one.features.length !== other.features.length) return false
  const unseenDegrees = (UNSEEN_PX * 360) / worldPixels(zoom)
  return one.features.every((feature, at) => isSame(feature, other.features[at] as MarkerFeature, unseenDegrees))
}

function isSame(one: MarkerFeature, other: MarkerFeature, unseenDegrees: number): boolean {
  if (!isNear(one.geometry.coordinates, other.geometry.coordinates, unseenDegrees)) return false
  const { bounds, ...look } = one.properties
  const { bounds: otherBounds, ...otherLook } = other.properties
  const keys = Object.keys(look) as (keyof typeof look)[]
  if (keys.length !== Object.keys(otherLook).length || keys.some((key) => look[key] !== otherLook[key])) return false
  // Where a click on a crowd leads: a member may go far without moving its middle.
  if (bounds === undefined || otherBounds === undefined) return bounds === otherBounds
  const [west, south, east, north] = JSON.parse(bounds)
  const [otherWest, otherSouth, otherEast, otherNorth] = JSON.parse(otherBounds)
  return (
    isNear([west, south], [otherWest, otherSouth], unseenDegrees) &&
    isNear([east, north], [otherEast, otherNorth], unseenDegrees)
  )
}

/** A degree of latitude is more pixels the farther it is from the equator. */
const isNear = ([x, y]: Place, [otherX, otherY]: Place, unseenDegrees: number): boolean =>
  Math.abs(x - otherX) < unseenDegrees && Math.abs(y - otherY) < unseenDegrees * Math.cos((y * Math.PI) / 180)
