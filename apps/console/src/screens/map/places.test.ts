import { expect, test } from 'vitest'
import { plansOnGlobe } from '../../features/indoor-maps/plans-on-globe.ts'
import { givenMap, givenStation, givenStore, givenTracker, heardIndoors, pages } from '../../features/live/given.ts'
import { floorName } from './floor-strip.tsx'
import { placePopup } from './popup-place.ts'
import { reachOf } from './reach.ts'
import { buildingAt } from './use-building.ts'
import { whereaboutsOf } from './whereabouts.ts'

const CORNERS: [number, number][] = [
  [139, 36],
  [140, 36],
  [140, 35],
  [139, 35],
]

async function given() {
  const store = givenStore()
  store.setMaps([
    givenMap('on-globe', { corners: CORNERS as never }),
    givenMap('second floor', { corners: CORNERS as never, floor: '2F' }),
    givenMap('nowhere', { building: 'Shed' }),
  ])
  await store.loadStations(pages([givenStation('T4-1', { map_id: 'on-globe', indoor_X: 500, indoor_Y: 250 })]))
  await store.loadTrackers(
    pages([
      givenTracker('inside', { qualified_location_info: heardIndoors('T4-1', 'on-globe', 500, 150) }),
      givenTracker('near', { qualified_location_info: heardIndoors('T4-1', 'on-globe', 510, 250) }),
      givenTracker('silent', {
        connected: false,
        status: 'disconnected',
        qualified_location_info: heardIndoors('T4-1', 'on-globe', 0, 0),
      }),
      givenTracker('shed', { qualified_location_info: heardIndoors('T4-2', 'nowhere', 10, 20) }),
      givenTracker('outside', { gps_latitude: 35.1, gps_longitude: 139.2 }),
      givenTracker('unplaced'),
    ]),
  )
  return store
}
const device = (id: string) => ({ kind: 'device', id }) as const

test('a device indoors is looked for on its own floor', async () => {
  const where = whereaboutsOf(await given(), device('inside'), 'plan')
  expect(where).toEqual({ on: 'plane', mapId: 'on-globe', x: 500, y: 150 })
})

test('outdoors it is looked for where its floor lies, with that floor shown', async () => {
  const where = whereaboutsOf(await given(), device('inside'), 'globe')
  expect(where).toEqual({ on: 'globe', longitude: 139.5, latitude: 35.7, mapId: 'on-globe' })
})

test('a floor that lies nowhere on the globe is opened; what is outside is shown outside; what has no place nowhere', async () => {
  const store = await given()
  expect(whereaboutsOf(store, device('shed'), 'globe')).toEqual({ on: 'plane', mapId: 'nowhere', x: 10, y: 20 })
  expect(whereaboutsOf(store, device('outside'), 'plan')).toMatchObject({ on: 'globe', longitude: 139.2 })
  expect(whereaboutsOf(store, device('unplaced'), 'plan')).toBeUndefined()
  expect(whereaboutsOf(store, { kind: 'map', id: 'on-globe' }, 'plan')).toBeUndefined()
})

test('one of several floors above each other is shown: the floor of the person who is searched, else the lowest', async () => {
  const { maps } = await given()
  expect(plansOnGlobe(maps, null).map(({ id }) => id)).toEqual(['on-globe'])
  expect(plansOnGlobe(maps, 'second floor').map(({ id }) => id)).toEqual(['second floor'])
})

test('the circle of a station reaches to the farthest device it hears now', async () => {
  const reach = reachOf(await given(), 'T4-1', 'on-globe')
  expect(reach?.centre).toEqual([0, 0])
  expect(reach?.radius).toBeCloseTo(100e-5, 8)
})

test('a station on another floor, or with nobody around, has no circle', async () => {
  const store = await given()
  expect(reachOf(store, 'T4-1', 'second floor')).toBeUndefined()
  expect(reachOf(store, 'T4-9', null)).toBeUndefined()
})

const ROOM = { width: 1000, height: 800 }
const POPUP = { width: 280, height: 160 }

test.each([
  ['to the right where nothing is in the way', { x: 400, y: 400 }, [], 'right'],
  ['to the left at the right edge', { x: 900, y: 400 }, [], 'left'],
  [
    'away from other markers',
    { x: 400, y: 400 },
    [
      { x: 500, y: 400 },
      { x: 300, y: 400 },
    ],
    'below',
  ],
] as const)('a popup opens %s', (_, marker, others, side) => {
  const place = placePopup(marker, POPUP, ROOM, others)
  expect(place.side).toBe(side)
  expect(place.x).toBeGreaterThanOrEqual(12)
  expect(place.y).toBeGreaterThanOrEqual(12)
  expect(place.x + POPUP.width).toBeLessThanOrEqual(ROOM.width - 12)
  expect(place.y + POPUP.height).toBeLessThanOrEqual(ROOM.height - 12)
})

test('in the middle of the map is the building whose plans lie there, by its name', async () => {
  const { maps } = await given()
  const named = maps.map((map) => ({ ...map, building: map.corners ? 'Garden' : 'Shed' }))
  expect(buildingAt(named, [139.5, 35.5])).toBe('Garden')
  expect(buildingAt(named, [141, 35.5])).toBe('')
})

test('a floor is called by what tells it from the others of its building', () => {
  const name = (map_name: string, floor: string) => floorName({ building: 'Garden', floor, map_name })
  expect(name('Garden 2F East', '2F')).toBe('2F East')
  expect(name('Garden', '2F')).toBe('2F')
  expect(name('Attic', '')).toBe('Attic')
})
