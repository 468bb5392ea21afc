import { expect, test } from 'vitest'
import { newBelief } from './belief.ts'
import { type Floor, radioMapBySamples } from './radio-map.ts'
import { isSolvable, siteOf } from './site.ts'
import type { StoredBelief } from './stored-belief.ts'
import { hearReading, newTrack, restoreTrack, type Track, type TrackedReading } from './track.ts'

/** Two storeys of 20 m × 15 m, a station in each corner; a ceiling takes 18 dB. */
const CORNERS = [
  [1, 1],
  [19, 1],
  [19, 14],
  [1, 14],
] as const
const floorOf = (mapId: string): Floor => ({
  ...{ mapId, metresPerPixel: 0.05, width: 400, height: 300 },
  stations: new Map(CORNERS.map(([x, y], index) => [`${mapId} ${index}`, { x: x / 0.05, y: y / 0.05 }])),
})
const FLOORS = ['ground', 'upper'].map(floorOf)
const SITE = siteOf(FLOORS.map((floor) => ({ floor, radio: radioMapBySamples(floor, new Map(), new Map()) })))
const CEILING_DB = 18

interface At {
  readonly mapId: string
  readonly x: number
  readonly y: number
}

/** What all stations hear at a time of a tag at a place (metres), which sends some dB stronger. */
function heardAt({ mapId, x, y }: At, atMs: number, offsetDb = 0): readonly TrackedReading[] {
  return FLOORS.flatMap((floor) =>
    [...floor.stations].map(([stationId, station], index) => {
      const metres = Math.hypot(station.x * 0.05 - x, station.y * 0.05 - y, 1)
      const ceiling = floor.mapId === mapId ? 0 : CEILING_DB
      const rssiDbm = Math.round(-59 - 22 * Math.log10(metres) - ceiling + offsetDb)
      return { stationId, rssiDbm, atMs: atMs + index, isResting: null }
    }),
  )
}

function hearAll(track: Track, readings: readonly TrackedReading[]): void {
  for (const reading of readings) hearReading(track, SITE, reading, track.estimate?.mapId ?? null)
}

const errorOf = ({ estimate }: Track, { x, y }: At): number =>
  Math.hypot(estimate!.x * 0.05 - x, estimate!.y * 0.05 - y)

test('one belief tells floor and place, and follows a tag up the stairs', () => {
  const track = newTrack()
  const below: At = { mapId: 'ground', x: 6, y: 5 }
  for (let second = 0; second < 20; second += 1) hearAll(track, heardAt(below, second * 1000))
  expect(track.estimate).toMatchObject({ mapId: 'ground' })
  expect(track.estimate!.floorShare).toBeGreaterThan(0.9)
  expect(errorOf(track, below)).toBeLessThan(track.estimate!.r90Metres)
  const above: At = { ...below, mapId: 'upper' }
  for (let second = 20; second < 30; second += 1) hearAll(track, heardAt(above, second * 1000))
  expect(track.estimate).toMatchObject({ mapId: 'upper' })
})

test('a place is told where nothing is believed of the floor that was shown before', () => {
  const floors = ['cellar', 'ground', 'upper'].map(floorOf)
  const site = siteOf(floors.map((floor) => ({ floor, radio: radioMapBySamples(floor, new Map(), new Map()) })))
  const [, ground, upper] = [...site.maps.values()]
  const track = { ...newTrack(), belief: newBelief([ground!, upper!]) }
  track.belief.atMs = 0
  // Both other floors are as likely; the cellar was shown for another reason, and is heard for the first time.
  hearReading(track, site, { stationId: 'cellar 0', rssiDbm: -99, atMs: 1, isResting: null }, 'cellar')
  expect(track.estimate).toMatchObject({ x: expect.toSatisfy(Number.isFinite), y: expect.toSatisfy(Number.isFinite) })
})

test('how much stronger or weaker a tag sends is found out, and does not move it', () => {
  const at: At = { mapId: 'ground', x: 13, y: 9 }
  const [usual, weak] = [newTrack(), newTrack()]
  for (let second = 0; second < 30; second += 1) {
    hearAll(usual, heardAt(at, second * 1000))
    hearAll(weak, heardAt(at, second * 1000, -8))
  }
  expect(weak.estimate!.offsetDb).toBeCloseTo(usual.estimate!.offsetDb - 8, -0.5)
  expect(errorOf(weak, at)).toBeLessThan(1.5)
})

test('readings that come again, or later than newer ones of their station, change nothing', () => {
  const track = newTrack()
  const at: At = { mapId: 'ground', x: 6, y: 5 }
  for (let second = 0; second < 5; second += 1) hearAll(track, heardAt(at, second * 1000))
  const before = structuredClone(track)
  hearAll(track, heardAt({ mapId: 'upper', x: 15, y: 12 }, 2000))
  expect(track).toEqual(before)
})

test('a track restored from its stored form gives the same results as an uninterrupted one', () => {
  const way = (second: number): At => ({ mapId: 'ground', x: 3 + second / 10, y: 4 + second / 20 })
  const track = newTrack()
  let stored: StoredBelief | undefined
  let since: TrackedReading[] = []
  const before: TrackedReading[] = []
  for (let second = 0; second < 100; second += 1) {
    for (const reading of heardAt(way(second), second * 1000)) {
      const heard = hearReading(track, SITE, reading, 'ground')
      if (heard === 'stored') {
        before.push(...since)
        since = []
        stored = track.stored
      }
      since.push(reading)
    }
  }
  const other = restoreTrack(structuredClone(stored!), SITE, 'ground', 60_000)!
  for (const { stationId, atMs } of before) other.belief.heardMs.set(stationId, atMs)
  for (const reading of since) hearReading(other, SITE, reading, 'ground')
  expect(other.estimate).toEqual(track.estimate)
  expect(JSON.stringify(stored).length).toBeLessThan(1500)
})

test('tracking starts afresh when the floors of the last belief were redrawn', () => {
  const track = newTrack()
  for (let second = 50; second < 70; second += 1)
    hearAll(track, heardAt({ mapId: 'ground', x: 6, y: 5 }, second * 1000))
  const [ground] = FLOORS
  const wider = { ...ground!, width: 800 }
  const site = siteOf([{ floor: wider, radio: radioMapBySamples(wider, new Map(), new Map()) }])
  expect(restoreTrack(track.stored!, site, 'ground', 60_000)).toBeUndefined()
})

test('where a plan has too few stations or an absurd scale, the stations’ places have to do', () => {
  const [floor] = FLOORS
  expect(isSolvable(floor!, false)).toBe(true)
  const two = { ...floor!, stations: new Map([...floor!.stations].slice(0, 2)) }
  expect(isSolvable(two, false)).toBe(false)
  expect(isSolvable(two, true)).toBe(true)
  expect(isSolvable({ ...floor!, metresPerPixel: 5 }, false)).toBe(false)
  expect(isSolvable({ ...floor!, metresPerPixel: 0.001 }, true)).toBe(false)
})
