/**
 * A stay that goes on, as the hot row keeps it: an array of plain values, since every hot row that is written carries it. Written by hand,
 * without names: quoting them cost more than the stay. Source: decision 0038.
 */
import { type RawBuilder, sql } from 'kysely'

/** Where a tracker is shown, and which sender hears it there. */
export interface StayPlace {
  /** `moving`: it says so, or is heard at one place after another. */
  readonly kind: 'station' | 'phone' | 'moving'
  /** '' of one that moves. */
  readonly sender_id: string
  readonly sender_name: string
}

/** The tracker's last report belongs to it, or may yet. */
export interface OpenStay extends StayPlace {
  readonly from_ms: number
  /** Its last sighting there. */
  readonly until_ms: number
  readonly map_id: string | null
  readonly indoor_X: number | null
  readonly indoor_Y: number | null
  readonly gps_latitude: number | null
  readonly gps_longitude: number | null
  /** Of its sightings by this sender: their strengths (dBm) added up, and how many had one. */
  readonly rssi_sum: number
  readonly rssi_count: number
  readonly sightings: number
  readonly device_name: string
  readonly class_index: number
  /** Another place where it may be settling; it is a stay once it lasts. */
  readonly next?: OpenStay | undefined
}

const KINDS = ['station', 'phone', 'moving'] as const

type StayValues = readonly [
  kind: number,
  from_ms: number,
  until_ms: number,
  sender_id: string,
  sender_name: string,
  map_id: string | null,
  indoor_X: number | null,
  indoor_Y: number | null,
  gps_latitude: number | null,
  gps_longitude: number | null,
  rssi_sum: number,
  rssi_count: number,
  sightings: number,
  device_name: string,
  class_index: number,
]
/** The values of a stay, then those of the place where it may be settling. */
export type StoredStay = StayValues | readonly [...StayValues, ...StayValues]

/** Of one stay. */
const VALUES = 15

const textOf = (stay: OpenStay): string =>
  `${KINDS.indexOf(stay.kind)},${stay.from_ms},${stay.until_ms},${JSON.stringify(stay.sender_id)},${JSON.stringify(
    stay.sender_name,
  )},${stay.map_id === null ? null : `"${stay.map_id}"`},${stay.indoor_X},${stay.indoor_Y},${stay.gps_latitude},${
    stay.gps_longitude
  },${stay.rssi_sum},${stay.rssi_count},${stay.sightings},${JSON.stringify(stay.device_name)},${stay.class_index}`

/** As JSON. */
export const toStoredStay = (stay: OpenStay): string =>
  stay.next === undefined ? `[${textOf(stay)}]` : `[${textOf(stay)},${textOf(stay.next)}]`

const stayOf = (values: StayValues, next?: OpenStay): OpenStay => ({
  ...{ kind: KINDS[values[0]]!, from_ms: values[1], until_ms: values[2], sender_id: values[3], sender_name: values[4] },
  ...{ map_id: values[5], indoor_X: values[6], indoor_Y: values[7], gps_latitude: values[8], gps_longitude: values[9] },
  ...{ rssi_sum: values[10], rssi_count: values[11], sightings: values[12], device_name: values[13] },
  ...{ class_index: values[14], next },
})

export function fromStoredStay(stored: StoredStay | null): OpenStay | null {
  if (stored === null) return null
  const next = stored.slice(VALUES) as unknown as StayValues | []
  return stayOf(stored as unknown as StayValues, next.length === 0 ? undefined : stayOf(next))
}

/** In SQL: the columns of the stay of a hot row `alias`, as the table of stays names them, and the last report of either place. */
export const openStayColumns = (alias: string): RawBuilder<unknown> => {
  const value = (place: number, type: string) => `(${alias}.open_stay->>${place})::${type}`
  return sql.raw(`${value(1, 'bigint')} as from_ms, ${value(2, 'bigint')} as until_ms, ${value(3, 'text')} as sender_id,
    ${value(4, 'text')} as sender_name, ${value(13, 'text')} as device_name, ${value(14, 'smallint')} as class_index,
    greatest(${value(2, 'bigint')}, ${value(VALUES + 2, 'bigint')}) as heard_ms`)
}
