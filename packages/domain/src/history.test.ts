import { expect, test } from 'vitest'
import { alarmAt, contactsOf, type Meeting, type Stay, thinned, trailLogs, withWays } from './history.ts'

const MINUTE = 60_000
const stay = (fromMin: number, untilMin: number, given: Partial<Stay> = {}): Stay => ({
  ...{
    from_ms: fromMin * MINUTE,
    until_ms: untilMin * MINUTE,
    kind: 'station',
    sender_id: 'T4-1',
    sender_name: 'Hall',
  },
  ...{ map_id: null, indoor_X: null, indoor_Y: null, gps_latitude: null, gps_longitude: null, rssi: -60 },
  ...{ device_name: 'Sato Kenji', class_index: 0, ...given },
})
const elsewhere = { sender_id: 'T4-2', sender_name: 'Lounge' }
const moving = { kind: 'moving', sender_id: '', sender_name: '', rssi: null } as const
const told = (stays: readonly Stay[]) =>
  stays.map(({ kind, sender_id, from_ms, until_ms }) => [kind, sender_id, from_ms / MINUTE, until_ms / MINUTE])

test('the time between two stays is the way between them, up to 930 s of silence', () => {
  expect(told(withWays([stay(0, 10), stay(20, 30, elsewhere), stay(46, 50)]))).toEqual([
    ['station', 'T4-1', 0, 10],
    ['moving', '', 10, 20],
    ['station', 'T4-2', 20, 30],
    ['station', 'T4-1', 46, 50],
  ])
})

test('a moving stay takes the times before and after it', () => {
  expect(told(withWays([stay(0, 10), stay(12, 14, moving), stay(16, 30, elsewhere)]))).toEqual([
    ['station', 'T4-1', 0, 10],
    ['moving', '', 10, 16],
    ['station', 'T4-2', 16, 30],
  ])
})

test('stays that two servers cut differently overlap no more, and one place is one stay', () => {
  expect(told(withWays([stay(0, 10), stay(8, 12), stay(9, 11, elsewhere), stay(11, 20, elsewhere)]))).toEqual([
    ['station', 'T4-1', 0, 12],
    ['station', 'T4-2', 12, 20],
  ])
})

test('a stay under another name is another one', () => {
  expect(withWays([stay(0, 10), stay(10, 20, { device_name: 'Kenji' })])).toHaveLength(2)
})

test('logs of a trail are whole seconds; moving is -1, and a phone has no strength', () => {
  const logs = trailLogs([stay(0, 10), stay(20, 30, { kind: 'phone', sender_id: 'phone', rssi: null })], 32 * MINUTE)
  expect(
    logs.map(({ rssi_avg, start_time, duration, continues }) => [rssi_avg, start_time, duration, continues]),
  ).toEqual([
    [-60, 0, 600, false],
    [-1, 600, 600, false],
    [null, 1200, 600, true],
  ])
})

test('a trail goes on until its device is offline', () => {
  expect(trailLogs([stay(0, 10)], 10 * MINUTE + 930_000)[0]?.continues).toBe(true)
  expect(trailLogs([stay(0, 10)], 10 * MINUTE + 930_001)[0]?.continues).toBe(false)
})

const meeting = (device_id: string, fromMin: number, untilMin: number, sender = 'T4-1'): Meeting => ({
  ...{ device_id, device_name: `Name of ${device_id}`, class_index: 1, sender_id: sender, sender_name: sender },
  ...{ from_ms: fromMin * MINUTE, until_ms: untilMin * MINUTE },
})

test('contacts add up by device, with how often they met and where', () => {
  const contacts = contactsOf([
    meeting('B', 60, 61),
    meeting('A', 100, 110, 'T4-2'),
    meeting('A', 0, 5),
    meeting('A', 10, 30),
  ])
  expect(contacts.map(({ device_id, duration, times }) => [device_id, duration, times])).toEqual([
    ['A', 35 * 60, 2],
    ['B', 60, 1],
  ])
  expect(contacts[0]).toMatchObject({
    ...{ device_name: 'Name of A', class_index: 1, first_time: 0, last_time: 110 * 60 },
    places: [
      { sender_id: 'T4-1', duration: 25 * 60 },
      { sender_id: 'T4-2', duration: 10 * 60 },
    ],
  })
})

test('a long way keeps its ends', () => {
  const points = Array.from({ length: 1000 }, (_, index) => index)
  expect(thinned(points, 11)).toEqual([0, 100, 200, 300, 400, 500, 599, 699, 799, 899, 999])
  expect(thinned([1, 2], 11)).toEqual([1, 2])
})

const alarm: Parameters<typeof alarmAt>[0] = {
  ...{ state: 'acknowledged', raised_at_ms: 10, shown_at_ms: 12, acknowledged_by: 'Mori', acknowledged_at_ms: 40 },
  ...{ going_by: null, going_at_ms: null, rings_again_at_ms: null, seen_by: 'Mori', seen_at_ms: 50, ended_at_ms: 60 },
  record: [
    { step: 'going', at_ms: 20, by: 'Ito' },
    { step: 'rang_again', at_ms: 30, by: 'Ito' },
    { step: 'stopped', at_ms: 40, by: 'Mori' },
    { step: 'seen', at_ms: 50, by: 'Mori' },
    { step: 'ended', at_ms: 60, by: '' },
  ],
}

test.each([
  [11, { state: 'sent', shown_at_ms: null, acknowledged_by: null, ended_at_ms: null }],
  [15, { state: 'shown', shown_at_ms: 12, acknowledged_by: null }],
  [25, { state: 'acknowledged', acknowledged_by: 'Ito', going_by: 'Ito', going_at_ms: 20 }],
  [35, { state: 'shown', acknowledged_by: null, going_by: null }],
  [45, { state: 'acknowledged', acknowledged_by: 'Mori', acknowledged_at_ms: 40, seen_by: null }],
  [55, { seen_by: 'Mori', ended_at_ms: null }],
  [60, { seen_by: 'Mori', ended_at_ms: 60 }],
])('at %d ms the alarm is as its record says', (atMs, expected) => {
  expect(alarmAt(alarm, atMs)).toMatchObject(expected)
})

test('before it was raised there is no alarm; without a record its last answer counts', () => {
  expect(alarmAt(alarm, 9)).toBeNull()
  expect(alarmAt({ ...alarm, record: [] }, 45)).toMatchObject({ acknowledged_by: 'Mori', acknowledged_at_ms: 40 })
})
