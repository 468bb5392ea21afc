import { expect, test } from 'vitest'
import { givenStation, givenStore, givenTracker, heardIndoors, NOW, pages } from '../live/given.ts'
import { countByMap } from './counts.ts'

test('each map counts what stands on it, what of it needs attention for an alarm or an alert, and its silent stations', async () => {
  const store = givenStore()
  const east = { qualified_location_info: heardIndoors('T4-1', 'east', 500, 150) }
  const west = { qualified_location_info: heardIndoors('T4-2', 'west', 10, 20) }
  const silent = { connected: false, last_seen: NOW - 100_000 }
  await store.loadTrackers(
    pages([
      givenTracker('alarmed', east),
      givenTracker('silent', { ...east, ...silent, offline_alert: true }),
      givenTracker('silent and alarmed', { ...west, ...silent, offline_alert: true }),
      givenTracker('silent without an alert', { ...west, ...silent }),
      givenTracker('alarmed outdoors', { gps_latitude: 35.1, gps_longitude: 139.2 }),
    ]),
  )
  await store.loadStations(
    pages([
      givenStation('T4-1', { map_id: 'east' }),
      givenStation('T4-2', { map_id: 'west', lastseen_time: NOW - 5000 }),
    ]),
  )
  store.setAttention(new Set(['alarmed', 'silent and alarmed', 'alarmed outdoors']))
  expect(Object.fromEntries(countByMap(store))).toEqual({
    east: { devices: 2, inNeed: 2, stations: 1, stationsOffline: 0 },
    west: { devices: 2, inNeed: 1, stations: 1, stationsOffline: 1 },
  })
})
