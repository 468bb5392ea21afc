import { expect, test } from 'vitest'
import { givenStation, givenTracker, heardIndoors } from './given.ts'
import { stationPlace, trackerLook, trackerPlace } from './marker-changes.ts'

test.each([
  ['g3', 'tracker'],
  ['g3s', 'tracker'],
  ['g3d', 'tracker'],
  ['g3d2', 'tracker'],
  ['g3m', 'tracker'],
  ['g5', 'watch'],
  ['mobile', 'phone'],
] as const)('the marker of model %s is that of a %s [ENT-tracker.device_model]', (device_model, kind) => {
  expect(trackerLook(givenTracker('a', { device_model }), 'connected').kind).toBe(kind)
})

test('the marker of a device has its name and the colour of its class [ENT-tracker.name, ENT-tracker.class_index]', () => {
  const tracker = givenTracker('a', { name: 'Wheelchair 07', class_index: 3 })
  expect(trackerLook(tracker, 'connected')).toMatchObject({ id: 'a', name: 'Wheelchair 07', colourIndex: 3 })
})

test('a station is drawn where it stands on its plan, and outdoors where its coordinates are [ENT-station.indoor_X, ENT-station.indoor_Y, ENT-station.map_id]', () => {
  const station = givenStation('T4-1', { map_id: 'plan', indoor_X: 120.5, indoor_Y: 80 })
  expect(stationPlace(station)).toEqual({ id: 'T4-1', place: null, indoor: { plane: 'plan', x: 120.5, y: 80 } })
  const outdoors = givenStation('T4-2', { gps_latitude: 35.6, gps_longitude: 139.7 })
  expect(stationPlace(outdoors)).toEqual({ id: 'T4-2', place: { latitude: 35.6, longitude: 139.7 }, indoor: null })
  expect(stationPlace({ t4_id: 'T4-1', t4_name: 'Gate' })).toBeUndefined()
})

test('a device is drawn on the plan of the station that hears it, before its own coordinates', () => {
  const tracker = givenTracker('a', {
    ...{ gps_latitude: 35.6, gps_longitude: 139.7 },
    qualified_location_info: heardIndoors('T4-1', 'plan', 12, 7),
  })
  expect(trackerPlace(tracker)).toMatchObject({ id: 'a', indoor: { plane: 'plan', x: 12, y: 7 } })
})
