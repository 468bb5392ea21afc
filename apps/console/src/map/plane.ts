/**
 * Indoor maps in the one map component: pixels become tiny degrees around (0, 0), where Mercator is flat.
 * Worst error 1e-4 pixels over 8000 pixels. Longitude comes first here, as in all of src/map.
 */
import type { Plane } from './marker.ts'

const DEGREES_PER_PIXEL = 1e-5

/** Pixels of a plan to its own plane. */
export const onPlane = (plane: Pick<Plane, 'width' | 'height'>, x: number, y: number): [number, number] => [
  (x - plane.width / 2) * DEGREES_PER_PIXEL,
  (plane.height / 2 - y) * DEGREES_PER_PIXEL,
]

export type Corners = [[number, number], [number, number], [number, number], [number, number]]

/** The four corners of a plan on its own plane, as an image source wants them. */
export const planeCorners = (plane: Pick<Plane, 'width' | 'height'>): Corners => [
  onPlane(plane, 0, 0),
  onPlane(plane, plane.width, 0),
  onPlane(plane, plane.width, plane.height),
  onPlane(plane, 0, plane.height),
]
