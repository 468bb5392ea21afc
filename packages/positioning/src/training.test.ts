import { expect, test } from 'vitest'
import type { TrainingSurvey } from './survey.ts'
import { coverageOf, improvementOf, improvementOfAll, radioMapOf, type TrainedFloor } from './training.ts'

/** A floor of 20 m × 15 m with a wall in the middle that takes 12 dB, and a station in each corner. */
const STATIONS = new Map([
  ['a', { x: 20, y: 20 }],
  ['b', { x: 380, y: 20 }],
  ['c', { x: 380, y: 280 }],
  ['d', { x: 20, y: 280 }],
])
const SCALE = 0.05
const WALL = 200
/** Machines are busy: a limit is there to end what hangs. */
const TIMEOUT_MS = 60_000

function jobAt(jobId: string, x: number, y: number, moved = 0): TrainingSurvey {
  const times = Array.from({ length: 20 }, (_, index) => 1000 * index)
  return {
    ...{ jobId, deviceId: 'tag', mapId: 'floor', spotName: '', way: [{ x, y, atMs: 0 }] },
    stations: [...STATIONS].map(([stationId, place]) => {
      const metres = Math.hypot(place.x - x, place.y - y) * SCALE
      const wall = place.x < WALL === x < WALL ? 0 : 12
      const rssi = -55 - 20 * Math.log10(Math.hypot(metres, 1)) - wall
      return {
        ...{ stationId, atMs: times, place: { ...place, x: place.x + moved } },
        rssiDbm: times.map((_, index) => rssi + ((index * 7) % 5) - 2),
      }
    }),
  }
}

const GRID = [60, 130, 180, 220, 270, 340].flatMap((x) => [50, 120, 190, 250].map((y) => jobAt(`${x} ${y}`, x, y)))
const floorWith = (surveys: readonly TrainingSurvey[]): TrainedFloor => ({
  ...{ mapId: 'floor', metresPerPixel: SCALE, width: 400, height: 300, stations: STATIONS, surveys },
  calibrations: new Map(),
})

test(
  'jobs all over a floor improve positions there',
  () => {
    const floor = floorWith(GRID)
    expect(coverageOf(floor)).toBe('good')
    expect(radioMapOf(floor).isSurveyed).toBe(true)
    const { beforeMetres, afterMetres } = improvementOfAll(floor)!
    expect(afterMetres).toBeLessThan(beforeMetres)
  },
  TIMEOUT_MS,
)

test('the first job at a place improves positions there', () => {
  const floor = floorWith(GRID)
  const { beforeMetres, afterMetres } = improvementOf(floor, '180 120')!
  expect(afterMetres).toBeLessThanOrEqual(beforeMetres)
})

test('three points in one corner say too little: positions are told as without them', () => {
  const corner = [jobAt('1', 30, 30), jobAt('2', 50, 30), jobAt('3', 30, 60)]
  const floor = floorWith(corner)
  expect(coverageOf(floor)).not.toBe('good')
  expect(radioMapOf(floor)).toEqual(radioMapOf(floorWith([])))
})

test('what a station heard where it hung before says nothing', () => {
  const moved = GRID.map(({ jobId, way: [at] }) => jobAt(jobId, at!.x, at!.y, 60))
  expect(coverageOf(floorWith(moved))).toBe('none')
})
