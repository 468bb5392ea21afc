/** The theme's colours for a canvas and WebGL, which cannot read CSS variables themselves. */

const NAMES = [
  'surface',
  'ink',
  't2',
  'prim',
  'ok',
  'warn',
  'off',
  'off-text',
  'bad',
  'bad-text',
  'bad-solid',
  'map-land',
  'map-building',
  'map-road',
  'map-highway',
  'map-highway-edge',
  'map-water',
  'map-park',
  'map-site',
  'map-site-line',
  'map-label',
  'map-label-water',
  'map-road-edge',
  'map-halo',
  'plan-outside',
  'marker-edge',
  'station-fill',
] as const

export type Palette = Readonly<Record<(typeof NAMES)[number], string>>

/** The colours as the page has them now: light or dark. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--wb-${name}`).trim()])) as Palette
}

/** Black or white, whichever is read better on a colour `#RRGGBB`. Older stored class colours may be light. */
export function inkOn(colour: string): string {
  const channel = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
  const onWhite = 1.05 / (luminance + 0.05)
  const onBlack = (luminance + 0.05) / 0.0615
  return onWhite >= onBlack ? '#FFFFFF' : '#1A1D21'
}

/** A colour half way to grey: the last place of something that is not heard now. */
export function paled(colour: string): string {
  const mixed = [1, 3, 5].map((at) => Math.round((Number.parseInt(colour.slice(at, at + 2), 16) + 0x8e * 2) / 3))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
