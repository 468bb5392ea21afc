import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlacedStation } from './heard.ts'
import { type LocateInput, locateIndoors } from './locate-indoors.ts'
import { byStation, remember, type StationSighting } from './sightings.ts'

const NOW_MS = 1_700_000_000_000
const SCALE = 0.05

const on = (mapId: string, x: number, y: number, metresPerPixel: number | null = SCALE): PlacedStation => ({
  mapId,
  x,
  y,
  metresPerPixel,
})

/** A square of 20 m on the ground floor, two stations upstairs. */
const STATIONS = new Map([
  ['a', on('ground', 0, 0)],
  ['b', on('ground', 400, 0)],
  ['c', on('ground', 400, 400)],
  ['d', on('ground', 0, 400)],
  ['u', on('upstairs', 100, 100)],
  ['v', on('upstairs', 300, 300)],
])

type Heard = Readonly<Record<string, number>>

/** One sighting for each station, `ageMs` ago. */
const hearing = (heard: Heard, ageMs = 0): StationSighting[] =>
  Object.entries(heard).map(([stationId, rssiDbm]) => ({ stationId, rssiDbm, scannedAtMs: NOW_MS - ageMs }))

const locate = (sightings: readonly StationSighting[], more: Partial<LocateInput> = {}) =>
  locateIndoors({ sightings: byStation(sightings), stations: STATIONS, nowMs: NOW_MS, ...more })

const previously = (mapId: string, ageMs = 1000) => ({
  mapId,
  x: 200,
  y: 200,
  locatedAtMs: NOW_MS - ageMs,
})

describe('a place', () => {
  test.each<readonly [string, Heard, { x: number; y: number }, string]>([
    ['of one station is the station', { a: -70 }, { x: 0, y: 0 }, 'nearest'],
    ['between two equal stations is half way', { a: -70, b: -70 }, { x: 200, y: 0 }, 'weighted'],
    ['among four equal stations is in the middle', { a: -70, b: -70, c: -70, d: -70 }, { x: 200, y: 200 }, 'weighted'],
    ['is nearer to the station with ten times the power', { a: -60, b: -70 }, { x: 400 / 11, y: 0 }, 'nearest'],
    ['at 3 dB more lies at a third', { a: -60, b: -60 - 10 * Math.log10(2) }, { x: 400 / 3, y: 0 }, 'weighted'],
  ])('%s', (_, heard, place, method) => {
    const located = locate(hearing(heard))
    expect(located?.position.mapId).toBe('ground')
    expect(located?.position.x).toBeCloseTo(place.x, 6)
    expect(located?.position.y).toBeCloseTo(place.y, 6)
    expect(located?.method).toBe(method)
  })

  test('names the strongest station and what each station heard', () => {
    const located = locate(hearing({ b: -71, c: -80, a: -75 }))
    expect(located?.stationId).toBe('b')
    expect(located?.heard.map(({ stationId, rssiDbm }) => [stationId, rssiDbm])).toEqual([
      ['b', -71],
      ['a', -75],
      ['c', -80],
    ])
  })

  test('of a tracker that nobody hears is unknown', () => {
    expect(locate([])).toBeUndefined()
    expect(locate(hearing({ nowhere: -50 }))).toBeUndefined()
    expect(locate(hearing({ a: Number.NaN }))).toBeUndefined()
  })

  test('is not made from sightings of 15 seconds ago', () => {
    expect(locate(hearing({ a: -60 }, 14_999))?.stationId).toBe('a')
    expect(locate(hearing({ a: -60 }, 15_000))).toBeUndefined()
  })

  test('takes a sighting from the future as one of now', () => {
    const located = locate([...hearing({ a: -60 }, -3_600_000), ...hearing({ b: -60 })])
    expect(located?.position.x).toBeCloseTo(200, 6)
  })
})

describe('strength', () => {
  test('of one station is the mean of its sightings, so one loud packet does not move a tracker', () => {
    const steady = [0, 1000, 2000, 3000].flatMap((ageMs) => hearing({ a: -60, b: -70 }, ageMs))
    const before = locate(steady)
    const after = locate([...steady, { stationId: 'b', rssiDbm: -60, scannedAtMs: NOW_MS - 500 }])
    expect(after!.position.x - before!.position.x).toBeLessThan(40)
    expect(after?.stationId).toBe('a')
  })

  test('follows young sightings more than old ones', () => {
    const coming = locate([...hearing({ a: -80 }, 6000), ...hearing({ a: -60 })])
    expect(coming?.heard[0]?.rssiDbm).toBeGreaterThan(-63)
  })

  test.each([
    [5000, -60],
    [10_000, -65],
    [14_000, -69],
  ])('of a station that heard the tracker %i ms before others do is %i dBm instead of -60', (ageMs, rssiDbm) => {
    const located = locate([...hearing({ a: -60 }, ageMs), ...hearing({ b: -80 })])
    expect(located?.heard[0]).toMatchObject({ stationId: 'a', rssiDbm })
  })

  test('does not fade while the tracker as a whole is quiet', () => {
    expect(locate(hearing({ a: -60 }, 10_000))?.heard[0]?.rssiDbm).toBe(-60)
  })
})

describe('the map', () => {
  test('is the one that hears the tracker best', () => {
    expect(locate(hearing({ a: -75, u: -70 }))?.position.mapId).toBe('upstairs')
  })

  test('counts stations together', () => {
    expect(locate(hearing({ a: -72, b: -72, c: -72, u: -70 }))?.position.mapId).toBe('ground')
  })

  test.each([
    ['5 dB more elsewhere keep a tracker where it was', -70, -65, 'ground'],
    ['7 dB more elsewhere take it over', -70, -63, 'upstairs'],
  ])('%s', (_, here, there, mapId) => {
    const located = locate(hearing({ a: here, u: there }), { previous: previously('ground') })
    expect(located?.position.mapId).toBe(mapId)
  })

  test('of a minute ago no longer counts', () => {
    const sightings = hearing({ a: -70, u: -69 })
    expect(locate(sightings, { previous: previously('ground', 60_000) })?.position.mapId).toBe('ground')
    expect(locate(sightings, { previous: previously('ground', 60_001) })?.position.mapId).toBe('upstairs')
  })

  test('that no longer hears the tracker is left at once', () => {
    expect(locate(hearing({ u: -90 }), { previous: previously('ground') })?.position.mapId).toBe('upstairs')
  })

  test('does not flip while two floors flicker by 2.5 dB', () => {
    const flicker = fc.array(fc.double({ min: -2.5, max: 2.5, noNaN: true }), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(flicker, (changes) => {
        let previous: LocateInput['previous']
        const maps = changes.map((change, second) => {
          const nowMs = NOW_MS + second * 1000
          const sightings = [
            { stationId: 'a', rssiDbm: -70 + change, scannedAtMs: nowMs },
            { stationId: 'u', rssiDbm: -70 - change, scannedAtMs: nowMs },
          ]
          const located = locate(sightings, { nowMs, previous })
          previous = { ...located!.position, locatedAtMs: nowMs }
          return located!.position.mapId
        })
        expect(new Set(maps).size).toBe(1)
      }),
    )
  })
})

describe('uncertainty', () => {
  const accuracy = (heard: Heard, stations: ReadonlyMap<string, PlacedStation> = STATIONS) =>
    locate(hearing(heard), { stations })!.accuracyMetres

  test('of a lone station grows as its signal falls, from 1 m to 50 m', () => {
    const told = [-30, -59, -70, -80, -90, -120].map((rssiDbm) => accuracy({ a: rssiDbm }))
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect([told[0], told.at(-1)]).toEqual([1, 50])
    expect(told[3]).toBeGreaterThan(8)
  })

  test('between stations grows with their distance', () => {
    const near = new Map([
      ['a', on('ground', 0, 0)],
      ['b', on('ground', 100, 0)],
    ])
    expect(accuracy({ a: -70, b: -70 })).toBeGreaterThan(accuracy({ a: -70, b: -70 }, near))
  })

  test('of weak stations close together is no less than what their strength tells', () => {
    const pair = new Map([
      ['a', on('ground', 0, 0)],
      ['b', on('ground', 10, 0)],
    ])
    expect(accuracy({ a: -90, b: -90 }, pair)).toBeGreaterThan(10)
  })

  test('on a plan without a scale comes from the signals', () => {
    const unscaled = new Map([
      ['a', on('ground', 0, 0, null)],
      ['b', on('ground', 400, 0, null)],
    ])
    expect(accuracy({ a: -90, b: -90 }, unscaled)).toBeGreaterThan(accuracy({ a: -70, b: -70 }, unscaled))
  })
})

describe('whatever is heard', () => {
  const GROUND = ['a', 'b', 'c', 'd']
  const sighting = fc.record({
    stationId: fc.constantFrom(...GROUND),
    rssiDbm: fc.integer({ min: -100, max: -30 }),
    scannedAtMs: fc.integer({ min: NOW_MS - 14_000, max: NOW_MS }),
  })
  const sightings = fc.array(sighting, { minLength: 1, maxLength: 40 })

  test('the place lies within the hull of the stations', () => {
    fc.assert(
      fc.property(sightings, (all) => {
        const { position } = locate(all)!
        // The four stations are the corners of their hull; a billionth of a pixel is rounding.
        for (const coordinate of [position.x, position.y]) {
          expect(coordinate).toBeGreaterThanOrEqual(0)
          expect(coordinate).toBeLessThanOrEqual(400 + 1e-9)
        }
      }),
    )
  })

  test('the place lies within the hull of any three stations', () => {
    const coordinate = fc.integer({ min: 0, max: 1000 })
    const corner = fc.tuple(coordinate, coordinate, fc.integer({ min: -100, max: -30 }))
    fc.assert(
      fc.property(corner, corner, corner, (...corners) => {
        const stations = new Map(corners.map(([x, y], index) => [String(index), on('m', x, y)]))
        const heard = Object.fromEntries(corners.map(([, , rssiDbm], index) => [String(index), rssiDbm]))
        const { x, y } = locate(hearing(heard), { stations })!.position
        const sides = corners.map(([x1, y1], index) => {
          const [x2, y2] = corners[(index + 1) % 3]!
          return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        })
        expect(sides.every((side) => side >= -1e-6) || sides.every((side) => side <= 1e-6)).toBe(true)
      }),
    )
  })

  test('a stronger signal draws the place towards its station', () => {
    fc.assert(
      fc.property(sightings, fc.constantFrom(...GROUND), fc.integer({ min: 1, max: 20 }), (all, stationId, moreDb) => {
        const stronger = all.map((one) =>
          one.stationId === stationId ? { ...one, rssiDbm: one.rssiDbm + moreDb } : one,
        )
        const { x, y } = STATIONS.get(stationId)!
        const distance = (from: readonly StationSighting[]) => {
          const { position } = locate(from)!
          return Math.hypot(position.x - x, position.y - y)
        }
        expect(distance(stronger)).toBeLessThanOrEqual(distance(all) + 1e-6)
      }),
    )
  })

  test('the order of sightings does not matter, to the last bit', () => {
    const shuffled = sightings.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    )
    fc.assert(
      fc.property(shuffled, ([all, mixed]) => {
        expect(locate(mixed)).toEqual(locate(all))
      }),
    )
  })

  test('remembered one by one, in any order, it places a tracker like all of it at once', () => {
    // At times of their own, and no more of one station than are remembered.
    const few = fc.uniqueArray(sighting, { minLength: 1, maxLength: 6, selector: ({ scannedAtMs }) => scannedAtMs })
    fc.assert(
      fc.property(few, (all) => {
        const sightings = all.reduce(remember, byStation([]))
        expect(locateIndoors({ sightings, stations: STATIONS, nowMs: NOW_MS })).toEqual(locate(all))
      }),
    )
  })

  test('the uncertainty is between 1 m and 50 m', () => {
    fc.assert(
      fc.property(sightings, (all) => {
        const { accuracyMetres } = locate(all)!
        expect(accuracyMetres).toBeGreaterThanOrEqual(1)
        expect(accuracyMetres).toBeLessThanOrEqual(50)
      }),
    )
  })
})
