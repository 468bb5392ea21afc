import { describe, expect, test } from 'vitest'
import {
  type ActiveTime,
  activeSince,
  believedIn,
  isActiveAt,
  isInShape,
  isSilent,
  moveInZone,
  readyShape,
  type ZoneMemory,
  type ZonePlace,
} from './zones.ts'

const nowhere: ZonePlace = {
  ...{ stationIds: [], map_id: null, indoor_X: null, indoor_Y: null },
  ...{ gps_latitude: null, gps_longitude: null },
}
const square: [number, number][] = [
  [10, 10],
  [20, 10],
  [20, 20],
  [10, 20],
]

describe('shapes', () => {
  test.each([
    ['inside its map', 'a', 15, 15, true],
    ['outside', 'a', 25, 15, false],
    ['on another map', 'b', 15, 15, false],
    ['on the map, nobody knows where', 'a', null, null, false],
  ])('a polygon on a map, %s', (_, map_id, indoor_X, indoor_Y, isIn) => {
    const shape = readyShape({ map_id: 'a', polygon: square })
    expect(isInShape(shape, { ...nowhere, map_id, indoor_X, indoor_Y })).toBe(isIn)
  })

  test('stations: in it at one of them, out of it at another and where none hears it', () => {
    const shape = readyShape({ t4_ids: ['T4-1', 'T4-2'] })
    const at = (...stationIds: string[]) => isInShape(shape, { ...nowhere, stationIds })
    expect([at('T4-2'), at('T4-2', 'T4-3'), at('T4-3', 'T4-2'), at()]).toEqual([true, true, false, false])
  })

  test('a zone of stations is silent where none of them hears the device; another zone never is', () => {
    const shape = readyShape({ t4_ids: ['T4-1', 'T4-2'] })
    const at = (...stationIds: string[]) => isSilent(shape, { ...nowhere, stationIds })
    expect([at('T4-3'), at(), at('T4-3', 'T4-2'), at('T4-1')]).toEqual([true, true, false, false])
    expect(isSilent(readyShape({ polygon: square }), { ...nowhere, stationIds: ['T4-3'] })).toBe(false)
  })

  test.each([
    [15, 15, true],
    [15, 25, false],
    [25, 15, false],
    [null, null, false],
  ])('outdoors at latitude %s, longitude %s', (gps_latitude, gps_longitude, isIn) => {
    expect(isInShape(readyShape({ polygon: square }), { ...nowhere, gps_latitude, gps_longitude })).toBe(isIn)
  })

  test.each([
    [179.9, true],
    [-179.9, true],
    [180, true],
    [-180, true],
    [0, false],
    [178, false],
    [-178, false],
  ])('across the antimeridian, longitude %s, whichever way it is drawn', (gps_longitude, isIn) => {
    const corners: [number, number][] = [
      [179, 0],
      [-179, 0],
      [-179, 1],
      [179, 1],
    ]
    for (const polygon of [corners, corners.toReversed(), [...corners.slice(2), ...corners.slice(0, 2)]]) {
      expect(isInShape(readyShape({ polygon }), { ...nowhere, gps_latitude: 0.5, gps_longitude })).toBe(isIn)
    }
  })
})

/** Walks through positions a second apart, I inside, O outside and S outside where the zone is silent; answers the events and their seconds. */
function walk(positions: string, stepMs = 1000): string[] {
  let memory: ZoneMemory | undefined
  return [...positions].flatMap((position, index) => {
    const move = moveInZone('z', memory, { isIn: position === 'I', isSilent: position === 'S' }, index * stepMs)
    memory = move.memory
    return [
      ...(move.entered === undefined ? [] : [`entered ${move.entered / stepMs}`]),
      ...(move.left === undefined ? [] : [`left ${move.left / stepMs}`]),
    ]
  })
}

test.each([
  ['OII', ['entered 1']],
  ['IIIIII', ['entered 0']],
  ['IOIOIOIO', []],
  ['IIOIOIOI', ['entered 0']],
  ['IIOO', ['entered 0', 'left 2']],
  ['IIOOII', ['entered 0', 'left 2', 'entered 4']],
  ['OOOO', []],
  ['IISSSSSSSSSSII', ['entered 0']],
  ['IISSSSSSSSSSS', ['entered 0', 'left 2']],
  ['IISSO', ['entered 0', 'left 2']],
  ['SSII', ['entered 2']],
])('positions %s: %j', (positions, happened) => {
  expect(walk(positions)).toEqual(happened)
})

test('positions of the same moment are one, and a clock that was set back delays nothing', () => {
  expect(walk('IIIII', 100)).toEqual([])
  expect(walk('IIIIII', 100)).toEqual(['entered 0'])
  const inside = { isIn: true, isSilent: false }
  const entering = moveInZone('z', undefined, inside, 3_600_000).memory
  const again = moveInZone('z', entering, inside, 1000).memory
  expect(moveInZone('z', again, inside, 2000).entered).toBe(1000)
})

describe('active times', () => {
  const everyDay = [0, 1, 2, 3, 4, 5, 6]
  const isActive = (times: readonly ActiveTime[] | null, at: string, timeZone: string) =>
    isActiveAt(times, Date.parse(at), timeZone)
  const nights: ActiveTime[] = [{ days: everyDay, from: '22:00', to: '06:00' }]

  test.each([
    ['21:59:59', false],
    ['22:00:00', true],
    ['23:59:59', true],
    ['00:00:00', true],
    ['05:59:59', true],
    ['06:00:00', false],
  ])('nights in Taipei at %s: %s', (clockTime, expected) => {
    expect(isActive(nights, `2026-03-06T${clockTime}+08:00`, 'Asia/Taipei')).toBe(expected)
  })

  test('a night belongs to the day it begins on', () => {
    const fridays: ActiveTime[] = [{ days: [5], from: '22:00', to: '06:00' }]
    const at = (time: string) => isActive(fridays, `${time}+09:00`, 'Asia/Tokyo')
    expect([at('2026-03-06T23:00'), at('2026-03-07T05:00'), at('2026-03-06T05:00'), at('2026-03-07T23:00')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('a time holds since it began; of two that overlap, since the first', () => {
    const since = (times: readonly ActiveTime[] | null, clockTime: string) =>
      activeSince(times, Date.parse(`2026-03-07T${clockTime}+08:00`), 'Asia/Taipei')
    const overlapping = [...nights, { days: everyDay, from: '05:00', to: '08:00' }]
    const [evening, morning] = [Date.parse('2026-03-06T22:00+08:00'), Date.parse('2026-03-07T05:00+08:00')]
    expect([since(nights, '03:00'), since(overlapping, '05:30'), since(overlapping, '07:00')]).toEqual([
      evening,
      evening,
      morning,
    ])
    expect([since(nights, '12:00'), since(null, '12:00')]).toEqual([undefined, Number.NEGATIVE_INFINITY])
  })

  test('equal from and to mean a whole day, several times add up, and no times mean always', () => {
    const mondays: ActiveTime[] = [{ days: [1], from: '08:00', to: '08:00' }]
    const at = (time: string) => isActive(mondays, `${time}+08:00`, 'Asia/Singapore')
    expect([at('2026-03-02T08:00'), at('2026-03-03T07:59'), at('2026-03-03T08:00'), at('2026-03-02T07:59')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    const both = [...mondays, ...nights]
    expect(isActive(both, '2026-03-04T23:00+08:00', 'Asia/Singapore')).toBe(true)
    expect(isActive(null, '2026-03-04T12:00+08:00', 'Asia/Singapore')).toBe(true)
  })

  // On 1 November 2026 clocks in New York show 1:00 to 2:00 twice, first at -04:00; on 8 March they leave out 2:00 to 3:00.
  test.each([
    ['01:30', '05:00', '2026-11-01T01:30-04:00', true],
    ['01:30', '05:00', '2026-11-01T01:10-05:00', true],
    ['01:30', '05:00', '2026-11-01T01:10-04:00', false],
    ['22:00', '01:30', '2026-11-01T01:10-05:00', false],
    ['01:30', '01:45', '2026-11-01T01:40-05:00', false],
    ['01:45', '01:15', '2026-11-01T01:10-05:00', true],
    ['02:30', '04:00', '2026-03-08T03:10-04:00', false],
    ['02:30', '04:00', '2026-03-08T03:30-04:00', true],
    ['22:00', '02:30', '2026-03-08T01:59-05:00', true],
    ['22:00', '02:30', '2026-03-08T03:29-04:00', true],
    ['22:00', '02:30', '2026-03-08T03:30-04:00', false],
  ])('from %s to %s as clocks are changed, at %s: %s', (from, to, at, expected) => {
    expect(isActive([{ days: everyDay, from, to }], at, 'America/New_York')).toBe(expected)
  })
})

describe('a belief', () => {
  test.each([
    ['enters by three quarters, held for three seconds', 0.75, true, false, false, true, 3000],
    ['does not enter by less, though its position is inside', 0.74, true, false, false, false, 3000],
    ['does not leave while it is a quarter likely to be inside', 0.26, true, true, false, true, 3000],
    ['leaves by less', 0.25, true, true, false, false, 3000],
    ['at rest it takes nearly everything, for a minute', 0.96, true, false, true, false, 60_000],
    ['at rest it enters when there is no doubt', 0.97, true, false, true, true, 60_000],
    ['of a zone smaller than what is known, the position tells', 0.3, false, false, false, true, 3000],
  ])('%s', (_, share, isWide, inside, isResting, isIn, confirmedAfterMs) => {
    const isPositionIn = true
    expect(believedIn({ share, isWide }, isPositionIn, inside, isResting)).toEqual({ isIn, confirmedAfterMs })
  })

  test('positions on the other side must go on for as long as it takes', () => {
    const position = { isIn: true, isSilent: false, confirmedAfterMs: 3000 }
    const first = moveInZone('z', undefined, position, 0)
    expect(moveInZone('z', first.memory, position, 2999).entered).toBeUndefined()
    expect(moveInZone('z', first.memory, position, 3000).entered).toBe(0)
  })
})
