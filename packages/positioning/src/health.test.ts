import { expect, test } from 'vitest'
import { mapOf } from './accuracy.ts'
import { readFlat } from './datasets.ts'
import { compareStations, floorHealth, type Signals, type StationChange } from './health.ts'
import { type Floor, radioMapBySamples } from './radio-map.ts'

const floorWith = (stations: readonly (readonly [x: number, y: number])[]): Floor => ({
  ...{ mapId: 'm', metresPerPixel: 0.05, width: 600, height: 300 },
  stations: new Map(stations.map(([x, y], index) => [`s${index}`, { x, y }])),
})
const healthOf = (floor: Floor) => floorHealth(radioMapBySamples(floor, new Map(), new Map()), floor)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('places far from all stations are expected to be told worse, and one more station helps there', () => {
  const { errors, newStation } = healthOf(
    floorWith([
      [60, 60],
      [60, 240],
      [200, 150],
    ]),
  )
  const [near, far] = [errors.filter(({ x }) => x < 250), errors.filter(({ x }) => x > 450)]
  expect(mean(far.map((one) => one.radiusMetres))).toBeGreaterThan(1.2 * mean(near.map((one) => one.radiusMetres)))
  expect(newStation!.x).toBeGreaterThan(230)
  expect(newStation!.afterMetres).toBeLessThan(newStation!.beforeMetres - 0.5)
})

test('on a recorded floor the expected radius is about the one that was told there', () => {
  const recording = readFlat()
  const { errors } = floorHealth(mapOf(recording, false), recording.floor)
  // Told: 2.4 m on average.
  expect(mean(errors.map(({ radiusMetres }) => radiusMetres))).toBeCloseTo(2.4, 0)
})

const IDS = ['a', 'b', 'c', 'd']
/** Everybody hears everybody at -60 dBm, but for what is told. */
const signals = (other: (listener: string, heard: string) => number | undefined = () => 0): Signals =>
  new Map(
    IDS.map((listener) => [
      listener,
      new Map(
        IDS.flatMap((heard) => {
          const more = heard === listener ? undefined : other(listener, heard)
          return more === undefined ? [] : [[heard, -60 + more] as const]
        }),
      ),
    ]),
  )
const ofA = (hears: number, heard: number) =>
  signals((listener, other) => (listener === 'a' ? hears : other === 'a' ? heard : 1))

test.each<[StationChange, Signals]>([
  ['same', signals()],
  ['same', ofA(-5, -5)],
  ['covered', ofA(-8, -9)],
  ['weak', ofA(0, -9)],
  ['deaf', ofA(-9, 1)],
  ['moved', ofA(8, 8)],
  ['moved', signals((one, other) => ([one, other].includes('a') ? ([one, other].includes('b') ? 10 : -10) : 0))],
  ['silent', signals((one, other) => ([one, other].includes('a') ? undefined : 0))],
])('a station is found to be %s, and its neighbours are as before', (change, now) => {
  const compared = compareStations(IDS, signals(), now)
  expect(compared.map((one) => one.change)).toEqual([change, 'same', 'same', 'same'])
})

test('a station that was never heard together with two others cannot be compared', () => {
  const before: Signals = new Map([['a', new Map([['b', -60]])]])
  expect(compareStations(IDS, before, signals()).map(({ change }) => change)).toEqual(IDS.map(() => 'unknown'))
})
