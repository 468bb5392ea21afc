/** A plausible request for every call that takes something: from people who may, with nothing in it that ends the account. */
import { randomBytes, randomUUID } from 'node:crypto'
import { PASSWORD } from '../../../../scripts/harness/given.ts'

export interface Sample {
  readonly query?: string
  readonly params?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Bodies with the fields that the first leaves out. */
  readonly otherBodies?: readonly unknown[]
}

const device = { platform: 'web', useragent: 'matrix', push_token: '' }
const knownDevice = { ...device, browser_marks: ['a mark of an earlier sign-in'] }
const thisHour = () => Math.floor(Date.now() / 3_600_000) * 3600
const pastRange = () => `from_ms=${Date.now() - 3_600_000}&until_ms=${Date.now()}`
const unique = () => randomBytes(6).toString('hex')
const dataUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const token = 'a token nobody was sent'
const protectedName = `enc:1:${'A'.repeat(40)}`
const proof = { id_token: 'a word of no service', nonce: 'a nonce of this browser' }
const newLink = () => ({ name: `Link ${unique()}`, role: 'guest', password: PASSWORD, notes: 'Back door' })
const profile = {
  locale: 'ja-jp',
  notification_ring_repeat: true,
  fullname: 'Sato Ren',
  timezone: 'Asia/Tokyo',
  temperature_unit: 'C',
  headshot: dataUrl,
  unread_count: 0,
}
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
  ...{ gps_accuracy: 5, battery: 80, moving: true, heading: 90, firmware: '1.4.4', ip: '10.0.0.7', wifi_ssid: 'ward' },
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

/** By `word.call`. A call that takes something and is not here fails the test. */
export const SAMPLES: Readonly<Record<string, () => Sample>> = {
  'auth.signin': () => ({
    body: { device, user: { provider: 'email', email: `${unique()}@example.com`, password: PASSWORD } },
    otherBodies: [{ device: knownDevice, user: { provider: 'google', ...proof, stay_signed_in: true, sign_up: true } }],
  }),
  'auth.signinByLink': () => ({
    body: { device, user: { provider: 'accesslink', access_code: unique() } },
    otherBodies: [{ device: knownDevice, user: { provider: 'accesslink', access_code: unique(), password: PASSWORD } }],
  }),
  'auth.token': () => ({ body: { refresh: true } }),
  'auth.reauth': () => ({ body: { user: { password: PASSWORD } }, otherBodies: [{ user: proof }] }),
  'auth.signout': () => ({ body: { device: { platform: 'web' } } }),
  'auth.changeProfile': () => ({ body: { user: { locale: 'ja-jp' } }, otherBodies: [{ user: profile }, profile] }),
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
  'trails.get': () => ({
    params: { device_id: unique() },
    query: `start_time=${thisHour()}&end_time=${thisHour() + 86_400}`,
  }),
  'locationLogs.list': () => ({
    query: `device_id=${unique()}&query_start=${thisHour()}&query_end=${thisHour() + 3600}`,
  }),
  'history.way': () => ({ params: { device_id: unique() }, query: pastRange() }),
  'history.site': () => ({ query: `at_ms=${Date.now()}` }),
  'history.changes': () => ({ query: `${pastRange()}&step_ms=1000` }),
  'history.density': () => ({ query: `${pastRange()}&buckets=10` }),
  'history.alarm': () => ({ query: `at_ms=${Date.now()}&direction=next` }),
  'history.erase': () => ({ body: { device_id: unique() } }),
  'history.contacts': () => ({ params: { device_id: unique() }, query: pastRange() }),
  'remarks.save': () => ({ body: { items: [] }, otherBodies: [{ items: [{ index: 0, name: 'Ear' }] }] }),
  'siteHealth.get': () => ({ params: { id: randomUUID() } }),
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
  'rollCalls.start': () => ({ body: { id: randomUUID(), is_drill: true, started_at_ms: 1 } }),
  'rollCalls.get': () => ({ params: { id: randomUUID() } }),
  'rollCalls.tick': () => ({
    params: { id: randomUUID() },
    body: { ticks: [{ command_id: randomUUID(), device_id: unique(), is_safe: true, at_ms: 1 }] },
  }),
  'rollCalls.end': () => ({ params: { id: randomUUID() }, body: { ended_at_ms: 1 } }),
  'rollCalls.saveSettings': () => ({ body: { class_indexes: null }, otherBodies: [{ class_indexes: [1, 2] }] }),
  'shiftReports.saveTimer': () => ({
    body: { shift_report_timer: ['08:00'] },
    otherBodies: [{ shift_report_timer: ['08:00'], shift_names: ['Night shift'] }],
  }),
  'shiftReports.create': () => ({ body: { notes: 'A quiet night' } }),
  'shiftReports.get': () => ({ params: { report_id: randomUUID() } }),
  'shiftReports.pdf': () => ({ params: { report_id: randomUUID() } }),
  'shiftReports.retry': () => ({ params: { report_id: randomUUID() } }),
  'shiftReports.confirm': () => ({ params: { report_id: randomUUID() }, body: { name: 'Lin Wei' } }),
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
  'excursions.comment': () => ({ params: { excursion_id: randomUUID() }, body: { text: 'The door was open' } }),
  'excursions.csv': () => ({ query: 'month=2026-11' }),
  'excursions.pdf': () => ({ query: 'month=2026-11' }),
  'loggers.create': () => ({ body: { logger_name: `Ward ${unique()}`, image: dataUrl } }),
  'loggers.change': () => ({
    params: { id: randomUUID() },
    body: { logger_name: `Ward ${unique()}` },
    otherBodies: [{ image: dataUrl }],
  }),
  'loggers.remove': () => ({ params: { id: randomUUID() } }),
  'carepads.add': () => ({
    body: { carepad_id: unique(), carepad_name: `Pad ${unique()}` },
    otherBodies: [
      { carepad_id: unique(), logger_id: randomUUID(), measures: 'room', bind_check: true },
      { carepad_id: unique(), carepad_name: protectedName, pin_check: '1:AA==:AA==' },
    ],
  }),
  'notifications.push': () => ({
    body: { type: 'disengage', event_time_ms: 1 },
    otherBodies: [{ type: 'test', event_time_ms: 1, alarm_ids: [randomUUID()] }],
  }),
  'notifications.registerPush': () => ({ body: { push_token: '' } }),
  'alarms.list': () => ({ query: 'state=open' }),
  'alarms.shown': () => ({ body: { alarm_ids: [randomUUID()] } }),
  'alarms.acknowledge': () => ({ body: { alarm_ids: [randomUUID()] } }),
  'alarms.going': () => ({ body: { alarm_ids: [randomUUID()] } }),
  'alarms.seen': () => ({ body: { alarm_ids: [randomUUID()] } }),
  'alarms.saveSettings': () => ({
    body: { contacts: [{ email: `${unique()}@example.com`, after_s: 60 }], acknowledge_within_s: 60 },
    otherBodies: [{ contacts: [], acknowledge_within_s: 60, arrive_within_s: 60 }],
  }),
  'alarms.askContact': () => ({ body: { email: 'nobody@contacts.example' } }),
  'alarms.confirmContact': () => ({ body: { token } }),
  'beliefs.get': () => ({ params: { id: unique() } }),
  'steps.get': () => ({ params: { id: unique() }, query: 'range=1m' }),
  'steps.setTarget': () => ({ params: { id: unique() }, body: { target: 6000 } }),
  'steps.list': () => ({ query: 'range=1y' }),
  'attendance.list': () => ({ query: 'device_name=Sato&query_begin=1772409600&query_end=1772496000&show=exceptions' }),
  'attendance.get': () => ({ params: { id: `2026-03-05.${unique()}` } }),
  'attendance.change': () => ({
    params: { id: `2026-03-05.${unique()}` },
    body: {
      comment: 'Covered for Sasaki',
      vacation: false,
      tag_not_brought: true,
      not_for_working: false,
      apply_ot: true,
    },
    otherBodies: [{ corrected_sign_in: 1_772_409_600, corrected_sign_out: 1_772_442_000 }],
  }),
  'attendance.listMonth': () => ({ query: 'month=2026-03' }),
  'attendance.saveRules': () => ({ body: { work_start: '09:00', work_end: '18:00', over_time_minutes: 30 } }),
  'accessLinks.create': () => ({
    body: { accesslink: { name: `Link ${unique()}`, role: 'guest' } },
    otherBodies: [
      { accesslink: { ...newLink(), ttl: 3600 } },
      { accesslink: { ...newLink(), expire_time: 9_000_000_000 } },
    ],
  }),
  'accessLinks.remove': () => ({ body: { accesslinks: [unique()] } }),
  'activity.listLogs': () => ({ query: 'type=security' }),
  'activity.listLogsOfDevice': () => ({ params: { id: randomUUID() } }),
  'activity.forceSignOut': () => ({ body: { session_ids: [randomUUID()], mobile_ids: [randomUUID()] } }),
  'accounts.signUp': () => ({
    body: { user: { email: `${unique()}@example.com`, password: PASSWORD, fullname: 'New', locale: 'en-us' } },
  }),
  'accounts.setUp': () => ({
    body: { token, user: { email: `${unique()}@example.com`, password: PASSWORD, fullname: 'New', locale: 'en-us' } },
  }),
  'accounts.previewLink': () => ({ body: { token } }),
  'accounts.confirm': () => ({ body: { token } }),
  'accounts.resendConfirmation': () => ({ body: { user: { email: `${unique()}@example.com` } } }),
  'accounts.recover': () => ({ body: { user: { email: `${unique()}@example.com` } } }),
  'accounts.confirmRecovery': () => ({ body: { token, user: { password: PASSWORD } } }),
  'accounts.changePassword': () => ({ body: { user: { old_password: PASSWORD, new_password: PASSWORD } } }),
  'accounts.changeEmail': () => ({ body: { user: { email: `${unique()}@example.com` } } }),
  'accounts.confirmEmail': () => ({ body: { token } }),
  // Not the own address: refused as invalid, after the right was looked at.
  'accounts.remove': () => ({ body: { user: { email: `${unique()}@example.com` } } }),
  'accounts.confirmRemove': () => ({ body: { token } }),
  'pins.set': () => ({
    body: { pin_check: 'pin:1:c2FsdA==:dmVyaWZpZXI=' },
    otherBodies: [
      {
        pin_check: '1:AA==:AA==',
        replaces: '1:BB==:BB==',
        names_hash: '0'.repeat(16),
        names: [['pad', protectedName]],
      },
    ],
  }),
  'branding.setLogo': () => ({ body: { custom_logo: dataUrl } }),
  'branding.setAboutImage': () => ({ body: { image: dataUrl } }),
  'branding.setAboutContent': () => ({ body: { content: 'https://example.com/help' } }),
  'integrators.createUser': () => ({
    body: { user: { email: `${unique()}@example.com`, fullname: 'Sub', locale: 'en-us' } },
  }),
  'integrators.removeUser': () => ({ body: { user_id: randomUUID() } }),
  'integrators.setGroups': () => ({
    body: { user: { groups: ['G3OfficeLog', 'Integrator'] } },
    otherBodies: [{ user: { user_id: randomUUID(), groups: ['G3OfficeLog'] } }],
  }),
  'line.note': () => ({
    body: { link_code: unique(), note: 'Night shift' },
    otherBodies: [{ line_group_id: randomUUID(), note: 'Night shift' }],
  }),
  'webhooks.create': () => ({
    body: { url: 'https://hooks.example/whereabouts', note: 'Node-RED', events: ['alarm.began', 'zone.entered'] },
  }),
  'webhooks.change': () => ({
    params: { webhook_id: randomUUID() },
    body: { url: 'https://hooks.example/other', note: '', events: ['alarm.ended'], is_on: true },
  }),
  'webhooks.remove': () => ({ params: { webhook_id: randomUUID() } }),
  'webhooks.renewSecret': () => ({ params: { webhook_id: randomUUID() } }),
  'webhooks.test': () => ({ params: { webhook_id: randomUUID() } }),
  'webhooks.listDeliveries': () => ({ params: { webhook_id: randomUUID() } }),
  'webhooks.redeliver': () => ({ params: { webhook_id: randomUUID(), delivery_id: randomUUID() } }),
  'line.remove': () => ({ body: { line_group_ids: [randomUUID()] } }),
  'line.webhook': () => ({
    body: { destination: 'x', events: [] },
    otherBodies: [{ destination: 'x', events: [{ type: 'join', source: { type: 'group', groupId: 'C1' } }] }],
  }),
  'deviceReports.report': () => ({
    body: { phone_id: 'matrix-phone', seq: 1, scanned_at_ms: 1, scans: [] },
    otherBodies: [report, { ...report, t4_id: 'T4-1' }],
  }),
  'errorMessages.get': () => ({ query: 'code=400101&locale=en-us' }),
}

/** A request for this call. */
export const sampleOf = (id: string): Sample => SAMPLES[id]?.() ?? {}
