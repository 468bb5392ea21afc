/** The scale bar: a round length that fits. */

const EARTH_ROUND_METRES = 40_075_016.686

/** Metres of one screen pixel on the globe, at a latitude. */
export const metresPerPixelAt = (latitude: number, zoom: number): number =>
  (EARTH_ROUND_METRES * Math.cos((latitude * Math.PI) / 180)) / (512 * 2 ** zoom)

export interface ScaleBar {
  readonly metres: number
  readonly widthPx: number
}

/** The longest of 1, 2, 5 × 10ⁿ metres that is no wider than `mostPx`. */
export function scaleBar(metresPerPixel: number, mostPx: number): ScaleBar {
  const most = metresPerPixel * mostPx
  const power = 10 ** Math.floor(Math.log10(most))
  const metres = ([5, 2, 1].find((step) => step * power <= most) ?? 1) * power
  return { metres, widthPx: metres / metresPerPixel }
}

/** `100 m`, `2 km`, `50 cm`: units are written alike in our languages. */
export function scaleText(metres: number): string {
  if (metres >= 1000) return `${metres / 1000} km`
  if (metres >= 1) return `${metres} m`
  return `${Math.round(metres * 100)} cm`
}
