/** The embedded world as GeoJSON. The data file is a chunk of its own, loaded when a map first needs it. */

import type { Shape, Shapes } from '../geo-json.ts'

interface WorldFile {
  readonly land: readonly (readonly (readonly number[])[])[]
  readonly borders: readonly (readonly number[])[]
  readonly cities: readonly (readonly [string, number, number, number])[]
}

/** A flat list of differences in hundredths of a degree to positions in degrees. */
export function decodeLine(differences: readonly number[]): [longitude: number, latitude: number][] {
  const line: [number, number][] = []
  let x = 0
  let y = 0
  for (let at = 0; at < differences.length; at += 2) {
    x += differences[at] ?? 0
    y += differences[at + 1] ?? 0
    line.push([x / 100, y / 100])
  }
  return line
}

export interface World {
  readonly land: Shapes
  readonly borders: Shapes
  readonly cities: Shapes
}

const collection = (geometries: Shape['geometry'][]): Shapes => ({
  type: 'FeatureCollection',
  features: geometries.map((geometry) => ({ type: 'Feature', geometry, properties: {} })),
})

export async function loadWorld(): Promise<World> {
  const file = (await import('./world.json')).default as unknown as WorldFile
  return {
    land: collection(
      file.land.map((rings) => {
        // The date line cuts a ring open where it met it; a ring must end where it began.
        const coordinates = rings.map((ring) => {
          const line = decodeLine(ring)
          return line[0] ? [...line, line[0]] : line
        })
        return { type: 'Polygon', coordinates }
      }),
    ),
    borders: collection(file.borders.map((line) => ({ type: 'LineString', coordinates: decodeLine(line) }))),
    cities: {
      type: 'FeatureCollection',
      features: file.cities.map(([name, x, y, thousands]) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [x / 100, y / 100] },
        properties: { name, thousands },
      })),
    },
  }
}
