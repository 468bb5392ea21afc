import { expect, test } from 'vitest'
import { measureByHand, measureByStations, type StationHearing, signalsOf } from './measure-calibration.ts'
import type { StationSighting } from './sightings.ts'

/** A tracker held at one station for so many reports, two seconds apart; a pattern of noise stands in for chance. */
const held = (stationId: string, rssiDbm: number, count: number, fromMs: number): StationSighting[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ stationId, rssiDbm: rssiDbm + [0, 3, -2, -3, 2][index % 5]!, scannedAtMs: fromMs + index * 2000 },
  }))

test('the longer a tracker is held at a station, the less its distances are misjudged', () => {
  let before = Number.POSITIVE_INFINITY
  for (const count of [1, 3, 8, 20, 60]) {
    const { value, model } = measureByHand(['a'], held('a', -55, count, 0)).get('a')!
    expect(value).toBeLessThan(before)
    before = value!
    if (count >= 20) expect(model?.rssiAt1mDbm).toBeCloseTo(-55, 0)
  }
})

test('what is heard of it across the room, or on the way, counts for no other station', () => {
  const sightings = [
    ...held('a', -52, 20, 0),
    ...held('b', -72, 20, 0),
    // On the way to the next one.
    ...held('a', -66, 2, 40_000),
    ...held('b', -60, 20, 50_000),
    ...held('a', -73, 20, 50_000),
    ...held('far', -85, 40, 0),
  ]
  const measured = measureByHand(['a', 'b', 'far', 'deaf'], sightings)
  expect(measured.get('a')).toMatchObject({ state: 'enough' })
  expect(measured.get('a')?.model?.rssiAt1mDbm).toBeCloseTo(-52, 0)
  expect(measured.get('b')?.model?.rssiAt1mDbm).toBeCloseTo(-60, 0)
  expect(measured.get('far')).toEqual({ state: 'far', model: undefined, value: undefined })
  expect(measured.get('deaf')).toEqual({ state: 'listening', model: undefined, value: undefined })
})

/** Six stations of a floor that hear each other; one of them everything by so much weaker (dB). */
function floor(weaker: number) {
  const places = new Map(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((id, index) => [
      id,
      { mapId: 'one', x: (index % 3) * 8, y: Math.floor(index / 3) * 8 },
    ]),
  )
  const hearings: StationHearing[] = []
  for (const [stationId, at] of places) {
    for (const [heardId, other] of places) {
      if (heardId === stationId) continue
      const loss = stationId === 'a' || heardId === 'a' ? weaker : 0
      const mean = -57 - 22 * Math.log10(Math.hypot(at.x - other.x, at.y - other.y)) - loss
      for (let count = 0; count < 12; count += 1) {
        hearings.push({ stationId, heardId, rssiDbm: mean + [1, -1, 2, -2][count % 4]!, scannedAtMs: count * 10_000 })
      }
    }
  }
  return { places, hearings }
}

test('stations that hear each other find the one that hears everything weaker', () => {
  const { places, hearings } = floor(8)
  const measured = measureByStations(places, hearings, [])
  const strengthOf = (id: string) => measured.get(id)!.model!.rssiAt1mDbm
  for (const id of ['b', 'c', 'd', 'e', 'f']) {
    expect(strengthOf(id) - strengthOf('a')).toBeGreaterThan(5)
    expect(measured.get(id)).toMatchObject({ state: 'enough' })
  }
})

test('a tracker beside one of them says how strong a tracker is at all of them', () => {
  const { places, hearings } = floor(0)
  const usual = measureByStations(places, hearings, []).get('f')!.model!.rssiAt1mDbm
  const weak = measureByStations(places, hearings, held('b', -69, 20, 0)).get('f')!.model!.rssiAt1mDbm
  expect(weak - usual).toBeLessThan(-6)
})

test('stations without neighbours, or on another floor, are told nothing', () => {
  const { places, hearings } = floor(0)
  const measured = measureByStations(new Map([...places, ['alone', { mapId: 'two', x: 0, y: 0 }]]), hearings, [])
  expect(measured.get('alone')).toEqual({ state: 'listening', model: undefined, value: undefined })
  expect([...signalsOf(hearings).get('a')!.keys()]).toEqual(['b', 'c', 'd', 'e', 'f'])
})
