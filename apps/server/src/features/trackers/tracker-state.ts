/** The hot row of a tracker: what was last heard of it and where it was last placed. Column names are the fields'. */

export interface StoredSighting {
  readonly sender_id: string
  readonly rssi: number
  readonly scanned_at_ms: number
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
  sightings: readonly StoredSighting[]
  updated_at_ms: number
}

/** What people are shown of it. */
export type ShownState = Omit<TrackerState, 'sightings'>

/** Columns in the order the statements below and the writer use. */
export const STATE_COLUMNS = [
  'last_seen_ms',
  'said_connected',
  'disconnected_at_ms',
  'battery',
  'firmware',
  'rssi',
  'moving',
  'heading',
  'steps',
  'temperature',
  'sender_id',
  'sender_name',
  'reason_code',
  'gps_latitude',
  'gps_longitude',
  'accuracy',
  'map_id',
  'indoor_X',
  'indoor_Y',
  'located_at_ms',
  'sightings',
  'updated_at_ms',
] as const satisfies readonly (keyof TrackerState)[]
