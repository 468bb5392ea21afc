/** Requests about people, their account, and what it records. */
import { randomUUID } from 'node:crypto'
import { PASSWORD } from '../../../../scripts/harness/given.ts'
import { dataUrl, protectedName, type Sample, thisHour, token, unique } from './sample.ts'

const device = { platform: 'web', useragent: 'matrix', push_token: '' }
const knownDevice = { ...device, browser_marks: ['a mark of an earlier sign-in'] }
const pastRange = () => `from_ms=${Date.now() - 3_600_000}&until_ms=${Date.now()}`
const proof = { id_token: 'no id token', nonce: 'a nonce of this browser' }
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

/** By `word.call`. */
export const accountRequests: Readonly<Record<string, () => Sample>> = {
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
  'siteHealth.get': () => ({ params: { id: randomUUID() } }),
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
  'excursions.comment': () => ({ params: { excursion_id: randomUUID() }, body: { text: 'The door was open' } }),
  'excursions.csv': () => ({ query: 'month=2026-11' }),
  'excursions.pdf': () => ({ query: 'month=2026-11' }),
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
  'attendance.monthPdf': () => ({ query: 'month=2026-03' }),
  'attendance.saveRules': () => ({
    body: {
      shifts: [{ name: 'Night', start: '22:00', end: '06:00', days: [1, 2] }],
      over_time_minutes: 30,
      from: '2026-01-31',
    },
    otherBodies: [{ work_start: '09:00', work_end: '18:00', over_time_minutes: 30 }],
  }),
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
  'line.remove': () => ({ body: { line_group_ids: [randomUUID()] } }),
  'line.webhook': () => ({
    body: { destination: 'x', events: [] },
    otherBodies: [{ destination: 'x', events: [{ type: 'join', source: { type: 'group', groupId: 'C1' } }] }],
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
  'errorMessages.get': () => ({ query: 'code=400101&locale=en-us' }),
}
