import type { WayPoint } from '@whereabouts/contract/history'
import type { TrailLog } from '@whereabouts/contract/trails'
import { TRAIL_DAY_SECONDS } from '@whereabouts/domain/history'
import { expect, test } from 'vitest'
import { trailCsv, trailFileName } from './trail-csv.ts'
import { mainMapOf, trailDay, waysOn } from './trail-day.ts'

const START = Date.parse('2026-03-05T00:00:00+08:00') / 1000
const END = START + TRAIL_DAY_SECONDS
const LATER = END + 86_400
const hour = (hours: number) => START + hours * 3600

const nowhere = { map_id: null, indoor_X: null, indoor_Y: null, gps_latitude: null, gps_longitude: null }
const at = (map_id: string, indoor_X: number, indoor_Y: number) => ({ ...nowhere, map_id, indoor_X, indoor_Y })

/** A stay at a station from one hour to another. */
const stay = (t4_id: string, from: number, to: number, change: Partial<TrailLog> = {}): TrailLog => ({
  device_name: 'Sato Kenji',
  t4_id,
  station_name: `Room ${t4_id}`,
  rssi_avg: -64,
  start_time: hour(from),
  duration: Math.round((to - from) * 3600),
  kind: 'station',
  continues: false,
  ...nowhere,
  ...change,
})
const move = (from: number, to: number) => stay('', from, to, { station_name: '', rssi_avg: -1, kind: 'moving' })

test('a trail is a day of 86400 seconds [CONST-37]', () => {
  expect(TRAIL_DAY_SECONDS).toBe(86_400)
  expect(trailDay([], START, LATER)).toMatchObject({ start: START, end: START + 86_400, items: [], stops: [] })
})

test('stops are numbered in the order of their first visits, with the time of all visits', () => {
  const day = trailDay(
    [stay('a', 0, 6), move(6, 6.1), stay('b', 6.1, 8), stay('a', 8, 20), stay('c', 20, 24)],
    START,
    LATER,
  )
  expect(day.items.map((item) => (item.kind === 'stay' ? item.stop : item.kind))).toEqual([1, 'moving', 2, 1, 3])
  expect(day.stops.map(({ number, name, seconds }) => [number, name, seconds / 3600])).toEqual([
    [1, 'Room a', 18],
    [2, 'Room b', expect.closeTo(1.9)],
    [3, 'Room c', 4],
  ])
  expect(day.movingSeconds).toBe(360)
  expect(new Set(day.stops.map(({ colour }) => colour)).size).toBe(3)
})

test.each([
  ['began before the day', 1, true, -1, 4],
  ['begins with the day', 0, false, 0, 4],
] as const)('a first log that %s', (_what, _count, continuesFrom, from, to) => {
  const day = trailDay([stay('a', from, to)], START, LATER)
  expect(day.continuesFrom).toBe(continuesFrom)
  expect(day.items[0]).toMatchObject({ start: START, beganBefore: continuesFrom })
})

test.each([
  ['ends after the day', true, 25],
  ['ends with the day', false, 24],
] as const)('a last log that %s', (_what, continuesOn, to) => {
  const day = trailDay([stay('a', 20, to)], START, LATER)
  expect(day.continuesOn).toBe(continuesOn)
  expect(day.items.at(-1)).toMatchObject({ end: END, goesOn: continuesOn })
})

test('a silence longer than a device counts as connected is a gap, at the ends of the day too; what is to come is none', () => {
  const logs = [stay('a', 1, 2), stay('a', 2.25, 3), stay('b', 5, 6)]
  const kinds = (now: number) => trailDay(logs, START, now).items.map(({ kind, end }) => [kind, (end - START) / 3600])
  const shown = [
    ['gap', 1],
    ['stay', 2],
    ['stay', 3],
    ['gap', 5],
    ['stay', 6],
  ]
  expect(kinds(hour(6.1))).toEqual(shown)
  expect(kinds(LATER)).toEqual([...shown, ['gap', 24]])
  expect(trailDay(logs, START, LATER).gapSeconds).toBe(21 * 3600)
})

test('the plan is that of the most time', () => {
  const day = trailDay(
    [stay('a', 0, 5, at('1F', 10, 10)), stay('b', 5, 24, at('2F', 20, 20)), stay('c', 24, 25)],
    START,
    LATER,
  )
  expect(mainMapOf(day)).toBe('2F')
  expect(mainMapOf(trailDay([stay('a', 0, 5)], START, LATER))).toBeUndefined()
  const outside = { gps_latitude: 35, gps_longitude: 139 }
  expect(mainMapOf(trailDay([stay('a', 0, 5, outside)], START, LATER))).toBeNull()
})

test('the way goes by where the device was shown while it moved, and breaks at gaps and on other maps', () => {
  const day = trailDay(
    [
      stay('a', 0, 1, at('1F', 0, 0)),
      move(1, 1.1),
      stay('b', 1.1, 2, at('1F', 100, 0)),
      stay('c', 2.1, 3, at('2F', 5, 5)),
      stay('a', 3.1, 4, at('1F', 0, 0)),
      stay('b', 9, 10, at('1F', 100, 0)),
    ],
    START,
    LATER,
  )
  const point = (hours: number, x: number): WayPoint => ({
    ...at('1F', x, 50),
    moving: true,
    at_ms: hour(hours) * 1000,
  })
  const ways = waysOn('1F', day, [point(0.5, 3), point(1.05, 50), point(1.5, 99)])
  expect(ways.map((way) => way.map((place) => 'x' in place && place.x))).toEqual([[0, 50, 100]])
  expect(waysOn('2F', day, [])).toEqual([])
})

test('the file is named by device and start, begins with the mark of its bytes, and has the seven columns in their order [CSV-16] [CSV-17] [CSV-18]', () => {
  expect(trailFileName('G3-1', START)).toBe(`G3-1_${START}.csv`)
  const csv = trailCsv([stay('T4-1', 6.5, 7, { station_name: '=Room' }), move(7, 7.1)], 'Asia/Taipei')
  expect([...new TextEncoder().encode(csv).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(csv.slice(1).split('\r\n')).toEqual([
    'target device,id,name,rssi,EPOCH,time,duration',
    `Sato Kenji,T4-1,'=Room,-64,${hour(6.5)},2026/03/05 06:30:00,1800`,
    `Sato Kenji,,,-1,${hour(7)},2026/03/05 07:00:00,360`,
    '',
  ])
})
