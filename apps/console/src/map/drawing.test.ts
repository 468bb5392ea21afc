import { expect, test } from 'vitest'
import { draw, type MarkerFeature } from './drawing.ts'
import { ALL, at, drawn } from './given.ts'
import { MarkerColumns } from './marker-columns.ts'
import { longitudeOf, mercatorX } from './mercator.ts'

/** So many pixels east of 139.5 at zoom 10. */
const east = (pixels: number): number => longitudeOf(mercatorX(139.5) + pixels / (512 * 2 ** 10))
const ids = (features: readonly MarkerFeature[]) => features.map(({ properties }) => properties.id).sort()
const one = (features: readonly MarkerFeature[], id: string) =>
  features.find(({ properties }) => properties.id === id)?.properties

test('only what is on the screen, or a tenth beside it, is drawn', () => {
  const { features, shownCount } = drawn([at('in', 139.5, 35.5), at('beside', 140.05, 35.5), at('far', 141, 35.5)])
  expect(ids(features)).toEqual(['beside', 'in'])
  expect(shownCount).toBe(2)
})

test('a device of which only the place is known is not drawn, since its status is unknown', () => {
  const place = { longitude: 139.5, latitude: 35.5 }
  expect(drawn([{ id: 'early', place }]).features).toEqual([])
  expect(ids(drawn([{ id: 'early', place }, at('early', 139.5, 35.5)]).features)).toEqual(['early'])
})

test('a view across the date line shows both its sides', () => {
  const view = { west: 178, east: 183 }
  expect(
    ids(drawn([at('fiji', 179, 35.5), at('samoa', -178, 35.5), at('japan', 139, 35.5)], {}, view).features),
  ).toEqual(['fiji', 'samoa'])
})

test('devices that would cover each other become one crowd with their number; closer by they are told apart', () => {
  const two = [at('a', east(0), 35.5), at('b', east(30), 35.5)]
  const far = drawn(two)
  expect(far.features).toHaveLength(1)
  expect(far.features[0]?.properties).toMatchObject({ count: 2, kind: 'crowd' })
  expect(far.shownCount).toBe(2)
  expect(ids(drawn(two, {}, { zoom: 11 }).features)).toEqual(['a', 'b'])
})

test('devices that need attention, and the selected one, are never hidden in a cluster', () => {
  const three = ['a', 'b', 'c', 'd'].map((id, index) => at(id, east(index), 35.5))
  const { features } = drawn(three, { attentionIds: ['a'], selectedId: 'b' })
  expect(one(features, 'a')).toMatchObject({ top: true, order: 9 })
  expect(one(features, 'b')).toMatchObject({ top: true, order: 8 })
  expect(features.filter(({ properties }) => properties.count === 2)).toHaveLength(1)
})

test('several in need at one place are a crowd with the triangle, which takes in the quiet ones it would cover', () => {
  const changes = [...['a', 'b', 'c', 'd'].map((id, index) => at(id, east(index), 35.5)), at('beside', east(80), 35.5)]
  const { features, shownCount } = drawn(changes, { attentionIds: ['a', 'b'] })
  expect(features.map(({ properties: { icon, count, order } }) => [icon.slice(0, 4), count, order])).toEqual([
    ['wb-m', undefined, 3],
    ['wb-c', 4, 9],
  ])
  expect(features[1]?.properties.icon).toBe('wb-c|0|0|6|6')
  expect(shownCount).toBe(5)
  expect(ids(drawn(changes, { attentionIds: ['a', 'b'] }, { isClosest: true }).features)).toEqual([
    'a',
    'b',
    'beside',
    'c',
    'd',
  ])
})

test('a popup beside the selected marker says its name already', () => {
  const { features } = drawn([at('a', 139.5, 35.5)], { selectedId: 'a', namesSelected: false })
  expect(one(features, 'a')?.name).toBe('')
})

test('hidden kinds and classes are not drawn, but for the selected and those in need [DISP-02, DISP-03]', () => {
  const changes = [
    at('device', 139.2, 35.5, { colourIndex: 3 }),
    at('other', 139.4, 35.5),
    at('station', 139.6, 35.5, { kind: 'station' }),
    at('chosen', 139.8, 35.5, { colourIndex: 3 }),
  ]
  expect(ids(drawn(changes, { showsDevices: false }).features)).toEqual(['station'])
  expect(ids(drawn(changes, { showsStations: false }).features)).toEqual(['chosen', 'device', 'other'])
  expect(ids(drawn(changes, { hiddenColours: [3], selectedId: 'chosen' }).features)).toEqual([
    'chosen',
    'other',
    'station',
  ])
  expect(ids(drawn(changes, { hiddenColours: [-1, 3] }).features)).toEqual(['station'])
})

test('at the closest zoom a crowd of eight fans out by itself, a larger one when it is clicked', () => {
  const crowd = (size: number) => Array.from({ length: size }, (_, index) => at(`d${index}`, 139.5, 35.5))
  expect(drawn(crowd(8), {}, { isClosest: true }).features).toHaveLength(8)
  expect(drawn(crowd(9), {}, { isClosest: true }).features).toHaveLength(1)
  const fanned = drawn(crowd(9), { fannedId: 'd4' }, { isClosest: true }).features
  expect(new Set(fanned.map(({ geometry }) => geometry.coordinates.join())).size).toBe(9)
})

test('the ring of a crowd shows every state that is in it, however rare', () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    at(`d${index}`, 139.5, 35.5, index === 0 ? { state: 'offline' } : index === 1 ? { state: 'disconnected' } : {}),
  )
  expect(drawn(many).features[0]?.properties.icon).toBe('wb-c|1|1|10|0')
})

test('a station behind a crowd of devices is left out until one comes closer; beside it stays', () => {
  const changes = [
    at('a', east(0), 35.5),
    at('b', east(4), 35.5),
    at('behind', east(10), 35.5, { kind: 'station' }),
    at('beside', east(60), 35.5, { kind: 'station' }),
  ]
  expect(ids(drawn(changes).features)).toEqual(['a', 'beside'])
})

test('on a floor plan stands only what is on that floor', () => {
  const columns = new MarkerColumns()
  columns.setPlanes([{ id: 'f1', width: 1000, height: 500, corners: null }])
  columns.apply([
    { id: 'here', kind: 'tracker', state: 'connected', indoor: { plane: 'f1', x: 500, y: 250 } },
    { id: 'elsewhere', kind: 'tracker', state: 'connected', indoor: { plane: 'f2', x: 500, y: 250 } },
    at('outside', 139.5, 35.5),
  ])
  const view = { plane: 'f1', west: -0.01, east: 0.01, south: -0.01, north: 0.01, zoom: 16, isClosest: false }
  const { features } = draw(columns, view, ALL)
  expect(ids(features)).toEqual(['here'])
  expect(features[0]?.geometry.coordinates.map((degrees) => Math.round(degrees * 1e7))).toEqual([0, 0])
})

test('a moving marker points in its direction, unless it is no longer heard', () => {
  const { features } = drawn([
    at('moving', 139.2, 35.5, { heading: 90 }),
    at('gone', 139.8, 35.5, { heading: 90, state: 'offline' }),
  ])
  expect(one(features, 'moving')).toMatchObject({ heading: 90 })
  expect(one(features, 'gone')).not.toHaveProperty('heading')
})
