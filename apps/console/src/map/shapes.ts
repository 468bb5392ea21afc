/** Outlines of the map symbols, once, for the canvas of the map and the lists beside it. Source: design language §8. */
import type { MarkerKind } from './marker.ts'

/** A path around the origin; one unit is one pixel. */
export const OUTLINES: Record<MarkerKind, string> = {
  tracker: 'M14 0A14 14 0 1 1 -14 0A14 14 0 1 1 14 0Z',
  watch: roundRect(-12.8, -12.8, 25.6, 25.6, 7.6),
  phone: roundRect(-10.5, -16, 21, 32, 5),
  station: 'M0-14.5 12.6-7.25V7.25L0 14.5-12.6 7.25V-7.25z',
}

/** The strap of a care watch, behind its case. */
export const STRAP = roundRect(-6.6, -17.4, 13.2, 34.8, 2.6)
export const STRAP_SEAMS = 'M-6.6-13.4h13.2M-6.6 13.4h13.2'
export const PHONE_BAR = 'M-2.6 11.6h5.2'
/** The waves a station listens with; its middle is a dot of radius 1.6. */
export const WAVES = 'M-4.2 4.2a6 6 0 0 1 0-8.4M4.2-4.2a6 6 0 0 1 0 8.4'

/** State shapes in a box of 12 by 12. */
export const STATE_SHAPES = {
  ring: 'M10.2 6A4.2 4.2 0 1 1 1.8 6A4.2 4.2 0 1 1 10.2 6Z',
  halfDisc: 'M6 1.8a4.2 4.2 0 0 0 0 8.4z',
  slash: 'M3.1 8.9 8.9 3.1',
  disc: 'M10.6 6A4.6 4.6 0 1 1 1.4 6A4.6 4.6 0 1 1 10.6 6Z',
  triangle: 'M6 .9 11.5 10.6a.7.7 0 0 1-.6 1H1.1a.7.7 0 0 1-.6-1z',
  triangleStroke: 'M6 4.4v3',
  batteryCase: roundRect(0.8, 3, 8.8, 6, 1.4),
  batteryCharge: roundRect(2.2, 4.4, 1.8, 3.2, 0.4),
  batteryTip: roundRect(10.2, 4.8, 1.4, 2.4, 0.6),
} as const

/** Arrowhead outside the edge of a marker, pointing up; drawn around the marker's centre. */
export const ARROW = 'M-6.4-15.5 0-23.9l6.4 8.4q-6.4-3.4-12.8 0z'
/** The same outside the ring of a selected marker. */
export const ARROW_SELECTED = 'M-6.4-24 0-32.4l6.4 8.4q-6.4-3.4-12.8 0z'

function roundRect(x: number, y: number, width: number, height: number, radius: number): string {
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  const across = width - 2 * radius
  const down = height - 2 * radius
  return `M${x + radius} ${y}h${across}${arc(radius, radius)}v${down}${arc(-radius, radius)}h${-across}${arc(-radius, -radius)}v${-down}${arc(radius, -radius)}Z`
}
