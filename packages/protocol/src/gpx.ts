/** A track as GPX 1.1. Pure. Source: GPX 1.1 Schema Documentation, topografix.com/GPX/1/1. */

export const GPX_TYPE = 'application/gpx+xml'

interface TrackPoint {
  readonly latitude: number
  readonly longitude: number
  /** Epoch milliseconds. */
  readonly atMs: number
}

interface Track {
  readonly name: string
  /** Parts between which nothing is known. */
  readonly parts: readonly (readonly TrackPoint[])[]
  /** Places where it stayed, each with what it is called. */
  readonly stops: readonly (TrackPoint & { readonly name: string })[]
  /** When it was written (epoch ms). */
  readonly madeAtMs: number
}

/** Characters that XML 1.0 has none of. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Text within XML. */
export const xmlText = (text: string): string =>
  text
    .replace(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const timeOf = (ms: number): string => `<time>${new Date(ms).toISOString()}</time>`
const degrees = (value: number): string => value.toFixed(7)
/** GPX has the 180th meridian as -180 only: its longitudes are below 180. */
const longitudeDegrees = (value: number): string => {
  const text = degrees(value)
  return Number(text) === 180 ? degrees(-180) : text
}
const placed = (tag: string, { latitude, longitude, atMs }: TrackPoint, more = ''): string =>
  `<${tag} lat="${degrees(latitude)}" lon="${longitudeDegrees(longitude)}">${timeOf(atMs)}${more}</${tag}>\n`

export function gpxOf({ name, parts, stops, madeAtMs }: Track): string {
  const segments = parts.filter((part) => part.length > 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<gpx version="1.1" creator="Whereabouts" xmlns="http://www.topografix.com/GPX/1/1">\n',
    `<metadata>${timeOf(madeAtMs)}</metadata>\n`,
    ...stops.map((stop) => placed('wpt', stop, `<name>${xmlText(stop.name)}</name>`)),
    `<trk><name>${xmlText(name)}</name>\n`,
    ...segments.map((part) => `<trkseg>\n${part.map((point) => placed('trkpt', point)).join('')}</trkseg>\n`),
    '</trk>\n</gpx>\n',
  ].join('')
}
