import type { Tracker } from '@whereabouts/contract/trackers'
import { expect, test } from 'vitest'
import { givenTracker, heardIndoors, NOW } from '../live/given.ts'
import { TRACKERS } from '../live/kinds.ts'
import { LiveTable } from '../live/live-table.ts'
import { DEVICE_SORTS, deviceFacts, narrowDevices, orderDevices } from './device-facts.ts'

const { compare } = new Intl.Collator('en', { numeric: true })
type Query = Parameters<typeof orderDevices>[1] & Parameters<typeof narrowDevices>[2]
const FIRMWARES = new Map([['g3', '1.8.3']])

function given(...rows: Tracker[]) {
  const table = new LiveTable(TRACKERS, compare)
  table.put(rows, NOW)
  const facts = () => deviceFacts(table, new Set(['alarmed']), FIRMWARES)
  const list = ({ sort = 'status', isDescending = false, ...rest }: Partial<Query> = {}) => {
    const order = orderDevices(facts(), { sort, isDescending }, compare)
    const shown = narrowDevices(facts(), order, { search: '', filter: 'all', classes: [], ...rest })
    return [...shown].map((slot) => table.at(slot)?.device_id)
  }
  return { table, facts, list }
}

const offline = { status: 'offline', connected: false, last_seen: NOW - 1000 } as const
const lost = { status: 'disconnected', connected: false, last_seen: NOW - 60 } as const

test('without any choice the table stands by state: attention, disconnected, connected, offline; then by name', () => {
  const { list } = given(
    givenTracker('on 10'),
    givenTracker('on 9'),
    givenTracker('off', offline),
    givenTracker('off and to tell', { ...offline, offline_alert: true }),
    givenTracker('lost', lost),
    givenTracker('alarmed'),
  )
  expect(list()).toEqual(['alarmed', 'off and to tell', 'lost', 'on 9', 'on 10', 'off'])
})

test('each filter shows what its count says', () => {
  const { facts, list } = given(
    givenTracker('fine'),
    givenTracker('off', offline),
    givenTracker('told', { ...offline, offline_alert: true }),
    givenTracker('lost', lost),
    givenTracker('empty', { battery: 15 }),
    givenTracker('old', { firmware: '1.7.10' }),
    // No firmware of ours: other makes, phones, and models there is nothing for.
    givenTracker('tag', { firmware: '1.0.0', make: 'RuuviTag' }),
    givenTracker('phone', { device_model: 'mobile', firmware: '1.0.0' }),
    givenTracker('unknown', { battery: null, firmware: '' }),
  )
  expect(facts().counts).toEqual({ all: 9, attention: 1, disconnected: 1, offline: 2, low: 1, update: 1 })
  expect(list({ filter: 'attention' })).toEqual(['told'])
  expect(list({ filter: 'disconnected' })).toEqual(['lost'])
  expect(list({ filter: 'offline' })).toEqual(['told', 'off'])
  expect(list({ filter: 'low' })).toEqual(['empty'])
  expect(list({ filter: 'update' })).toEqual(['old'])
})

test.each(['wheel', 'G3S-09B2', 'd4:36:39', 'd43639', 'D43639', '8a20-4F', '輪椅'])(
  'search finds %s in name, id, MAC address or serial number, and no place',
  (search) => {
    const { list } = given(
      givenTracker('g3s-09b2f771', {
        name: 'Wheelchair 輪椅',
        mac_address: 'D4:36:39:8B:21:F0',
        serial_number: '8A20-4F21A9C3',
        qualified_location_info: null,
      }),
      givenTracker('x', { mac_address: 'AA:D4:30:00:00:00' }),
    )
    expect(list({ search })).toEqual(['g3s-09b2f771'])
  },
)

test('a device that gets another MAC address is found by it at once', () => {
  const { table, list } = given(givenTracker('a', { mac_address: '00:00:00:00:00:01' }))
  table.patch('a', { mac_address: '00:00:00:00:00:02' }, NOW)
  expect(list({ search: '00:02' })).toEqual(['a'])
  expect(list({ search: '00:01' })).toEqual([])
})

test('classes narrow the list, and -1 stands for none', () => {
  const { list } = given(
    givenTracker('a', { class_index: 0 }),
    givenTracker('b', { class_index: 1 }),
    givenTracker('c'),
  )
  expect(list({ classes: [1] })).toEqual(['b'])
  expect(list({ classes: [0, -1] })).toEqual(['a', 'c'])
})

test('every column sorts both ways, and what is not known stays last', () => {
  const { list } = given(
    givenTracker('a', {
      class_index: 2,
      battery: 10,
      rssi: -90,
      firmware: '1.10.0',
      last_seen: NOW - 5,
      add_date: 5,
      serial_number: 'B',
      qualified_location_info: heardIndoors('t4', 'west', 1, 2),
      mac_address: 'B',
      device_model: 'g5',
    }),
    givenTracker('b', {
      class_index: 0,
      battery: 90,
      rssi: -40,
      firmware: '1.9.0',
      last_seen: NOW - 9,
      add_date: 9,
      serial_number: 'A',
      qualified_location_info: heardIndoors('t4', 'east', 1, 2),
      mac_address: 'A',
      device_model: 'g3',
    }),
    givenTracker('n', {
      class_index: -1,
      battery: null,
      rssi: null,
      firmware: '',
      last_seen: null,
      add_date: 1,
      device_model: 'g3m',
      status: 'offline',
    }),
  )
  const both = (sort: Query['sort']) => [list({ sort }).join(''), list({ sort, isDescending: true }).join('')]
  expect(Object.fromEntries(DEVICE_SORTS.map((sort) => [sort, both(sort)]))).toEqual({
    status: ['abn', 'nab'],
    name: ['abn', 'nba'],
    class: ['ban', 'abn'],
    location: ['ban', 'abn'],
    battery: ['abn', 'ban'],
    signal: ['abn', 'ban'],
    firmware: ['ban', 'abn'],
    model: ['bna', 'anb'],
    lastSeen: ['ban', 'abn'],
    added: ['nab', 'ban'],
    id: ['abn', 'nba'],
    serial: ['ban', 'abn'],
    mac: ['ban', 'abn'],
  })
})
