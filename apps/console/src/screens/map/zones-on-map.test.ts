import type { Notification } from '@whereabouts/contract/notifications'
import type { Zone } from '@whereabouts/contract/zones'
import { expect, test } from 'vitest'
import { givenMap } from '../../features/live/given.ts'
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
