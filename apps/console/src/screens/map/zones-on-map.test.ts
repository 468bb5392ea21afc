import type { Notification } from '@whereabouts/contract/notifications'
import type { Zone } from '@whereabouts/contract/zones'
import { expect, test } from 'vitest'
import { givenMap, givenStation } from '../../features/live/given.ts'
import { alarmedZones, areSameHalos, zoneAreas, zoneHalos } from './zones-on-map.ts'

const CORNERS: [number, number][] = [
  [139, 36],
  [140, 36],
  [140, 35],
  [139, 35],
]
const east = givenMap('east', { corners: CORNERS as never })
const west = givenMap('west')
const stairs: Zone = {
  id: 'stairs',
  zone_name: 'Stairs B',
  zone_type: 'danger',
  shape: {
    map_id: 'east',
    polygon: [
      [0, 0],
      [100, 0],
      [100, 100],
    ],
  },
  class_indexes: null,
  active_times: null,
}
const pond: Zone = {
  ...stairs,
  id: 'pond',
  zone_name: 'Pond',
  shape: {
    polygon: [
      [139, 35],
      [139.5, 35],
      [139.5, 35.5],
    ],
  },
}
const zones: Zone[] = [
  stairs,
  pond,
  { ...stairs, id: 'work', zone_type: 'attendance' },
  { ...stairs, id: 'room', shape: { t4_ids: ['T4-1'] } },
]
const ids = (areas: readonly { id: string }[]) => areas.map(({ id }) => id)
const nobody = new Set<string>()

test('a floor shows its own danger zones, the globe those outdoors and those of the plans that lie on it', () => {
  expect(ids(zoneAreas(zones, { openMap: east, plans: [] }, nobody))).toEqual(['stairs'])
  expect(ids(zoneAreas(zones, { openMap: west, plans: [] }, nobody))).toEqual([])
  expect(ids(zoneAreas(zones, { openMap: undefined, plans: [east] }, nobody))).toEqual(['stairs', 'pond'])
  expect(ids(zoneAreas(zones, { openMap: undefined, plans: [west] }, nobody))).toEqual(['pond'])
})

const entered = (zone_id: string | null) => ({ metadata: { zone_id } }) as Notification

test('the zone that somebody entered is red as long as the alarm is open, whatever else has happened there', () => {
  const red = alarmedZones([entered('stairs'), entered(null), entered('stairs')])
  const areas = zoneAreas(zones, { openMap: undefined, plans: [east] }, red)
  expect(areas.map(({ id, isAlarmed }) => [id, isAlarmed])).toEqual([
    ['stairs', true],
    ['pond', false],
  ])
  expect(alarmedZones([entered(null)])).toEqual(nobody)
})

const stations = new Map(
  [
    givenStation('S1', { map_id: 'east', indoor_X: 100, indoor_Y: 50 }),
    givenStation('S2', { map_id: 'east', indoor_X: 300, indoor_Y: 20 }),
    givenStation('gate', { gps_latitude: 35.5, gps_longitude: 139.5 }),
    givenStation('nowhere'),
  ].map((station) => [station.t4_id, station]),
)
const stationOf = (id: string) => stations.get(id)
const lift: Zone = {
  ...stairs,
  id: 'lift',
  zone_name: 'Lift',
  shape: { t4_ids: ['S1', 'S2', 'gate', 'nowhere', 'gone'] },
}

test('a zone without an outline lies around its stations where they stand on that map, and is named once', () => {
  const halos = (openMap: typeof east | undefined, plans: (typeof east)[]) =>
    zoneHalos(
      [lift, { ...lift, id: 'work', zone_type: 'attendance' }],
      { openMap, plans },
      new Set(['lift']),
      stationOf,
    )
  expect(halos(east, []).map(({ name, isAlarmed }) => [name, isAlarmed])).toEqual([
    ['', true],
    ['Lift', true],
  ])
  expect(halos(west, [])).toEqual([])
  expect(halos(undefined, [west]).map(({ spot }) => spot)).toEqual([[139.5, 35.5]])
  expect(halos(undefined, [east])).toHaveLength(3)
  expect(areSameHalos(halos(east, []), halos(east, []))).toBe(true)
  expect(areSameHalos(halos(east, []), halos(undefined, [east]))).toBe(false)
})
