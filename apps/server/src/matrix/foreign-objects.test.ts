/**
 * What belongs to another account is answered exactly as what does not exist, and stays as it is; nothing of it stands in
 * any answer. Source: security rules 11, 13, 14, 17.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { api } from '@whereabouts/contract/api'
import type { Endpoint } from '@whereabouts/contract/kit'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { helpOf, raised } from '../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { sampleOf } from './requests.ts'
import { hashTables } from './tables.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app
const { db } = database

/** Stands in everything the other account has that people can write. */
const CANARY = `canary${randomBytes(6).toString('hex')}`

interface Things {
  readonly person: Person
  readonly link_code: string
  readonly session_id: string
  readonly sub_user_id: string
  readonly line_group_id: string
  readonly webhook_id: string
  readonly delivery_id: string
  readonly tracker_id: string
  readonly t4_id: string
  readonly map_id: string
  readonly share_id: string
  readonly sender_id: string
  readonly broker_id: string
  readonly tag_id: string
  readonly ignored_tag_id: string
  readonly logger_id: string
  readonly carepad_id: string
  readonly excursion_id: string
  readonly zone_id: string
  readonly media_name: string
  readonly alarm_id: string
  readonly report_id: string
  readonly roll_call_id: string
  readonly job_id: string
  readonly page_token: string
}

/** As pictures are named. */
const newMediaName = () => `${randomBytes(32).toString('base64url')}.png`

/** An account with one of everything that an id can name. */
async function account(word: string): Promise<Things> {
  const person = await given.person({ groups: ['Integrator', 'G3OfficeLog'] })
  const { accountId, token } = person
  const now = Math.floor(clock.now() / 1000)
  await sql`update users set fullname = ${`${word} owner`}, email = ${`${word}@example.com`.toLowerCase()}
    where account_id = ${accountId}`.execute(db)
  await sql`update accounts set about_content = ${`https://${word}.example/`} where account_id = ${accountId}`.execute(
    db,
  )
  const accesslink = { name: `${word} link`, role: 'guest', notes: `${word} notes` }
  const made = await call('POST', '/v3/app/accesslink', { token, body: { accesslink } })
  const tracker_id = await given.tracker(accountId, { name: `${word} tracker` })
  await given.tracker(accountId, { name: `${word} tracker 2` })
  const { t4Id: t4_id } = await given.station(accountId)
  await sql`update stations set t4_name = ${`${word} station`}, wifi_ssid = ${word} where account_id = ${accountId}`.execute(
    db,
  )
  const map_id = await given.indoorMap(accountId, `${word} floor`)
  const share_id = randomUUID()
  await sql`insert into shares (account_id, share_id, device_id, email, created_time)
    values (${accountId}, ${share_id}, ${tracker_id}, ${`${word}@friends.example`}, ${now})`.execute(db)
  await sql`insert into tracker_classes (account_id, index, name, color) values (${accountId}, 0, ${`${word} class`}, '#112233')`.execute(
    db,
  )
  await sql`insert into remark_items (account_id, index, name) values (${accountId}, 0, ${`${word} remark`})`.execute(
    db,
  )
  const sender_id = `${word}-van`
  await given.credential(accountId, sender_id)
  const broker_id = randomUUID()
  await sql`insert into brokers (account_id, broker_id, broker_name, host, port, tls, reads, paused, created_at)
    values (${accountId}, ${broker_id}, ${`${word} broker`}, ${`${word}.example`}, 1883, false, '{}', true, ${now})`.execute(
    db,
  )
  const tag_id = randomUUID()
  await sql`insert into unclaimed_tags (account_id, id, radio_identity, sender_id, rssi, first_seen, last_seen)
    values (${accountId}, ${tag_id}, ${`${word} tag`}, ${sender_id}, -60, ${now}, ${now})`.execute(db)
  const ignored_tag_id = randomUUID()
  await sql`insert into unclaimed_tags (account_id, id, radio_identity, sender_id, rssi, first_seen, last_seen, ignored)
    values (${accountId}, ${ignored_tag_id}, ${`${word} ignored`}, ${sender_id}, -60, ${now}, ${now}, true)`.execute(db)
  const logger_id = randomUUID()
  await sql`insert into loggers (account_id, logger_id, logger_name, created_at)
    values (${accountId}, ${logger_id}, ${`${word} logger`}, ${now})`.execute(db)
  await sql`insert into carepads (account_id, carepad_id, carepad_name, created_at)
    values (${accountId}, ${`${word}-pad`}, ${`${word} pad`}, ${now})`.execute(db)
  const excursion_id = randomUUID()
  await sql`insert into excursions (account_id, excursion_id, carepad_id, event, since_ms, is_raised, carepad_name,
      threshold_high, alert_type, comments)
    values (${accountId}, ${excursion_id}, ${`${word}-pad`}, 'high_temperature', ${clock.now()}, true, ${`${word} pad`}, 8,
      'instant', ${JSON.stringify([{ text: `${word} comment`, by: `${word} nurse`, at_ms: 1 }])})`.execute(db)
  const zone_id = randomUUID()
  await sql`insert into zones (account_id, id, zone_name, zone_type, shape, created_at)
    values (${accountId}, ${zone_id}, ${`${word} zone`}, 'danger', ${JSON.stringify({ t4_ids: [t4_id] })}, ${now})`.execute(
    db,
  )
  const line_group_id = randomUUID()
  await sql`insert into line_groups (account_id, line_group_id, group_id, note, created_time)
    values (${accountId}, ${line_group_id}, ${`C${word}`}, ${`${word} group`}, ${now})`.execute(db)
  const [webhook_id, delivery_id] = [randomUUID(), randomUUID()]
  await sql`insert into webhooks (account_id, webhook_id, url, note, events, secret_sealed, created_at_ms)
    values (${accountId}, ${webhook_id}, ${`https://${word}.example/`}, ${`${word} hook`}, '{shift_report.made}', '', ${now})`.execute(
    db,
  )
  await sql`insert into webhook_deliveries (account_id, webhook_id, delivery_id, event, facts, at_ms, created_at_ms, state)
    values (${accountId}, ${webhook_id}, ${delivery_id}, 'webhook.test', '{}', 0, 0, 'delivered')`.execute(db)
  const [alarm_id = ''] = await raised(app, accountId, helpOf(tracker_id, `${word} tracker`, clock.now()))
  // No console listens, so it is escalated at once, and then rests.
  await eventually(async () => {
    const { rows } = await sql`select from mails where account_id = ${accountId} and kind = 'alarm'`.execute(db)
    expect(rows).toHaveLength(1)
  })
  const contacts = [{ email: `${word}@contacts.example`, after_s: 0 }]
  const alerts = { token, body: { contacts, acknowledge_within_s: 60 } }
  await call('POST', '/v3/app/users/extrasettings/alerts', alerts)
  const media_name = newMediaName()
  await sql`insert into media (account_id, name, image_type, image, width, height, created_at)
    values (${accountId}, ${media_name}, 'image/png', ${Buffer.from(`${word} picture`)}, 1, 1, ${now})`.execute(db)
  const report_id = randomUUID()
  const content = { made_at_ms: 0, timezone: word, devices: [], alarms: [], visits: [], silent: [] }
  await sql`insert into shift_reports (account_id, report_id, creator, date_ms, period_start_ms, notes, state, content)
    values (${accountId}, ${report_id}, ${`${word} maker`}, ${clock.now()}, 0, ${`${word} note`}, 'success',
      ${JSON.stringify({ ...content, low_batteries: [], temperatures: [], remarks: [] })})`.execute(db)
  const roll_call_id = randomUUID()
  await sql`insert into roll_calls (account_id, id, is_drill, started_at_ms, started_by, people)
    values (${accountId}, ${roll_call_id}, true, ${clock.now()}, ${`${word} starter`}, '[]')`.execute(db)
  const job_id = randomUUID()
  await sql`insert into training_jobs (account_id, job_id, device_id, device_name, map_id, "indoor_X", "indoor_Y",
      collection_time, note, created_at_ms, started_at_ms, ended_at_ms)
    values (${accountId}, ${job_id}, ${tracker_id}, ${`${word} tracker`}, ${map_id}, 1, 1, 5, ${`${word} spot`},
      ${clock.now()}, ${clock.now()}, ${clock.now()})`.execute(db)
  const sub = await given.person()
  await sql`update accounts set integrator_account_id = ${accountId} where account_id = ${sub.accountId}`.execute(db)
  await sql`update users set fullname = ${`${word} customer`} where account_id = ${sub.accountId}`.execute(db)
  const devices = await call('GET', '/v3/app/activity/devices', { token })
  const page = await call('GET', '/v3/app/trackers?count=1', { token })
  return {
    person,
    link_code: made.body.accesslink.link_code,
    session_id: devices.body.activity_devices[0].id,
    sub_user_id: sub.userId,
    ...{ line_group_id, webhook_id, delivery_id },
    ...{ tracker_id, t4_id, map_id, share_id, sender_id, tag_id, ignored_tag_id, logger_id, zone_id },
    carepad_id: `${word}-pad`,
    excursion_id,
    media_name,
    broker_id,
    alarm_id,
    report_id,
    roll_call_id,
    job_id,
    page_token: page.body.metadata.next_token,
  }
}

/** The last hour, as calls of history, of trails and of temperatures ask for it. */
const pastRange = () => `from_ms=${clock.now() - 3_600_000}&until_ms=${clock.now()}`
const nowSeconds = () => Math.floor(clock.now() / 1000)
const pastSeconds = () => `start_time=${nowSeconds() - 3600}&end_time=${nowSeconds()}`
const pastQuery = () => `query_start=${nowSeconds() - 3600}&query_end=${nowSeconds()}`

const jobOf = (other: object) => ({
  ...{ device_id: own.tracker_id, map_id: own.map_id, indoor_X: 1, indoor_Y: 1, collection_time: 2 },
  ...other,
})
const brokerOf = (other: object) => ({
  ...{ broker_name: 'Mine', host: '127.0.0.1', port: 1, tls: false, ca_certificate: '', username: '', reads: [] },
  ...{ theengs_base: 'home', zigbee2mqtt_base: 'zigbee2mqtt', discovery_prefix: '', paused: true },
  ...other,
})
const zoneOf = (shape: object) => ({ zone_name: 'My zone', zone_type: 'danger', shape })

let own: Things
let foreign: Things
const nonexistent = {
  link_code: randomBytes(16).toString('base64url'),
  session_id: randomUUID(),
  sub_user_id: randomUUID(),
  line_group_id: randomUUID(),
  webhook_id: randomUUID(),
  delivery_id: randomUUID(),
  tracker_id: `G3-${randomBytes(4).toString('hex').toUpperCase()}`,
  t4_id: `T4-${randomBytes(6).toString('hex').toUpperCase()}`,
  map_id: randomUUID(),
  share_id: randomUUID(),
  sender_id: randomBytes(6).toString('hex'),
  broker_id: randomUUID(),
  tag_id: randomUUID(),
  ignored_tag_id: randomUUID(),
  logger_id: randomUUID(),
  excursion_id: randomUUID(),
  carepad_id: `${randomBytes(4).toString('hex')}-pad`,
  zone_id: randomUUID(),
  media_name: newMediaName(),
  alarm_id: randomUUID(),
  report_id: randomUUID(),
  roll_call_id: randomUUID(),
  job_id: randomUUID(),
}
type Id = keyof typeof nonexistent

beforeAll(async () => {
  own = await account('mine')
  foreign = await account(CANARY)
})

/** Each call that takes an id, as made with it. */
const BY_ID: readonly (readonly [what: string, id: Id, request: (id: string) => Parameters<typeof call>])[] = [
  ['deleting a link', 'link_code', (id) => ['DELETE', '/v3/app/accesslink', { body: { accesslinks: [id] } }]],
  ['the log of a device', 'session_id', (id) => ['GET', `/v3/app/activity/logs/${id}`]],
  [
    'signing a device out',
    'session_id',
    (id) => ['POST', '/v3/app/users/forcelogout', { body: { session_ids: [id], mobile_ids: [] } }],
  ],
  [
    'signing a phone out',
    'session_id',
    (id) => ['POST', '/v3/app/users/forcelogout', { body: { session_ids: [], mobile_ids: [id] } }],
  ],
  ['deleting a business user', 'sub_user_id', (id) => ['DELETE', '/v3/app/integrator/user', { body: { user_id: id } }]],
  [
    'groups of a business user',
    'sub_user_id',
    (id) => ['POST', '/v3/app/users/groups', { body: { user: { user_id: id, groups: ['G3OfficeLog'] } } }],
  ],
  [
    'naming a LINE group',
    'line_group_id',
    (id) => ['POST', '/v3/app/accountlink/line/note', { body: { line_group_id: id, note: 'Ours now' } }],
  ],
  [
    'unlinking a LINE group',
    'line_group_id',
    (id) => ['DELETE', '/v3/app/accountlink/line', { body: { line_group_ids: [id] } }],
  ],
  ['changing a webhook', 'webhook_id', (id) => ['PUT', `/v3/app/webhooks/${id}`, { body: { note: 'Ours now' } }]],
  ['another secret of a webhook', 'webhook_id', (id) => ['POST', `/v3/app/webhooks/${id}/secret`]],
  ['trying a webhook out', 'webhook_id', (id) => ['POST', `/v3/app/webhooks/${id}/test`]],
  ['deliveries of a webhook', 'webhook_id', (id) => ['GET', `/v3/app/webhooks/${id}/deliveries`]],
  ['sending a delivery again', 'delivery_id', (id) => ['POST', `/v3/app/webhooks/${own.webhook_id}/deliveries/${id}`]],
  ['deleting a webhook', 'webhook_id', (id) => ['DELETE', `/v3/app/webhooks/${id}`]],
  ['attendance of a tracker', 'tracker_id', (id) => ['GET', `/v3/application/officelog/2026-03-05.${id}`]],
  [
    'a word on the attendance of a tracker',
    'tracker_id',
    (id) => ['PUT', `/v3/application/officelog/2026-03-05.${id}`, { body: { comment: 'Ours now' } }],
  ],
  ['belief of a tracker', 'tracker_id', (id) => ['GET', `/v3/app/trackers/${id}/belief`]],
  ['steps of a tracker', 'tracker_id', (id) => ['GET', `/v3/app/trackers/${id}/steps`]],
  [
    'the step goal of a tracker',
    'tracker_id',
    (id) => ['PUT', `/v3/app/trackers/${id}/steps`, { body: { target: 1 } }],
  ],
  ['the trail of a tracker', 'tracker_id', (id) => ['GET', `/v3/device/trail/${id}?${pastSeconds()}`]],
  ['the way of a tracker', 'tracker_id', (id) => ['GET', `/v3/app/history/way/${id}?${pastRange()}`]],
  ['who was near a tracker', 'tracker_id', (id) => ['GET', `/v3/app/history/contacts/${id}?${pastRange()}`]],
  ['changing a carepad', 'carepad_id', (id) => ['PUT', `/v3/app/carepads/${id}`, { body: { threshold_high: 8 } }]],
  ['removing a carepad', 'carepad_id', (id) => ['DELETE', `/v3/app/carepads/${id}`]],
  ['temperatures of a carepad', 'carepad_id', (id) => ['GET', `/v3/app/carepads/${id}/temperatures?${pastQuery()}`]],
  [
    'commenting on an excursion',
    'excursion_id',
    (id) => ['POST', `/v3/app/excursions/${id}/comments`, { body: { text: 'Mine now' } }],
  ],
  ['renaming a logger', 'logger_id', (id) => ['PUT', `/v3/app/loggers/${id}`, { body: { logger_name: 'Mine now' } }]],
  ['deleting a logger', 'logger_id', (id) => ['DELETE', `/v3/app/loggers/${id}`]],
  ['renaming a tracker', 'tracker_id', (id) => ['PUT', `/v3/app/trackers/${id}`, { body: { name: 'Mine now' } }]],
  [
    'the class of a tracker',
    'tracker_id',
    (id) => ['PUT', '/v3/app/trackers/class', { body: { device_ids: [id], class_index: 0 } }],
  ],
  [
    'settings of a tracker',
    'tracker_id',
    (id) => [
      'PUT',
      '/v3/app/trackers/advsettings',
      { body: { sync_configs: [{ device_id: id, adv_settings: { ring_volume: 1 } }] } },
    ],
  ],
  [
    'the alarm of a tracker',
    'tracker_id',
    (id) => ['PUT', `/v3/app/trackers/${id}/offline`, { body: { alert: true } }],
  ],
  ['ringing', 'tracker_id', (id) => ['POST', '/v3/app/trackers/ring', { body: { device_id: id, ringing: true } }]],
  ['upgrading', 'tracker_id', (id) => ['POST', '/v3/app/trackers/ota', { body: { device_id: id, mode: 'initial' } }]],
  ['removing a tracker', 'tracker_id', (id) => ['DELETE', `/v3/app/trackers/${id}`]],
  ['removing trackers', 'tracker_id', (id) => ['DELETE', '/v3/app/trackers', { body: { device_ids: [id] } }]],
  [
    'tracking a phone',
    'tracker_id',
    (id) => ['POST', '/v3/device/trackable', { body: { device_id: id, trackable: false } }],
  ],
  [
    'writing remarks',
    'tracker_id',
    (id) => ['PUT', `/v3/app/trackers/${id}/remarks`, { body: { items: [{ index: 0, memo: 'x' }] } }],
  ],
  ['clearing remarks', 'tracker_id', (id) => ['DELETE', `/v3/app/trackers/${id}/remarks`]],
  ['who has a device', 'tracker_id', (id) => ['GET', `/v3/device/multishare/getto/${id}`]],
  ['whose a device is', 'tracker_id', (id) => ['GET', `/v3/device/multishare/getfrom/${id}`]],
  [
    'sharing a device',
    'tracker_id',
    (id) => ['POST', '/v3/app/sharing', { body: { device_id: id, email: 'friend@example.com' } }],
  ],
  [
    'ending a share',
    'share_id',
    (id) => ['DELETE', '/v3/app/sharing', { body: { device_id: own.tracker_id, share_id: id } }],
  ],
  ['renaming a station', 't4_id', (id) => ['PUT', `/v3/app/stations/${id}`, { body: { t4_name: 'Mine now' } }]],
  ['the photo of a station', 't4_id', (id) => ['PUT', `/v3/app/stations/${id}/photos`, { body: { photos: [] } }]],
  [
    'the light of a station',
    't4_id',
    (id) => ['POST', `/v3/app/stations/${id}/led`, { body: { mode: 2, duration: 30 } }],
  ],
  ['removing a station', 't4_id', (id) => ['DELETE', `/v3/app/stations/${id}`]],
  ['removing stations', 't4_id', (id) => ['DELETE', '/v3/app/stations', { body: { t4_ids: [id] } }]],
  ['placing a station on a map', 'map_id', (id) => ['PUT', `/v3/app/stations/${own.t4_id}`, { body: { map_id: id } }]],
  ['changing a map', 'map_id', (id) => ['PUT', `/v3/app/indoormaps/${id}`, { body: { floor: '9F' } }]],
  ['deleting a map', 'map_id', (id) => ['DELETE', `/v3/app/indoormaps/${id}`]],
  ['the image of a map', 'map_id', (id) => ['GET', `/v3/app/indoormaps/${id}/image`]],
  ['a picture', 'media_name', (id) => ['GET', `/v3/app/media/${id}`]],
  [
    'the encryption key of a sender',
    'sender_id',
    (id) => ['PUT', `/v3/app/credentials/${id}/payload-key`, { body: { key: 'mine now' } }],
  ],
  ['removing that key', 'sender_id', (id) => ['DELETE', `/v3/app/credentials/${id}/payload-key`]],
  ['revoking a credential', 'sender_id', (id) => ['DELETE', `/v3/app/credentials/${id}`]],
  [
    'changing a broker',
    'broker_id',
    (id) => ['PUT', `/v3/app/brokers/${id}`, { body: brokerOf({ broker_name: 'Mine now' }) }],
  ],
  ['removing a broker', 'broker_id', (id) => ['DELETE', `/v3/app/brokers/${id}`]],
  ['who speaks through a broker', 'broker_id', (id) => ['GET', `/v3/app/brokers/${id}/senders`]],
  [
    'trying a broker with the password of another',
    'broker_id',
    (id) => {
      const { broker_name, discovery_prefix, paused, ...address } = brokerOf({})
      return ['POST', '/v3/app/brokers/try', { body: { ...address, broker_id: id } }]
    },
  ],
  [
    'claiming a tag',
    'tag_id',
    (id) => ['POST', `/v3/app/unclaimed/${id}/claim`, { body: { as: 'tracker', name: 'Mine now' } }],
  ],
  ['hiding a tag', 'tag_id', (id) => ['DELETE', `/v3/app/unclaimed/${id}`]],
  ['bringing a tag back', 'ignored_tag_id', (id) => ['POST', `/v3/app/unclaimed/${id}/restore`]],
  [
    'a carepad into a logger',
    'logger_id',
    (id) => ['POST', '/v3/app/carepads', { body: { carepad_id: 'my-pad', carepad_name: 'Bed', logger_id: id } }],
  ],
  ['changing a zone', 'zone_id', (id) => ['PUT', `/v3/app/zones/${id}`, { body: { zone_name: 'Mine now' } }]],
  ['deleting a zone', 'zone_id', (id) => ['DELETE', `/v3/app/zones/${id}`]],
  ['a zone of a station', 't4_id', (id) => ['POST', '/v3/app/zones', { body: zoneOf({ t4_ids: [id] }) }]],
  [
    'a zone on a map',
    'map_id',
    (id) => [
      'POST',
      '/v3/app/zones',
      {
        body: zoneOf({
          map_id: id,
          polygon: [
            [0, 0],
            [1, 0],
            [0, 1],
          ],
        }),
      },
    ],
  ],
  ['going to a person', 'alarm_id', (id) => ['POST', '/v3/app/alarms/going', { body: { alarm_ids: [id] } }]],
  ['saying that a person was seen', 'alarm_id', (id) => ['POST', '/v3/app/alarms/seen', { body: { alarm_ids: [id] } }]],
  ['a roll-call', 'roll_call_id', (id) => ['GET', `/v3/app/rollcalls/${id}`]],
  [
    'ticking a person of a roll-call',
    'roll_call_id',
    (id) => [
      'POST',
      `/v3/app/rollcalls/${id}/ticks`,
      { body: { ticks: [{ command_id: randomUUID(), device_id: 'x', is_safe: true, at_ms: 1 }] } },
    ],
  ],
  ['marking a training job', 'job_id', (id) => ['PUT', `/v3/app/ai/collectjobs/${id}`, { body: { valid: false } }]],
  [
    'a training job of a tracker',
    'tracker_id',
    (id) => ['POST', '/v3/app/ai/collectjobs', { body: jobOf({ device_id: id }) }],
  ],
  ['a training job on a map', 'map_id', (id) => ['POST', '/v3/app/ai/collectjobs', { body: jobOf({ map_id: id }) }]],
  ['the health of a floor', 'map_id', (id) => ['GET', `/v3/app/indoormaps/${id}/health`]],
  ['what the jobs of a map teach', 'map_id', (id) => ['GET', `/v3/app/ai/radiomaps/${id}`]],
  [
    'calibrating with a tracker',
    'tracker_id',
    (id) => [
      'POST',
      '/v3/app/stations/calibration/manual',
      { body: { t4_ids: [own.t4_id], device_id: id, action: 'start' } },
    ],
  ],
  [
    'calibrating a station',
    't4_id',
    (id) => [
      'POST',
      '/v3/app/stations/calibration/auto',
      { body: { t4_ids: [id], device_id: own.tracker_id, action: 'start' } },
    ],
  ],
  ['ending a roll-call', 'roll_call_id', (id) => ['POST', `/v3/app/rollcalls/${id}/end`, { body: { ended_at_ms: 1 } }]],
  ['a shift report', 'report_id', (id) => ['GET', `/v3/app/shiftreports/${id}`]],
  ['the PDF of a shift report', 'report_id', (id) => ['GET', `/v3/app/shiftreports/${id}/pdf`]],
  ['making a shift report again', 'report_id', (id) => ['POST', `/v3/app/shiftreports/${id}/retry`]],
  [
    'taking over by a shift report',
    'report_id',
    (id) => ['POST', `/v3/app/shiftreports/${id}/handover`, { body: { name: 'Mine now' } }],
  ],
  ['answering for an alarm', 'alarm_id', (id) => ['POST', '/v3/app/alarms/acknowledge', { body: { alarm_ids: [id] } }]],
]

test('every call of a session by an id in its path is asked for what another account has [API-GENERAL-04]', () => {
  const asked = BY_ID.map(([, kind, request]) => request(nonexistent[kind]).slice(0, 2).join(' ').split('?')[0]!)
  const byId = Object.values(api)
    .flatMap((calls) => Object.values<Endpoint>(calls))
    .filter(({ path, policy }) => path.includes('{') && !['public', 'sender'].includes(policy))
    .map(({ method, path }) => `${method} /v3${path}`)
  const left = byId.filter((call) => {
    const pattern = new RegExp(`^${call.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return !asked.some((one) => pattern.test(one))
  })
  expect(left).toEqual([])
})

test.each(BY_ID)(
  '%s of another account is as one that does not exist [ERR-404102, ERR-404103]',
  async (_what, kind, request) => {
    const before = await hashTables(app)
    const ask = async (id: string) => {
      const [method, path, options] = request(id)
      const { status, body } = await call(method, path, { ...options, token: own.person.token })
      return { status, body: JSON.parse(JSON.stringify(body).replaceAll(id, '<id>')) }
    }
    const answer = await ask(foreign[kind])
    expect(answer).toEqual(await ask(nonexistent[kind]))
    const { code, failed_list, activity_logs, alarms } = answer.body
    const isNotThere = [404102, 404103].includes(code) || (code === 409002 && failed_list[0].code === 404103)
    expect(isNotThere || failed_list?.[0] === '<id>' || (activity_logs ?? alarms)?.length === 0).toBe(true)
    expect(await hashTables(app)).toEqual(before)
  },
)

test('the same picture opens at home', async () => {
  const path = `/v3/app/media/${foreign.media_name}`
  expect((await call('GET', path, { token: foreign.person.token })).body).toBe(`${CANARY} picture`)
})

test('a page token of another account opens no page', async () => {
  const path = `/v3/app/trackers?count=1&page_token=${encodeURIComponent(foreign.page_token)}`
  expect((await call('GET', path, { token: own.person.token })).body.code).toBe(400001)
  expect((await call('GET', path, { token: foreign.person.token })).body.code).toBe(200)
})

/** Calls whose answers hold what people wrote. */
const SINGING = [
  'auth.profile',
  'trackers.list',
  'stations.list',
  'indoorMaps.list',
  'trackerClasses.list',
  'remarks.list',
  'credentials.list',
  'brokers.list',
  'unclaimed.list',
  'carepads.list',
  'excursions.list',
  'accessLinks.list',
  'activity.listDevices',
  'activity.listLogs',
  'integrators.listUsers',
  'line.listGroups',
  'webhooks.list',
  'notifications.list',
  'alarms.list',
  'alarms.getSettings',
]

test('no answer to a person of one account contains data of another [ROLE-13]', async () => {
  const calls = Object.entries(api).flatMap(([word, entries]) =>
    Object.entries(entries as Record<string, Endpoint>)
      .filter(([, { method, path }]) => method === 'GET' && !path.includes('{'))
      .map(([name, endpoint]) => ({ id: `${word}.${name}`, endpoint }))
      // Senders have no session.
      .filter(({ id }) => id !== 'deviceReports.commands'),
  )
  const found: string[] = []
  for (const { id, endpoint } of calls) {
    const { query } = sampleOf(id)
    const path = `/v3${endpoint.path}${query === undefined ? '' : `?${query}`}`
    const mine = await call('GET', path, { token: own.person.token })
    expect(mine.status, id).toBe(200)
    expect(JSON.stringify(mine.body), id).not.toContain(CANARY)
    const theirs = await call('GET', path, { token: foreign.person.token })
    if (JSON.stringify(theirs.body).includes(CANARY)) found.push(id)
  }
  // The canary does sing at home, so its silence elsewhere says something.
  expect(found).toEqual(expect.arrayContaining(SINGING))
})

test('an integrator sees the people it made and nothing of what they have [INTEG-04]', async () => {
  const { body } = await call('GET', '/v3/app/integrator/user', { token: own.person.token })
  expect(body.b2b_users.map((user: { user_id: string }) => user.user_id)).toEqual([own.sub_user_id])
  expect(Object.keys(body.b2b_users[0]).sort()).toEqual(
    ['created_time', 'email', 'fullname', 'groups', 'user_id', 'verified'].sort(),
  )
})
