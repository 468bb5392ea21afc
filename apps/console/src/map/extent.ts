/** The part of a map that holds its markers. */
import { type MarkerColumns, placeOf } from './marker-columns.ts'
import { latitudeOf, longitudeOf } from './mercator.ts'

/** Least side of the part (unit Mercator): one marker alone is shown with its street, not its doorstep. */
const LEAST_SIDE = 6e-6

/** West, south, east, north of all markers on a plane, or on the globe for null; null where there are none. */
export function extentOf(columns: MarkerColumns, plane: string | null): [number, number, number, number] | null {
  const planeSlot = plane === null ? -1 : columns.planeSlot(plane)
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let at = 0; at < columns.count; at++) {
    const place = placeOf(columns, at, planeSlot)
    if (!place) continue
    west = Math.min(west, place[0])
    east = Math.max(east, place[0])
    north = Math.min(north, place[1])
    south = Math.max(south, place[1])
  }
  if (west > east) return null
  const spareX = Math.max(0, LEAST_SIDE - (east - west)) / 2
  const spareY = Math.max(0, LEAST_SIDE - (south - north)) / 2
  return [
    longitudeOf(west - spareX),
    latitudeOf(south + spareY),
    longitudeOf(east + spareX),
    latitudeOf(north - spareY),
  ]
}
