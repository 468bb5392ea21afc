/** The hot row of a tracker: its last report and its last place. Column names are the fields'. */

import type { ToldRooms } from '@whereabouts/domain/rooms'
import type { TemperatureMemory } from '@whereabouts/domain/temperatures'
import type { ZoneMemory } from '@whereabouts/domain/zones'
import type { StationSightings } from '@whereabouts/positioning/sightings'
import type { StoredBelief } from '@whereabouts/positioning/stored-belief'

/** Pending changes of a device's conditions; the conditions themselves are rows of `device_conditions`. */
export interface RuleMemory {
  /** Zones that its last positions may be entering, or leaving. */
  readonly zones?: readonly ZoneMemory[] | undefined
  /** Of a carepad beyond a threshold, so that a temperature that goes on is told from one that nobody heard of meanwhile. */
  readonly temperature?: PendingTemperature | undefined
}

export interface PendingTemperature extends Pick<TemperatureMemory, 'since_ms' | 'seen_ms'> {
  /** Of which condition: the position in the log that it began at. */
  readonly since_order: number
}

/** What the solver believed of its place as a minute ended, and which rows of the log it has taken in since. */
export interface StateBelief {
  /** Log positions of the first and the last of these rows. */
  readonly from_order: number
  readonly to_order: number
  /** Since when (epoch ms). */
  readonly since_ms: number
  /** Null: it was first heard in that minute. */
  readonly belief: StoredBelief | null
}

export interface TrackerState {
  last_seen_ms: number
  said_connected: boolean | null
  disconnected_at_ms: number | null
  battery: number | null
  firmware: string
  rssi: number | null
  moving: boolean
  heading: number | null
  steps: number | null
  temperature: number | null
  humidity: number | null
  sender_id: string | null
  sender_name: string
  /** A code of the live kind; whether it is stale follows from the status. */
  reason_code: number | null
  gps_latitude: number | null
  gps_longitude: number | null
  accuracy: number | null
  map_id: string | null
  indoor_X: number | null
  indoor_Y: number | null
  located_at_ms: number | null
  /** The clock of what placed it was wrong, and this time is a corrected one. */
  time_corrected: boolean
  /** The rooms that it is told to be in; null: it is placed by other means than a belief. */
  rooms: ToldRooms | null
  sightings: readonly StationSightings[]
  /** Null: no station of a floor with a scale heard it. */
  belief: StateBelief | null
  /** Null: nothing. */
  rule_memory: RuleMemory | null
  updated_at_ms: number
  /** The position in the log of the report that `last_seen_ms` is of. */
  log_order: number
}

/** Of a tracker that was never heard. */
export const NOTHING_KNOWN: TrackerState = {
  last_seen_ms: 0,
  said_connected: null,
  disconnected_at_ms: null,
  battery: null,
  firmware: '',
  rssi: null,
  moving: false,
  heading: null,
  steps: null,
  temperature: null,
  humidity: null,
  sender_id: null,
  sender_name: '',
  reason_code: null,
  gps_latitude: null,
  gps_longitude: null,
  accuracy: null,
  map_id: null,
  indoor_X: null,
  indoor_Y: null,
  located_at_ms: null,
  time_corrected: false,
  rooms: null,
  sightings: [],
  belief: null,
  rule_memory: null,
  updated_at_ms: 0,
  log_order: 0,
}

/** The fields that people see. */
export type ShownState = Omit<TrackerState, (typeof HIDDEN)[number]>

/** Its columns with their types. */
export const STATE_TYPES = {
  last_seen_ms: 'bigint',
  said_connected: 'boolean',
  disconnected_at_ms: 'bigint',
  battery: 'double precision',
  firmware: 'text',
  rssi: 'double precision',
  moving: 'boolean',
  heading: 'double precision',
  steps: 'integer',
  temperature: 'double precision',
  humidity: 'double precision',
  sender_id: 'text',
  sender_name: 'text',
  reason_code: 'smallint',
  gps_latitude: 'double precision',
  gps_longitude: 'double precision',
  accuracy: 'double precision',
  map_id: 'uuid',
  indoor_X: 'double precision',
  indoor_Y: 'double precision',
  located_at_ms: 'bigint',
  time_corrected: 'boolean',
  rooms: 'json',
  sightings: 'json',
  belief: 'json',
  rule_memory: 'jsonb',
  updated_at_ms: 'bigint',
  log_order: 'bigint',
} as const satisfies Record<keyof TrackerState, string>

/** The fields of a state after its map was deleted: heard by a station with coordinates only (G39). */
export const OFF_THE_MAP = { map_id: null, indoor_X: null, indoor_Y: null, reason_code: 3, rooms: null } as const

/** In the order the statements and the writer use. */
export const STATE_COLUMNS = Object.keys(STATE_TYPES) as (keyof typeof STATE_TYPES)[]

const HIDDEN = ['sightings', 'belief', 'rule_memory', 'log_order'] as const satisfies (keyof TrackerState)[]
const hidden: ReadonlySet<string> = new Set(HIDDEN)

export const SHOWN_COLUMNS = STATE_COLUMNS.filter((name) => !hidden.has(name))
