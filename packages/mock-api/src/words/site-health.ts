/** The health of a floor: in the mock the expected radius grows with the distance to stations, and the first station was moved. */
import type { FloorHealth, siteHealth } from '@whereabouts/contract/site-health'
import { refuse } from '../refusal.ts'
import type { Handlers } from '../world.ts'

/** Places along the longer side of a plan. */
const PLACES = 24
const LEAST_STATIONS = 3
/** Radius at a station (metres), and what it grows by for each metre to the nearest one. */
const [NEAR_METRES, GROWTH] = [1.2, 0.35]
const CHANGED_DB = -9.5

const toTenth = (value: number): number => Math.round(value * 10) / 10

export const siteHealthWords = (): Handlers<typeof siteHealth> => ({
  get({ actor: { account }, params: { id } }) {
    const map = account.maps.find((one) => one.id === id)
    if (map === undefined) throw refuse('resourceNotFound')
    const own = account.stations.filter(({ map_id, indoor_X }) => map_id === id && indoor_X !== null)
    const stations = own.map(({ t4_id, t4_name, calibration }, index): FloorHealth['stations'][number] => ({
      ...{ t4_id, t4_name, calibrated_at_ms: calibration === null ? null : calibration.stop_time * 1000 },
      ...(calibration === null
        ? { change: 'unknown', hears: null, heard: null }
        : { change: index === 0 ? 'moved' : 'same', hears: index === 0 ? CHANGED_DB : 0.5, heard: 0 }),
    }))
    const { metres_per_pixel: scale } = map
    const none = { typical_metres: null, worst_metres: null, cell: 0, cells: [], new_station: null }
    if (scale === null) return { health: { map_id: id, state: 'noScale', ...none, stations } }
    if (own.length < LEAST_STATIONS) return { health: { map_id: id, state: 'fewStations', ...none, stations } }
    const cell = Math.max(map.width, map.height) / PLACES
    const cells: FloorHealth['cells'] = []
    for (let y = cell / 2; y < map.height; y += cell) {
      for (let x = cell / 2; x < map.width; x += cell) {
        const metres =
          Math.min(...own.map(({ indoor_X, indoor_Y }) => Math.hypot(indoor_X! - x, indoor_Y! - y))) * scale
        cells.push([toTenth(x), toTenth(y), toTenth(NEAR_METRES + GROWTH * metres)])
      }
    }
    const byRadius = cells.toSorted((a, b) => a[2] - b[2])
    const [typical, worst] = [byRadius[byRadius.length >> 1]!, byRadius[Math.floor(byRadius.length * 0.9)]!]
    const [indoor_X, indoor_Y] = byRadius.at(-1)!
    return {
      health: {
        ...{ map_id: id, state: 'good', typical_metres: typical[2], worst_metres: worst[2], cell, cells, stations },
        new_station: { indoor_X, indoor_Y, before_metres: typical[2], after_metres: toTenth(typical[2] * 0.85) },
      },
    }
  },
})
