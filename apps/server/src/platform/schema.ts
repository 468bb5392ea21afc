/** The tables as rows come out of them; migrations/schema.sql says what the columns mean. */
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string | undefined, string>

interface Accounts {
  account_id: string
  created_at: number
  timezone: Generated<string>
  notification_ring_repeat: Generated<boolean>
  custom_logo: Generated<string>
  about_image: Generated<string>
  about_content: Generated<string>
}

interface Users {
  account_id: string
  user_id: string
  email: string
  password_hash: string | null
  fullname: string
  class: 'owner' | 'deputy' | 'support' | 'readonly'
  groups: Generated<string[]>
  b2b_user: boolean
  provider: Generated<string>
  verified: Generated<boolean>
  locale: Generated<'en-us' | 'zh-tw' | 'ja-jp'>
  headshot: Generated<string>
  unread_count: Generated<number>
  created_at: number
}

interface Sessions {
  account_id: string
  session_id: string
  user_id: string
  device_type: 'web' | 'mobile' | 'access_link'
  platform: string
  useragent: string
  push_token: Generated<string>
  stay_signed_in: Generated<boolean>
  token_hash: Buffer
  token_issued_at_ms: number
  previous_token_hash: Buffer | null
  rotated_at_ms: number | null
  signin_at_ms: number
  last_used_at_ms: number
  proved_at_ms: Generated<number>
  link_id: string | null
  locale: 'en-us' | 'zh-tw' | 'ja-jp' | null
  unread_count: number | null
  token_used: Generated<boolean>
}

interface AccessLinks {
  account_id: string
  link_id: string
  code_hash: Buffer
  code_sealed: Buffer
  name: string
  role: 'deputy' | 'support' | 'readonly'
  password_hash: string | null
  notes: Generated<string>
  expire_time: number | null
  created_time: number
}

interface ActivityLogs {
  account_id: string
  id: string
  created_at_ms: number
  session_id: string | null
  device_type: 'web' | 'mobile' | 'access_link'
  name: string
  action: string
  target: Generated<string>
  ip: string
  is_security: boolean
}

interface SigninFailures {
  bucket: string
  failures: number
  window_started_at_ms: number
}

interface IndoorMaps {
  account_id: string
  id: string
  map_name: string
  image_type: 'image/png' | 'image/jpeg'
  image: Buffer
  width: number
  height: number
  metres_per_pixel: number | null
  building: Generated<string>
  floor: Generated<string>
  corners: Json<[longitude: number, latitude: number][] | null>
  created_at: number
}

interface Stations {
  account_id: string
  t4_id: string
  t4_name: string
  photo: Generated<string>
  gps_latitude: number | null
  gps_longitude: number | null
  map_id: string | null
  indoor_X: number | null
  indoor_Y: number | null
  wifi_ssid: Generated<string>
  mac_address: Generated<string>
  lock_mancal: Generated<boolean>
  created_at: number
}

interface StationStates {
  account_id: string
  t4_id: string
  connection_status: 'connected' | 'disconnected'
  lastseen_ms: number
  ip: Generated<string>
  firmware: Generated<string>
  updated_at_ms: number
}

interface TrackerClasses {
  account_id: string
  index: number
  name: string
  color: string
  urls: Json<unknown[]>
}

interface RemarkItems {
  account_id: string
  index: number
  name: string
}

interface Trackers {
  account_id: string
  device_id: string
  name: string
  device_model: 'g3' | 'g3s' | 'g3d' | 'g3d2' | 'g3m' | 'g5' | 'mobile'
  make: Generated<string>
  class_index: Generated<number>
  photo: Generated<string>
  serial_number: Generated<string>
  mac_address: Generated<string>
  radio_identity: string | null
  platform: Generated<'' | 'ios' | 'android'>
  offline_alert: Generated<boolean>
  created_at: number
}

interface TrackerStates {
  account_id: string
  device_id: string
  last_seen_ms: number
  said_connected: boolean | null
  disconnected_at_ms: number | null
  battery: number | null
  firmware: Generated<string>
  rssi: number | null
  moving: Generated<boolean>
  heading: number | null
  steps: number | null
  temperature: number | null
  sender_id: string | null
  sender_name: Generated<string>
  reason_code: number | null
  gps_latitude: number | null
  gps_longitude: number | null
  accuracy: number | null
  map_id: string | null
  indoor_X: number | null
  indoor_Y: number | null
  located_at_ms: number | null
  sightings: Json<{ sender_id: string; rssi: number; scanned_at_ms: number }[]>
  updated_at_ms: number
}

interface Credentials {
  account_id: string
  sender_id: string
  kind: 'native' | 'owntracks' | 'osmand' | 'espresense'
  password_hash: Buffer
  t4_id: string | null
  created_at: number
  revoked_at: number | null
}

interface LocationLogs {
  account_id: string
  device_id: string
  scanned_at_ms: number
  sender_id: string
  seq: string
  received_at_ms: number
  clock_ahead: boolean
  rssi: number | null
  connected: boolean | null
  battery: number | null
  firmware: string | null
  moving: boolean | null
  heading: number | null
  speed: number | null
  steps: number | null
  temperature: number | null
  help: boolean | null
  gps_latitude: number | null
  gps_longitude: number | null
  accuracy: number | null
}

interface GatewayCounts {
  account_id: string | null
  sender_id: string
  /** YYYY-MM-DD, UTC. */
  day: string
  reason: string
  count: number
}

export interface Schema {
  accounts: Accounts
  users: Users
  sessions: Sessions
  access_links: AccessLinks
  activity_logs: ActivityLogs
  signin_failures: SigninFailures
  indoor_maps: IndoorMaps
  stations: Stations
  station_states: StationStates
  tracker_classes: TrackerClasses
  remark_items: RemarkItems
  trackers: Trackers
  tracker_states: TrackerStates
  credentials: Credentials
  location_logs: LocationLogs
  gateway_counts: GatewayCounts
}
