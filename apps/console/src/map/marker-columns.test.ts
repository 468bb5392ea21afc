import { expect, test } from 'vitest'
import { extentOf } from './extent.ts'
import type { Plane } from './marker.ts'
import { MarkerColumns, placeOf } from './marker-columns.ts'
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator.ts'

const PLAN: Plane = {
  id: 'f1',
  width: 1000,
  height: 500,
  corners: [
    [139, 36],
    [140, 36],
    [140, 35],
    [139, 35],
  ],
}
const globe = (columns: MarkerColumns, id: string) => {
  const place = placeOf(columns, columns.slotOf(id) ?? -1, -1)
  return place && [longitudeOf(place[0]), latitudeOf(place[1])].map((degrees) => Math.round(degrees * 1e6) / 1e6)
}

test('a place on a plan counts before GPS, and GPS again when it is taken away', () => {
  const columns = new MarkerColumns()
  columns.setPlanes([PLAN])
  columns.apply([{ id: 'a', place: { longitude: 100, latitude: 10 }, indoor: { plane: 'f1', x: 250, y: 250 } }])
  expect(globe(columns, 'a')).toEqual([139.25, 35.5])
  columns.apply([{ id: 'a', indoor: null }])
  expect(globe(columns, 'a')).toEqual([100, 10])
})

test('a place on a plan that comes later than its device is found once the plan is known', () => {
  const columns = new MarkerColumns()
  columns.apply([{ id: 'a', indoor: { plane: 'f1', x: 0, y: 0 } }])
  expect(globe(columns, 'a')).toBeUndefined()
  columns.setPlanes([PLAN])
  expect(globe(columns, 'a')).toEqual([139, 36])
})

test('ten thousand markers keep their places while the columns grow', () => {
  const columns = new MarkerColumns()
  const place = (at: number) => ({ longitude: (at % 3600) / 10 - 180, latitude: (at % 800) / 10 - 40 })
  columns.apply(Array.from({ length: 10_000 }, (_, at) => ({ id: `d${at}`, place: place(at) })))
  for (const at of [0, 1023, 1024, 9999]) {
    const { longitude, latitude } = place(at)
    expect(globe(columns, `d${at}`)?.[0]).toBeCloseTo(longitude, 6)
    expect(globe(columns, `d${at}`)?.[1]).toBeCloseTo(latitude, 6)
  }
})

test('a marker that is removed is nowhere, and comes back where it is told next', () => {
  const columns = new MarkerColumns()
  columns.apply([{ id: 'a', place: { longitude: 1, latitude: 2 } }])
  columns.remove(['a', 'never known'])
  expect(globe(columns, 'a')).toBeUndefined()
  expect(columns.count).toBe(1)
  columns.apply([{ id: 'a', place: { longitude: 3, latitude: 4 } }])
  expect(globe(columns, 'a')).toEqual([3, 4])
})

test('the extent holds every marker; one alone is shown with its street; none has no extent', () => {
  const columns = new MarkerColumns()
  expect(extentOf(columns, null)).toBeNull()
  columns.apply([{ id: 'a', place: { longitude: 139, latitude: 35 } }])
  const [west, south, east, north] = extentOf(columns, null) as [number, number, number, number]
  expect(mercatorX(east) - mercatorX(west)).toBeCloseTo(6e-6, 9)
  expect(mercatorY(south) - mercatorY(north)).toBeCloseTo(6e-6, 9)
  columns.apply([{ id: 'b', place: { longitude: 141, latitude: 36 } }])
  expect(extentOf(columns, null)?.map((degrees) => Math.round(degrees * 1000) / 1000)).toEqual([139, 35, 141, 36])
})
