import { isInShape, moveInZone, type ZoneMemory } from '@whereabouts/domain/zones'
import { CLASS } from '@whereabouts/fixtures/cast'
import { demoSite } from '@whereabouts/fixtures/site'
import { locateIndoors } from '@whereabouts/positioning/locate-indoors'
import { newestMsOf, remember, type StationSightings } from '@whereabouts/positioning/sightings'
import { expect, test } from 'vitest'
import type { ScenarioName } from './incidents.ts'
import type { OutboundMessage } from './outbound.ts'
import { createScenario } from './scenario.ts'

const START_MS = 1_800_000_000_000
const [stairs] = demoSite.zones
const trackers = new Map(demoSite.trackers.map((tracker) => [tracker.device_id, tracker]))
const stations = new Map(
  demoSite.stations.flatMap(({ t4_id, map_id: mapId, indoor_X: x, indoor_Y: y }) => {
    const metresPerPixel = demoSite.maps.find(({ id }) => id === mapId)?.metres_per_pixel
    return mapId === null || x === null || y === null || metresPerPixel === undefined
      ? []
      : [[t4_id, { mapId, x, y, metresPerPixel }] as const]
  }),
)

interface Heard {
  sightings: readonly StationSightings[]
  previous: { mapId: string; x: number; y: number; locatedAtMs: number } | undefined
  memory: ZoneMemory | undefined
}

interface Report {
  readonly t4_id?: string
  readonly scanned_at_ms: number
  readonly scans?: readonly { readonly device_id: string; readonly rssi: number; readonly moving?: boolean }[]
}

/** What stations of ours report; the lines of other makes are none of it. */
const reportOf = ({ body }: OutboundMessage): Report | undefined =>
  body.startsWith('{') ? JSON.parse(body) : undefined

/** Who enters the stairs' zone in so many seconds of a story, and at which second. */
function entries(name: ScenarioName, seed: number, seconds: number): [name: string, second: number][] {
  const scenario = createScenario({ name, seed, startMs: START_MS })
  const heard = new Map<string, Heard>()
  return scenario.step(START_MS + seconds * 1000).flatMap((message) => {
    const { t4_id = '', scanned_at_ms = 0, scans = [] } = reportOf(message) ?? {}
    return scans.flatMap(({ device_id, rssi, moving }): [string, number][] => {
      const tracker = trackers.get(device_id)
      if (!stairs || !tracker || !stairs.class_indexes.includes(tracker.class_index)) return []
      const one: Heard = heard.get(device_id) ?? { sightings: [], previous: undefined, memory: undefined }
      heard.set(device_id, one)
      one.sightings = remember(one.sightings, { stationId: t4_id, rssiDbm: rssi, scannedAtMs: scanned_at_ms })
      const nowMs = newestMsOf(one.sightings)
      const { sightings, previous } = one
      const placed = locateIndoors({ sightings, stations, nowMs, previous, isResting: moving === false })
      if (placed === undefined) return []
      const { mapId, x, y } = placed.position
      one.previous = { mapId, x, y, locatedAtMs: nowMs }
      const place = { map_id: mapId, indoor_X: x, indoor_Y: y, gps_latitude: null, gps_longitude: null }
      const isIn = isInShape(stairs.shape, { ...place, stationIds: [] })
      const move = moveInZone(stairs.id, one.memory, { isIn, isSilent: false }, nowMs)
      one.memory = move.memory
      return move.entered === undefined ? [] : [[tracker.name, Math.round((move.entered - START_MS) / 1000)]]
    })
  })
}

test('Ito Haru wanders into Stairs B within a minute, and again eight minutes later', () => {
  const found = entries('wandering', 1, 540)
  expect(found.map(([name]) => name)).toEqual(['Ito Haru', 'Ito Haru'])
  expect(found[0]![1]).toBeLessThan(60)
})

test('by night Ito Haru and then Nakano Fumi are on the stairs', () => {
  expect(entries('night-shift', 1, 850).map(([name]) => name)).toEqual(['Ito Haru', 'Nakano Fumi'])
  expect(stairs?.class_indexes).toEqual([CLASS.wandering])
})
