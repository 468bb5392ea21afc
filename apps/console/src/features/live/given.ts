/** Rows for tests, whole and plain, with only what matters said; and a store to put them in. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import type { Tracker } from '@whereabouts/contract/trackers'
import { LiveStore } from './live-store.ts'

/** The moment tests live in (epoch seconds). */
export const NOW = 1_780_000_000

export const givenTracker = (device_id: string, change: Partial<Tracker> = {}): Tracker => ({
  device_id,
  name: device_id,
  device_model: 'g3',
  make: '',
  connected: true,
  status: 'connected',
  class_index: -1,
  photo: '',
  serial_number: '',
  mac_address: '',
  battery: 80,
  firmware: '1.8.3',
  last_seen: NOW,
  disconnected_time: null,
  rssi: -60,
  gps_latitude: null,
  gps_longitude: null,
  indoor_X: null,
  indoor_Y: null,
  moving: false,
  heading: null,
  remark: [],
  platform: '',
  add_date: NOW,
  qualified_location_info: null,
  sharing: { share_from: null, share_to: [] },
  sync_config: null,
  offline_alert: false,
  ota_state: null,
  ringing_until_ms: null,
  removal_pending: false,
  ...change,
})

export const givenStation = (t4_id: string, change: Partial<Station> = {}): Station => ({
  t4_id,
  t4_name: t4_id,
  type: 't4',
  connection_status: 'connected',
  lastseen_time: NOW,
  photo: '',
  gps_latitude: null,
  gps_longitude: null,
  map_id: null,
  map_url: '',
  map_name: '',
  indoor_X: null,
  indoor_Y: null,
  wifi_ssid: '',
  mac_address: '',
  ip: '',
  firmware: '',
  lock_mancal: false,
  i_see_you: null,
  calibration: null,
  blinking_until_ms: null,
  removal_pending: false,
  ...change,
})

export const givenMap = (id: string, change: Partial<IndoorMap> = {}): IndoorMap => ({
  id,
  map_name: id,
  map_image: '',
  map_url: '',
  width: 1000,
  height: 500,
  metres_per_pixel: 0.05,
  building: 'Garden',
  floor: '1F',
  corners: null,
  ...change,
})

/** A place heard by a station on an indoor map. */
export const heardIndoors = (
  station: string,
  plane: string,
  x: number,
  y: number,
): NonNullable<Tracker['qualified_location_info']> => ({
  sender_device_id: station,
  reason_code: 2,
  reason_data: {
    indoor_map_id: plane,
    indoor_map_name: `map ${plane}`,
    indoor_X: x,
    indoor_Y: y,
    station_name: station,
  },
  gps_latitude: null,
  gps_longitude: null,
  accuracy: null,
  scanned_at_ms: NOW * 1000,
})

/** A list as it comes from the server, page by page. */
export async function* pages<Row>(...rows: Row[][]) {
  yield* rows
}

/** A store at `NOW` that has nothing to draw on. */
export const givenStore = (): LiveStore =>
  new LiveStore({
    feed: { apply: () => {}, remove: () => {}, setPlanes: () => {} },
    now: () => NOW,
    nowMs: () => NOW * 1000,
    steadyMs: () => 0,
    schedule: (run) => run(),
    compareNames: (one, other) => (one < other ? -1 : one > other ? 1 : 0),
    onResync: () => {},
    onLists: () => {},
  })
