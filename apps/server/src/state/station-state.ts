/** A station: its hot row, and what people set. Column names are the fields'. */

/** The hot row of a station: when it was last heard, and what it reported. */
export interface StationState {
  connection_status: 'connected' | 'disconnected'
  lastseen_ms: number
  ip: string
  firmware: string
}

/** What people set of a station. */
export interface StationRow {
  t4_id: string
  t4_name: string
  photo: string
  gps_latitude: number | null
  gps_longitude: number | null
  map_id: string | null
  map_name: string | null
  indoor_X: number | null
  indoor_Y: number | null
  wifi_ssid: string
  mac_address: string
  lock_mancal: boolean
  blinking_until_ms: number | null
  created_at: number
}
