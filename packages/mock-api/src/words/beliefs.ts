/** What is believed of the place of a device: in the mock it is where it is, as sure as it is told. */
import type { Belief, beliefs } from '@whereabouts/contract/beliefs'
import { refuse } from '../refusal.ts'
import type { Account } from '../state.ts'
import type { Handlers } from '../world.ts'

/** Cells of the cloud on each side of its middle. */
const REACH = 6
const USUAL_METRES = 3

export const beliefWords = (): Handlers<typeof beliefs> => ({
  get({ actor: { account }, params: { id } }) {
    const tracker = account.trackers.find(({ device_id }) => device_id === id)
    if (tracker === undefined) throw refuse('deviceNotFound')
    const info = tracker.qualified_location_info
    const map = account.maps.find((one) => one.id === info?.reason_data.indoor_map_id)
    if (info === null || map === undefined || map.metres_per_pixel === null) return { belief: null }
    const { indoor_X = 0, indoor_Y = 0 } = info.reason_data
    const accuracy = info.accuracy ?? USUAL_METRES
    const place = { map_id: map.id, indoor_X, indoor_Y, accuracy }
    const rooms = roomsOf(info.reason_data, map.id)
    return {
      belief: {
        ...place,
        ...cloud(place, map.metres_per_pixel),
        ...heardOf(account, place, map.metres_per_pixel),
        ...{ rooms, rooms_otherwise_ms: null },
      },
    }
  },
})

/** Two told rooms are nearly alike. */
const SHARES = { alone: [0.94], two: [0.56, 0.38] }

const roomsOf = ({ rooms = [] }: { readonly rooms?: readonly string[] | undefined }, map_id: string): Belief['rooms'] =>
  rooms.map((name, index) => ({
    ...{ name, map_id, told: true },
    share: (rooms.length === 1 ? SHARES.alone : SHARES.two)[index] ?? 0,
  }))

type Place = Pick<Belief, 'map_id' | 'indoor_X' | 'indoor_Y' | 'accuracy'>

/** A round cloud that has nine tenths of itself within the radius. */
function cloud({ indoor_X, indoor_Y, accuracy }: Place, metresPerPixel: number): Pick<Belief, 'cell' | 'cells'> {
  const cell = accuracy / metresPerPixel / (REACH / 1.5)
  const steps = Array.from({ length: 2 * REACH + 1 }, (_, index) => index - REACH)
  const odds = steps.flatMap((right) =>
    steps.map((down) => [right, down, Math.exp(-0.14 * (right ** 2 + down ** 2))] as const),
  )
  const sum = odds.reduce((total, [, , value]) => total + value, 0)
  const cells = odds
    .map(([right, down, value]): [number, number, number] => [
      indoor_X + right * cell,
      indoor_Y + down * cell,
      value / sum,
    ])
    .sort((a, b) => b[2] - a[2])
  return { cell, cells }
}

function heardOf(
  { stations, maps }: Account,
  place: Place,
  metresPerPixel: number,
): Omit<Belief, keyof Place | 'cell' | 'cells' | 'rooms' | 'rooms_otherwise_ms'> {
  const heard = stations
    .filter(({ map_id }) => map_id === place.map_id)
    .map(({ t4_id, t4_name, indoor_X, indoor_Y }) => {
      const metres = Math.hypot(indoor_X! - place.indoor_X, indoor_Y! - place.indoor_Y) * metresPerPixel
      const expected = Math.round(-59 - 22 * Math.log10(Math.hypot(metres, 1)))
      return { t4_id, t4_name, map_id: place.map_id, rssi: expected - 2, expected, age_ms: 800, weight: 0.9 }
    })
    .sort((a, b) => b.rssi - a.rssi)
  const map_name = maps.find(({ id }) => id === place.map_id)?.map_name ?? ''
  return { offset: -2, resting: false, floors: [{ map_id: place.map_id, map_name, share: 1 }], heard, zones: [] }
}
