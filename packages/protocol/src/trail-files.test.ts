import { expect, test } from 'vitest'
import { polygonGeometry } from './geojson.ts'
import { type Trail, trailGeoJson, trailGpx } from './trail-files.ts'

const nowhere = { map_id: null, indoor_X: null, indoor_Y: null, gps_latitude: null, gps_longitude: null }
const outdoors = (at_ms: number, gps_latitude: number, gps_longitude: number) => ({
  ...{ ...nowhere, at_ms, gps_latitude, gps_longitude },
})
const plan = {
  ...{ id: 'plan', map_name: '2F', width: 200, height: 100 },
  corners: [
    [10, 4],
    [12, 4],
    [12, 3],
    [10, 3],
  ] as const,
}
const stay = {
  device_name: 'Sato <Ren>',
  station_name: 'Gate & garden',
  kind: 'station',
  start_time: 60,
  duration: 90,
} as const
const trail: Trail = {
  deviceId: 'G3-1',
  stays: [
    { ...stay, ...nowhere, map_id: 'plan', indoor_X: 50, indoor_Y: 25 },
    { ...stay, ...nowhere, kind: 'moving', start_time: 150 },
    { ...stay, ...nowhere, map_id: 'elsewhere', indoor_X: 1, indoor_Y: 2, start_time: 300 },
  ],
  way: [
    outdoors(0, 35.6, 139.5),
    { ...nowhere, at_ms: 1000, map_id: 'plan', indoor_X: 50, indoor_Y: 25 },
    { ...nowhere, at_ms: 2000, map_id: 'elsewhere', indoor_X: 50, indoor_Y: 25 },
    outdoors(933_000, 35.61, 139.51),
    outdoors(934_000, 35.62, 139.52),
  ],
  plans: new Map([['plan', plan]]),
  madeAtMs: 0,
}

test('a trail is a line for each part of the way and a point for each stay, longitude first', () => {
  const { type, features } = JSON.parse(trailGeoJson(trail))
  expect(type).toBe('FeatureCollection')
  expect(features.map(({ geometry }: { geometry: { type: string } | null }) => geometry?.type)).toEqual([
    ...['LineString', 'LineString', 'Point', undefined],
  ])
  expect(features[0]).toEqual({
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [
        [139.5, 35.6],
        [10.5, 3.75],
      ],
    },
    properties: {
      ...{ device_id: 'G3-1', name: 'Sato <Ren>' },
      coordTimes: ['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:01.000Z'],
    },
  })
  expect(features[2].properties).toMatchObject({
    map_id: 'plan',
    map_name: '2F',
    x: 50,
    y: 25,
    station_name: 'Gate & garden',
  })
  // On a plan that lies nowhere it has a place all the same.
  expect(features[3]).toMatchObject({ geometry: null, properties: { map_id: 'elsewhere', x: 1, y: 2 } })
})

test('GPX holds what has coordinates, in parts between silences, with times and safe names', () => {
  const gpx = trailGpx(trail)
  expect(gpx.match(/<trkseg>/g)).toHaveLength(2)
  expect(gpx.match(/<trkpt /g)).toHaveLength(4)
  expect(gpx.match(/<wpt /g)).toHaveLength(1)
  expect(gpx).toContain('<trkpt lat="35.6000000" lon="139.5000000"><time>1970-01-01T00:00:00.000Z</time></trkpt>')
  expect(gpx).toContain('<name>Sato &lt;Ren&gt;</name>')
  expect(gpx).toContain('<name>Gate &amp; garden</name>')
  expect(trailGpx({ ...trail, stays: [{ ...trail.stays[0]!, device_name: 'a\u0000\u001bb' }] })).toContain(
    '<name>ab</name>',
  )
})

test('an outline is closed and runs counter-clockwise, whichever way it was drawn', () => {
  const ring = [
    [0, 0],
    [2, 0],
    [2, 1],
    [0, 0],
  ]
  const outline = [
    [0, 0],
    [2, 0],
    [2, 1],
  ] as const
  expect(polygonGeometry(outline)).toEqual({ type: 'Polygon', coordinates: [ring] })
  expect(polygonGeometry(outline.toReversed())).toMatchObject({
    coordinates: [
      [
        [0, 0],
        [2, 0],
        [2, 1],
        [0, 0],
      ],
    ],
  })
})

test('a way over the 180th meridian is cut there, with the time of the crossing', () => {
  const way = [
    outdoors(0, -16, 179.5),
    outdoors(100_000, -17, -179.5),
    outdoors(200_000, -17, -179),
    outdoors(300_000, -17, 179),
  ]
  const trail = { deviceId: 'd', stays: [], way, plans: new Map(), madeAtMs: 0 }
  const [{ geometry, properties }] = JSON.parse(trailGeoJson(trail)).features
  expect(geometry).toEqual({
    type: 'MultiLineString',
    coordinates: [
      [
        [179.5, -16],
        [180, -16.5],
      ],
      [
        [-180, -16.5],
        [-179.5, -17],
        [-179, -17],
        [-180, -17],
      ],
      [
        [180, -17],
        [179, -17],
      ],
    ],
  })
  const seconds = properties.coordTimes.map((line: string[]) => line.map((time) => Date.parse(time) / 1000))
  expect(seconds).toEqual([
    [0, 50],
    [50, 100, 200, 250],
    [250, 300],
  ])
})

test.each([
  [
    'eastwards',
    [
      [179, -17],
      [-179, -17],
      [-179, -16],
      [179, -16],
    ],
  ],
  [
    'westwards',
    [
      [-179, -16],
      [179, -16],
      [179, -17],
      [-179, -17],
    ],
  ],
  [
    'with longitudes beyond 180',
    [
      [179, -17],
      [181, -17],
      [181, -16],
      [179, -16],
    ],
  ],
] as const)('a zone over the 180th meridian, drawn %s, has a part on each side', (_what, corners) => {
  const { type, coordinates } = polygonGeometry(corners)
  expect(type).toBe('MultiPolygon')
  const boxes = (coordinates as [number, number][][][]).map(([ring]) => {
    const longitudes = ring!.map(([longitude]) => longitude)
    return [Math.min(...longitudes), Math.max(...longitudes), ring!.length]
  })
  expect(boxes.toSorted((one, other) => one[0]! - other[0]!)).toEqual([
    [-180, -179, 5],
    [179, 180, 5],
  ])
})

test('a zone that touches the 180th meridian is whole', () => {
  const touching = [
    [179, -17],
    [180, -17],
    [180, -16],
    [179, -16],
  ] as const
  expect(polygonGeometry(touching)).toEqual({ type: 'Polygon', coordinates: [[...touching, touching[0]]] })
})
