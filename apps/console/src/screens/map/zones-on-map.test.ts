import type { Notification } from '@whereabouts/contract/notifications'
import type { Zone } from '@whereabouts/contract/zones'
import { expect, test } from 'vitest'
import { givenMap, givenTracker, heardIndoors } from '../../features/live/given.ts'
import { alarmedZones, zoneAreas } from './zones-on-map.ts'

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
const nobody = new Map<string, string[]>()

test('a floor shows its own danger zones, the globe those outdoors and those of the plans that lie on it', () => {
  expect(ids(zoneAreas(zones, { openMap: east, plans: [] }, nobody))).toEqual(['stairs'])
  expect(ids(zoneAreas(zones, { openMap: west, plans: [] }, nobody))).toEqual([])
  expect(ids(zoneAreas(zones, { openMap: undefined, plans: [east] }, nobody))).toEqual(['stairs', 'pond'])
  expect(ids(zoneAreas(zones, { openMap: undefined, plans: [west] }, nobody))).toEqual(['pond'])
})

const entered = (device_id: string): Notification =>
  ({ id: `alarm of ${device_id}`, type: 'enter_danger_zone', device_id }) as Notification
const inStairs = givenTracker('Ito', { qualified_location_info: heardIndoors('T4-1', 'east', 90, 20) })
const away = givenTracker('Ito', { qualified_location_info: heardIndoors('T4-1', 'east', 500, 20) })

test('the zone that somebody entered is red until the alarm is over, also when they have left it', () => {
  const begun = alarmedZones(nobody, [entered('Ito')], zones, () => inStairs)
  expect([...begun]).toEqual([['alarm of Ito', ['stairs']]])
  expect(alarmedZones(begun, [entered('Ito')], zones, () => away)).toBe(begun)
  const areas = zoneAreas(zones, { openMap: undefined, plans: [east] }, begun)
  expect(areas.map(({ isAlarmed }) => isAlarmed)).toEqual([true, false])
  expect(alarmedZones(begun, [], zones, () => inStairs).size).toBe(0)
})

test('alarms of other kinds, and of devices that are nowhere, colour no zone', () => {
  const offline = { ...entered('Ito'), type: 'device_offline' as const }
  expect(alarmedZones(nobody, [offline], zones, () => inStairs)).toBe(nobody)
  expect(alarmedZones(nobody, [entered('Ito')], zones, () => givenTracker('Ito'))).toBe(nobody)
  expect(alarmedZones(nobody, [entered('Ito')], zones, () => undefined)).toBe(nobody)
})
