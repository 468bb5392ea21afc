import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cholesky, solveCholesky } from './cholesky.ts'
import type { PlacedStation } from './heard.ts'
import { type LocateInput, locateIndoors } from './locate-indoors.ts'
import { buildRadioMap, type Survey, type SurveyPoint } from './radio-map.ts'
import { byStation } from './sightings.ts'

const NOW_MS = 1_700_000_000_000
const SCALE = 0.05
const STATIONS = new Map<string, PlacedStation>(
  Object.entries({ a: [0, 0], b: [400, 0], c: [400, 400], d: [0, 400] }).map(([id, [x = 0, y = 0]]) => [
    id,
    { mapId: 'ground', x, y, metresPerPixel: SCALE },
  ]),
)

/** A world with a wall at x = 200 px that takes 10 dB, so that strength misleads about distance. */
function strengths(x: number, y: number, offsetDb = 0): ReadonlyMap<string, number> {
  return new Map(
    [...STATIONS].map(([id, station]) => {
      const metres = Math.hypot(station.x - x, station.y - y) * SCALE
      const wall = station.x < 200 === x < 200 ? 0 : 10
      return [id, -50 - 10 * Math.log10(metres ** 2 + 1) - wall + offsetDb]
    }),
  )
}

const POINTS: readonly SurveyPoint[] = Array.from({ length: 121 }, (_, index) => {
  const [x, y] = [(index % 11) * 40, Math.floor(index / 11) * 40]
  return { x, y, rssiDbm: strengths(x, y) }
})
const SURVEY: Survey = { mapId: 'ground', metresPerPixel: SCALE, points: POINTS, stations: STATIONS }
const RADIO_MAPS = new Map([['ground', buildRadioMap(SURVEY)!]])

function locateAt(x: number, y: number, more: Partial<LocateInput> = {}, offsetDb = 0) {
  const heard = [...strengths(x, y, offsetDb)]
  const sightings = byStation(heard.map(([stationId, rssiDbm]) => ({ stationId, rssiDbm, scannedAtMs: NOW_MS })))
  return locateIndoors({ sightings, stations: STATIONS, nowMs: NOW_MS, radioMaps: RADIO_MAPS, ...more })!
}

const errorMetres = (x: number, y: number, located: ReturnType<typeof locateAt>) =>
  Math.hypot(located.position.x - x, located.position.y - y) * SCALE

describe('a surveyed map', () => {
  const places = [
    [60, 60],
    [110, 220],
    [300, 100],
    [370, 330],
  ] as const

  test.each(places)('finds a tracker at (%i, %i), behind a wall or not, better than without', (x, y) => {
    const surveyed = locateAt(x, y, { isSurveyedKind: true })
    expect(surveyed.method).toBe('survey')
    expect(errorMetres(x, y, surveyed)).toBeLessThan(2.5)
    expect(errorMetres(x, y, surveyed)).toBeLessThan(errorMetres(x, y, locateAt(x, y, { radioMaps: undefined })))
  })

  test.each(places)('finds a tracker at (%i, %i) that sends 6 dB weaker than the surveyed kind', (x, y) => {
    expect(errorMetres(x, y, locateAt(x, y, {}, -6))).toBeLessThan(2.5)
  })

  test('is surer of the surveyed kind of tracker than of another', () => {
    expect(locateAt(60, 60, { isSurveyedKind: true }).accuracyMetres).toBeLessThan(locateAt(60, 60).accuracyMetres)
  })

  test('leans on where the tracker was a moment ago, not on where it was long ago', () => {
    const previous = (ageMs: number) => ({
      mapId: 'ground',
      x: 0,
      y: 200,
      locatedAtMs: NOW_MS - ageMs,
    })
    const pulled = locateAt(110, 220, { previous: previous(100) })
    expect(pulled.position.x).toBeLessThan(locateAt(110, 220).position.x)
    expect(locateAt(110, 220, { previous: previous(31_000) })).toEqual(locateAt(110, 220))
  })

  test('is not used with fewer than three of its stations', () => {
    const two = new Map([...STATIONS].slice(0, 2))
    expect(locateAt(100, 100, { stations: two }).method).not.toBe('survey')
  })

  test('never offers a place that nobody surveyed', () => {
    const corner = POINTS.filter(({ x, y }) => x <= 120 && y <= 120)
    const radioMap = buildRadioMap({ ...SURVEY, points: corner })!
    const { position } = locateAt(380, 380, { radioMaps: new Map([['ground', radioMap]]) })
    expect(Math.max(position.x, position.y)).toBeLessThanOrEqual(120)
  })
})

describe('a radio map', () => {
  test('expects near each survey point what was measured there', () => {
    const map = RADIO_MAPS.get('ground')!
    const expected = map.rssiDbm.get('a')!
    for (const [cell, x] of map.xMetres.entries()) {
      const [pixelX, pixelY] = [x / SCALE, map.yMetres[cell]! / SCALE]
      // The wall itself is a step that no smooth map follows.
      if (Math.abs(pixelX - 200) < 50) continue
      expect(Math.abs(expected[cell]! - strengths(pixelX, pixelY).get('a')!)).toBeLessThan(3)
    }
  })

  test('needs five points and a station that was heard at five', () => {
    expect(buildRadioMap({ ...SURVEY, points: POINTS.slice(0, 4) })).toBeUndefined()
    const deaf = POINTS.map((point, index) => ({ ...point, rssiDbm: index < 4 ? point.rssiDbm : new Map() }))
    expect(buildRadioMap({ ...SURVEY, points: deaf })).toBeUndefined()
  })

  test('leaves stations of other maps out', () => {
    const moved = new Map(STATIONS).set('a', { ...STATIONS.get('a')!, mapId: 'upstairs' })
    expect([...buildRadioMap({ ...SURVEY, stations: moved })!.rssiDbm.keys()]).toEqual(['b', 'c', 'd'])
  })

  test('of points on one line, and of one place measured again and again, is still made', () => {
    const line = POINTS.slice(0, 11)
    expect(buildRadioMap({ ...SURVEY, points: line })!.xMetres.length).toBeGreaterThan(10)
    const spread = [0, 40, 80, 120, 160].map((x) => ({ x, y: 0, rssiDbm: strengths(x, 0) }))
    const repeated = [...spread, ...spread, ...spread]
    const [once, thrice] = [spread, repeated].map((points) => buildRadioMap({ ...SURVEY, points })!.rssiDbm.get('a')!)
    for (const [cell, rssiDbm] of once!.entries()) expect(thrice![cell]).toBeCloseTo(rssiDbm, 6)
  })

  test('of a whole campus stays small', () => {
    const campus = Array.from({ length: 900 }, (_, index) => {
      const [x, y] = [(index % 30) * 400, Math.floor(index / 30) * 400]
      return { x, y, rssiDbm: strengths(x, y) }
    })
    const stations = new Map([...STATIONS].slice(0, 1))
    expect(buildRadioMap({ ...SURVEY, points: campus, stations })!.xMetres.length).toBeLessThan(10_000)
  })
})

test('a symmetric positive definite system is solved', () => {
  const size = 4
  const entries = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), {
    minLength: size * size,
    maxLength: size * size,
  })
  const right = fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: size, maxLength: size })
  fc.assert(
    fc.property(entries, right, (factor, values) => {
      const matrix = new Float64Array(size * size)
      for (let row = 0; row < size; row++) {
        for (let column = 0; column < size; column++) {
          for (let k = 0; k < size; k++)
            matrix[row * size + column]! += factor[row * size + k]! * factor[column * size + k]!
        }
        matrix[row * size + row]! += 1
      }
      const solution = solveCholesky(cholesky(matrix, size), Float64Array.from(values))
      for (let row = 0; row < size; row++) {
        let sum = 0
        for (let k = 0; k < size; k++) sum += matrix[row * size + k]! * solution[k]!
        expect(sum).toBeCloseTo(values[row]!, 6)
      }
    }),
  )
})
