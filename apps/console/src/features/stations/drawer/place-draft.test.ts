import { expect, test } from 'vitest'
import { givenStation } from '../../live/given.ts'
import { draftOf, placeFaults, placeOf } from './place-draft.ts'

const map = { width: 800, height: 600 }
const draft = draftOf(givenStation('t4'))

test.each([
  ['90', '180', []],
  ['-90', '-180', []],
  ['90.1', '0', ['latitude']],
  ['0', '-180.1', ['longitude']],
  ['abc', '1e999', ['latitude', 'longitude']],
  ['', '139.7', ['latitude']],
  ['35.6', ' ', ['longitude']],
])('latitude %j and longitude %j: wrong are %j [VALID-27, VALID-28]', (latitude, longitude, wrong) => {
  expect(placeFaults({ ...draft, latitude, longitude }, undefined)).toEqual(wrong)
})

test('a point lies on its map, edges included, and without a map none is asked for', () => {
  const on = { ...draft, mapId: 'm' }
  expect(placeFaults({ ...on, x: '800', y: '600' }, map)).toEqual([])
  expect(placeFaults({ ...on, x: '800.5', y: '-1' }, map)).toEqual(['x', 'y'])
  expect(placeFaults({ ...on, x: '', y: '12' }, map)).toEqual(['x'])
  expect(placeFaults({ ...draft, x: 'left over' }, undefined)).toEqual([])
})

test('the request has every part of the place, with null for missing ones', () => {
  expect(placeOf({ mapId: 'm', x: '12,5', y: '7', latitude: '', longitude: '' })).toEqual({
    map_id: 'm',
    indoor_X: 12.5,
    indoor_Y: 7,
    gps_latitude: null,
    gps_longitude: null,
  })
  expect(placeOf({ mapId: '', x: '12', y: '7', latitude: '35.6', longitude: '139.7' })).toEqual({
    map_id: null,
    indoor_X: null,
    indoor_Y: null,
    gps_latitude: 35.6,
    gps_longitude: 139.7,
  })
})
