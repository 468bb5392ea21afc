import type { Station } from '@whereabouts/contract/stations'
import type { Tracker } from '@whereabouts/contract/trackers'
import { expect, test } from 'vitest'
import { givenStation, givenTracker, heardIndoors, NOW } from '../live/given.ts'
import { STATIONS, TRACKERS } from '../live/kinds.ts'
import { LiveTable } from '../live/live-table.ts'
import { listStations, STATION_SORTS, type StationQuery, stationFacts } from './station-facts.ts'

const { compare } = new Intl.Collator('en', { numeric: true })

function given(stations: Station[], trackers: Tracker[] = []) {
  const table = new LiveTable(STATIONS, compare)
  table.put(stations, NOW)
  const devices = new LiveTable(TRACKERS, compare)
  devices.put(trackers, NOW)
  const facts = stationFacts(table, devices)
  const list = (query: Partial<StationQuery> = {}) =>
    [...listStations(facts, { search: '', filter: 'all', sort: 'status', isDescending: false, ...query }, compare)].map(
      (slot) => table.at(slot)?.t4_id,
    )
  return { facts, list }
}

const dark = { lastseen_time: NOW - 931 }

test('stations stand by state, the offline first, and the filters count and show the same', () => {
  const { facts, list } = given([
    givenStation('on', { map_id: 'm' }),
    givenStation('off 10', dark),
    givenStation('off 9', { ...dark, gps_latitude: 1, gps_longitude: 2 }),
    givenStation('says no', { connection_status: 'disconnected', map_id: 'm' }),
  ])
  expect(list()).toEqual(['off 9', 'off 10', 'says no', 'on'])
  expect(facts.counts).toEqual({ all: 4, connected: 1, offline: 3, unplaced: 1 })
  expect(list({ filter: 'connected' })).toEqual(['on'])
  expect(list({ filter: 'offline' })).toEqual(['off 9', 'off 10', 'says no'])
  expect(list({ filter: 'unplaced' })).toEqual(['off 10'])
})

test('search finds a station by name, id and MAC address', () => {
  const { list } = given([
    givenStation('T4-8C2F10A4E611', { t4_name: 'Corridor', mac_address: '8C:2F:10:A4:E6:11' }),
    givenStation('T4-000000000000', { t4_name: 'Day room' }),
  ])
  for (const search of ['corr', 't4-8c', '2f:10', '2f10a4']) expect(list({ search })).toEqual(['T4-8C2F10A4E611'])
})

test('every column sorts both ways; what a station sees counts the devices it places now', () => {
  const sees = (id: string, station: string, change: Partial<Tracker> = {}) =>
    givenTracker(id, { qualified_location_info: heardIndoors(station, 'm', 1, 2), ...change })
  const { facts, list } = given(
    [
      givenStation('a', { map_name: 'B', wifi_ssid: 'z', firmware: '1.10.0', ip: '10.0.0.9', mac_address: 'B' }),
      givenStation('b', {
        map_name: 'A',
        wifi_ssid: 'y',
        firmware: '1.9.0',
        ip: '10.0.0.10',
        mac_address: 'A',
        ...dark,
      }),
    ],
    [sees('1', 'a'), sees('2', 'a'), sees('3', 'b'), sees('4', 'b', { last_seen: NOW - 1000 })],
  )
  expect([...facts.hears]).toEqual([
    ['a', 2],
    ['b', 1],
  ])
  const both = (sort: StationQuery['sort']) => [list({ sort }).join(''), list({ sort, isDescending: true }).join('')]
  expect(Object.fromEntries(STATION_SORTS.map((sort) => [sort, both(sort)]))).toEqual({
    status: ['ba', 'ab'],
    name: ['ab', 'ba'],
    map: ['ba', 'ab'],
    hears: ['ba', 'ab'],
    wifi: ['ba', 'ab'],
    firmware: ['ba', 'ab'],
    ip: ['ab', 'ba'],
    mac: ['ba', 'ab'],
  })
})
