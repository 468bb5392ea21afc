/** Web Mercator with the world as one unit square: x from the date line eastwards, y from the north. */

export const mercatorX = (longitude: number): number => (longitude + 180) / 360

export function mercatorY(latitude: number): number {
  const sine = Math.sin((Math.max(-85.051129, Math.min(85.051129, latitude)) * Math.PI) / 180)
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
}

export const longitudeOf = (x: number): number => x * 360 - 180
export const latitudeOf = (y: number): number => (Math.atan(Math.exp((1 - 2 * y) * Math.PI)) * 360) / Math.PI - 90

/** Side of the world in screen pixels at a zoom. */
export const worldPixels = (zoom: number): number => 512 * 2 ** zoom
