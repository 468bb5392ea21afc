import { expect, test } from 'vitest'
import { remember, type StationSightings } from './sightings.ts'

const T = 1_700_000_000_000
const sighting = (stationId: string, ageMs: number, rssiDbm = -60) => ({ stationId, rssiDbm, scannedAtMs: T - ageMs })
const none: readonly StationSightings[] = []

test('of one station the newest six sightings are remembered, in whatever order they come', () => {
  const ages = [3000, 1000, 7000, 2000, 6000, 4000, 5000]
  expect(ages.map((age) => sighting('a', age, -age / 100)).reduce(remember, none)).toEqual([
    {
      stationId: 'a',
      rssiDbm: [-10, -20, -30, -40, -50, -60],
      scannedAtMs: [1, 2, 3, 4, 5, 6].map((seconds) => T - seconds * 1000),
    },
  ])
})

test('a sighting that comes again counts once', () => {
  const once = [sighting('a', 2000), sighting('b', 1000), sighting('a', 0)].reduce(remember, none)
  expect(remember(once, sighting('a', 0))).toEqual(once)
})

test('stations that heard it 15 seconds before the newest sighting are forgotten, and beyond sixteen the first that heard it', () => {
  const stations = (sightings: readonly StationSightings[]) => sightings.map(({ stationId }) => stationId)
  const heard = [sighting('a', 15_000), sighting('b', 14_999), sighting('c', 0)]
  expect(stations(heard.reduce(remember, none))).toEqual(['c', 'b'])
  const many = Array.from({ length: 17 }, (_, index) => sighting(String(index), 17 - index))
  expect(stations(many.reduce(remember, none))).toEqual(
    many
      .slice(1)
      .map(({ stationId }) => stationId)
      .toReversed(),
  )
})
