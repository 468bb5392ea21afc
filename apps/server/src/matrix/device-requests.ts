/** Requests about devices, and about the plans, zones and groups they belong to. */
import { randomBytes, randomUUID } from 'node:crypto'
import { dataUrl, protectedName, type Sample, thisHour, token, unique } from './sample.ts'

const scan = { device_id: 'a tag', rssi: -60, connected: true, battery: 80, firmware: '1.4.4', moving: true }
const report = {
  ...{
    phone_id: 'matrix-phone',
    key: 'no password',
    seq: 2,
    scanned_at_ms: 2,
    gps_latitude: 24.1,
    gps_longitude: 120.6,
  },
  ...{
    gps_accuracy: 5,
    battery: 80,
    moving: true,
    help: true,
    heading: 90,
    firmware: '1.4.4',
    ip: '10.0.0.7',
    wifi_ssid: 'ward',
  },
  ...{
    platform: 'ios',
    scans: [
      { ...scan, steps: 100, temperature: 36.5, humidity: 41.5, help: true, settings_time: 1, ota: 'running' },
      { ...scan, advertisement: '020106', scan_response: '020a04', address_type: 'random' },
    ],
  },
}

const mapFields = {
  ...{ building: 'Hinoki', floor: '2F', metres_per_pixel: 0.05 },
  corners: Array.from({ length: 4 }, () => [120.6, 24.1]),
}

/** Nobody listens there. */
const brokerAddress = {
  ...{ host: '127.0.0.1', port: 1, tls: false, ca_certificate: '', username: 'home', password: 'a password' },
  ...{ reads: ['espresense', 'native'], theengs_base: 'home', zigbee2mqtt_base: 'zigbee2mqtt' },
}
const brokerRest = { broker_name: 'Home', discovery_prefix: 'homeassistant', paused: true }

const outdoors = {
  polygon: [
    [120, 24],
    [121, 24],
    [121, 25],
  ],
}
const active_times = [{ days: [0, 6], from: '22:00', to: '06:00' }]
const otherZones = () => [
  { zone_name: `Stairs ${unique()}`, zone_type: 'danger', shape: { t4_ids: [unique()] }, class_indexes: [1] },
  {
    ...{ zone_name: `Stairs ${unique()}`, zone_type: 'danger', active_times },
    shape: { map_id: randomUUID(), polygon: outdoors.polygon },
  },
]

/** By `word.call`. */
export const deviceRequests: Readonly<Record<string, () => Sample>> = {
  'trackers.add': () => ({
    body: { device_name: `Cart ${unique()}`, device_id: unique(), device_mode: 'g3', firmware: '1.8.3' },
    otherBodies: [{ device_id: unique(), mac_address: '00:11:22:33:44:55', device_model: 'g3', bind_check: true }],
  }),
  'trackers.change': () => ({
    params: { id: unique() },
    body: { name: `Cart ${unique()}` },
    otherBodies: [{ photo: dataUrl }],
  }),
  'trackers.assignClass': () => ({ body: { device_ids: [unique()], class_index: -1 } }),
  'trackers.setAdvSettings': () => ({
    body: { sync_configs: [{ device_id: unique(), adv_settings: { report_interval_s: 60 } }] },
    otherBodies: [
      {
        sync_configs: [
          { device_id: unique(), adv_settings: { scan_interval_s: 5, motion_sensitivity: 1, ring_volume: 1 } },
        ],
      },
    ],
  }),
  'trackers.setOfflineAlert': () => ({ params: { id: unique() }, body: { alert: true } }),
  'trackers.ring': () => ({ body: { device_id: unique(), ringing: true } }),
  'trackers.upgrade': () => ({ body: { device_id: unique(), mode: 'initial' } }),
  'trackers.remove': () => ({ params: { id: unique() } }),
  'trackers.removeMany': () => ({ body: { device_ids: [unique()] } }),
  'trackers.unassign': () => ({ body: { token } }),
  'trackers.setTrackable': () => ({ body: { device_id: unique(), trackable: true } }),
  'trackers.setRemarks': () => ({
    params: { id: unique() },
    body: { items: [{ index: 0, memo: 'Left ear aid' }] },
    otherBodies: [{ items: [{ index: 0, name: 'Ear', memo: 'Left ear aid' }] }],
  }),
  'trackers.clearRemarks': () => ({ params: { id: unique() } }),
  'stations.add': () => ({
    body: { t4_name: `Station ${unique()}`, t4_id: `T4-${unique().toUpperCase()}` },
    otherBodies: [
      {
        ...{ t4_id: `T4-${unique().toUpperCase()}`, mac_address: '00:11:22:33:44:55', wifi_ssid: 'ward' },
        ...{ gps_latitude: 24.1, gps_longitude: 120.6, bind_check: true },
      },
    ],
  }),
  'stations.change': () => ({
    params: { t4_id: `T4-${unique().toUpperCase()}` },
    body: { lock_mancal: true },
    otherBodies: [
      { t4_name: `Station ${unique()}`, gps_latitude: 24.1, gps_longitude: 120.6, wifi_ssid: 'ward' },
      { map_id: randomUUID(), map_name: 'A floor', indoor_X: 1, indoor_Y: 1 },
    ],
  }),
  'stations.setPhotos': () => ({ params: { id: `T4-${unique().toUpperCase()}` }, body: { photos: [dataUrl] } }),
  'stations.remove': () => ({ params: { t4_id: `T4-${unique().toUpperCase()}` } }),
  'stations.removeMany': () => ({ body: { t4_ids: [`T4-${unique().toUpperCase()}`] } }),
  'stations.unassign': () => ({ body: { token } }),
  'stations.blink': () => ({
    params: { t4_id: `T4-${unique().toUpperCase()}` },
    body: { mode: 2, duration: 30 },
  }),
  'indoorMaps.create': () => ({
    body: { map_name: `Map ${unique()}`, map_image: dataUrl },
    otherBodies: [{ map_name: `Map ${unique()}`, map_image: dataUrl, ...mapFields }],
  }),
  'indoorMaps.change': () => ({
    params: { id: randomUUID() },
    body: { floor: '2F' },
    otherBodies: [{ map_name: `Map ${unique()}`, map_image: dataUrl, ...mapFields }],
  }),
  'indoorMaps.remove': () => ({ params: { id: randomUUID() } }),
  'trackerClasses.save': () => ({
    body: { classes: [] },
    otherBodies: [
      {
        classes: [
          {
            index: 0,
            name: 'Carts',
            color: '#112233',
            urls: [{ name: 'Rules', url: 'https://example.com/' }],
            is_staff: true,
          },
        ],
      },
    ],
  }),
  'zones.create': () => ({
    body: { zone_name: `Stairs ${unique()}`, zone_type: 'danger', shape: outdoors },
    otherBodies: otherZones(),
  }),
  'zones.change': () => ({
    params: { id: randomUUID() },
    body: { zone_name: `Stairs ${unique()}` },
    otherBodies: otherZones(),
  }),
  'zones.remove': () => ({ params: { id: randomUUID() } }),
  'remarks.save': () => ({ body: { items: [] }, otherBodies: [{ items: [{ index: 0, name: 'Ear' }] }] }),
  'trainingJobs.list': () => ({ query: `query_start=${thisHour()}&query_end=${thisHour() + 3600}` }),
  'trainingJobs.create': () => ({
    body: { device_id: unique(), map_id: randomUUID(), indoor_X: 10, indoor_Y: 20, collection_time: 5 },
    otherBodies: [
      ...[{ note: 'By the window', walked: true }].map((rest) => ({
        ...{ device_id: unique(), map_id: randomUUID(), indoor_X: 10, indoor_Y: 20, collection_time: 2 },
        ...rest,
      })),
    ],
  }),
  'trainingJobs.change': () => ({
    params: { jobID: randomUUID() },
    body: { valid: false },
    otherBodies: [{ path: [{ indoor_X: 1, indoor_Y: 1, at_ms: 1 }], finish: true }],
  }),
  'trainingJobs.radioMap': () => ({ params: { map_id: randomUUID() } }),
  'calibrations.run': () => ({
    params: { method: 'manual' },
    body: { t4_ids: [unique()], device_id: unique(), action: 'start' },
  }),
  'sharing.getFrom': () => ({ params: { id: unique() } }),
  'sharing.getTo': () => ({ params: { id: unique() } }),
  'sharing.share': () => ({
    body: { device_id: unique(), email: `${unique()}@example.com` },
    otherBodies: [{ device_id: unique(), email: `${unique()}@example.com`, locale: 'ja-jp', resend: true }],
  }),
  'sharing.unshare': () => ({ body: { device_id: unique(), share_id: randomUUID() } }),
  'sharing.accept': () => ({ body: { token } }),
  'onboarding.exchange': () => ({
    body: { id: 'matrix-tracker', type: 'g3', i_cmd: 1, sr: randomBytes(16).toString('hex'), mode: 17 },
  }),
  'credentials.create': () => ({ body: { sender_id: unique(), kind: 'osmand' } }),
  'credentials.setPayloadKey': () => ({ params: { sender_id: unique() }, body: { key: 'a key of a phone' } }),
  'credentials.removePayloadKey': () => ({ params: { sender_id: unique() } }),
  'credentials.remove': () => ({ params: { sender_id: unique() } }),
  'brokers.create': () => ({ body: { ...brokerAddress, ...brokerRest } }),
  'brokers.change': () => ({ params: { broker_id: randomUUID() }, body: { ...brokerAddress, ...brokerRest } }),
  'brokers.remove': () => ({ params: { broker_id: randomUUID() } }),
  'brokers.listSenders': () => ({ params: { broker_id: randomUUID() } }),
  'brokers.tryOut': () => ({ body: brokerAddress, otherBodies: [{ ...brokerAddress, broker_id: randomUUID() }] }),
  'unclaimed.claim': () => ({
    params: { id: randomUUID() },
    body: { as: 'tracker', name: `Tag ${unique()}` },
    otherBodies: [
      { as: 'tracker', name: `Tag ${unique()}`, key: '0'.repeat(32) },
      { as: 'carepad', name: protectedName, pin_check: '1:AA==:AA==' },
      { as: 'carepad', name: `Pad ${unique()}`, measures: 'room' },
      { as: 'both', name: `Cart ${unique()}`, carepad_name: `Pad ${unique()}` },
    ],
  }),
  'unclaimed.ignore': () => ({ params: { id: randomUUID() } }),
  'unclaimed.restore': () => ({ params: { id: randomUUID() } }),
  'carepads.change': () => ({
    params: { id: unique() },
    body: { threshold_high: 8 },
    otherBodies: [
      { carepad_name: `Bed ${unique()}`, logger_id: randomUUID(), temperature_unit: 'F', measures: 'fridge' },
      { threshold_low: 2, threshold_high: 8, alert_type: 'persistent' },
      { carepad_name: protectedName, pin_check: '1:AA==:AA==', reset_name: true },
    ],
  }),
  'carepads.remove': () => ({ params: { id: unique() } }),
  'carepads.unassign': () => ({ body: { token } }),
  'carepads.temperatures': () => ({ params: { id: unique() }, query: 'query_start=1&query_end=2' }),
  'carepads.trends': () => ({ query: 'range=24h' }),
  'carepads.add': () => ({
    body: { carepad_id: unique(), carepad_name: `Pad ${unique()}` },
    otherBodies: [
      { carepad_id: unique(), logger_id: randomUUID(), measures: 'room', bind_check: true },
      { carepad_id: unique(), carepad_name: protectedName, pin_check: '1:AA==:AA==' },
    ],
  }),
  'loggers.create': () => ({ body: { logger_name: `Ward ${unique()}`, image: dataUrl } }),
  'loggers.change': () => ({
    params: { id: randomUUID() },
    body: { logger_name: `Ward ${unique()}` },
    otherBodies: [{ image: dataUrl }],
  }),
  'loggers.remove': () => ({ params: { id: randomUUID() } }),
  'deviceReports.report': () => ({
    body: { phone_id: 'matrix-phone', seq: 1, scanned_at_ms: 1, scans: [] },
    otherBodies: [report, { ...report, t4_id: 'T4-1' }],
  }),
}
