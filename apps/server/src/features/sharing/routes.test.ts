import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven, PASSWORD, type Person } from '../../../../../scripts/harness/given.ts'
import { type Event, listen } from '../../../../../scripts/harness/listen.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { hashTables } from '../../matrix/tables.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app
const { db } = database

type Caller = Pick<Person, 'token'>
const offer = ({ token }: Caller, device_id: string, email: string, rest: object = {}) =>
  call('POST', '/v3/app/sharing', { token, body: { device_id, email, ...rest } })
const accept = (token: string) => call('POST', '/v3/app/sharing/accept', { body: { token } })
const end = ({ token }: Caller, device_id: string, share_id: string) =>
  call('DELETE', '/v3/app/sharing', { token, body: { device_id, share_id } })
const getTo = ({ token }: Caller, id: string) => call('GET', `/v3/device/multishare/getto/${id}`, { token })
const getFrom = ({ token }: Caller, id: string) => call('GET', `/v3/device/multishare/getfrom/${id}`, { token })
const list = async ({ token }: Caller) => (await call('GET', '/v3/app/trackers', { token })).body.trackers
const mailTokenOf = async (email: string) => (await latestMail(database.address, email)).token
const activities = async ({ accountId }: Person) => {
  const { rows } = await sql<{ deed: string }>`select name || ' ' || action || ' ' || target as deed from activity_logs
    where account_id = ${accountId} and action like '%share%' order by created_at_ms, id`.execute(db)
  return rows.map(({ deed }) => deed)
}

/** Two accounts, of which one offered a tracker to the other. */
async function offered(rest: { model?: string } = {}) {
  const [giver, receiver] = [await given.person(), await given.person()]
  const device = await given.tracker(giver.accountId, { name: 'Wheelchair 07', ...rest })
  const { share } = (await offer(giver, device, receiver.email)).body
  return { giver, receiver, device, shareId: share.id as string, mailToken: await mailTokenOf(receiver.email) }
}

async function shared(rest: { model?: string } = {}) {
  const all = await offered(rest)
  expect((await accept(all.mailToken)).status).toBe(200)
  return all
}

let seq = 0
/** A station of the account hears the tracker. */
async function hear(station: { t4Id: string; password: string }, device_id: string, rest: object = {}) {
  seq += 1
  clock.move(10)
  const scans = [{ device_id, rssi: -50, connected: true, ...rest }]
  const body = { t4_id: station.t4Id, key: station.password, seq, scanned_at_ms: clock.now(), scans }
  expect((await call('POST', '/v3/device/report', { body })).status).toBe(200)
}

test('an invitation is a mail good for seven days, and counts as not accepted until its link is used [API-POST /app/sharing, API-GET /device/multishare/getto/{id}, SHARE-01, ENT-tracker.sharing.share_to]', async () => {
  clock.hold()
  const { giver, receiver, device, shareId, mailToken } = await offered()
  const share = {
    ...{ id: shareId, email: receiver.email, fullname: '', accepted: false },
    created_time: expect.closeTo(clock.now() / 1000, -1),
  }
  expect((await getTo(giver, device)).body.shares).toEqual([share])
  expect((await list(giver))[0].sharing).toEqual({ share_from: null, share_to: [{ id: shareId }] })
  expect(await list(receiver)).toEqual([])
  const { link, text } = await latestMail(database.address, receiver.email)
  expect(link).toContain('/accept-share#token=')
  expect(text).toContain('Wheelchair 07')
  const preview = await call('POST', '/v3/app/users/confirm/preview', { body: { token: mailToken } })
  expect(preview.body).toMatchObject({
    ...{ purpose: 'accept_share', email: receiver.email, device_names: ['Wheelchair 07'] },
    ...{ shared_by: 'Mori Yuki', has_account: true },
  })
  clock.move(7 * 86_400_000 - 60_000)
  expect((await accept(mailToken)).status).toBe(200)
  const token = await given.signIn(giver.email)
  expect((await getTo({ token }, device)).body.shares).toEqual([{ ...share, accepted: true, fullname: 'Mori Yuki' }])
})

test('past its seven days a link opens nothing, and the invitation can be sent again', async () => {
  const { giver, receiver, device, mailToken } = await offered()
  clock.move(7 * 86_400_000)
  expect((await accept(mailToken)).body.code).toBe(401102)
  const token = await given.signIn(giver.email)
  expect((await offer({ token }, device, receiver.email, { resend: true })).status).toBe(200)
  expect((await accept(await mailTokenOf(receiver.email))).status).toBe(200)
})

test('the mail is in the language that is asked for', async () => {
  const giver = await given.person()
  const device = await given.tracker(giver.accountId)
  await offer(giver, device, 'friend@example.com', { locale: 'ja-jp' })
  expect((await latestMail(database.address, 'friend@example.com')).subject).toBe('デバイスの共有への招待')
})

test('an accepted device is in the list of its receiver, who sees the giver’s name [API-POST /app/sharing/accept, API-GET /device/multishare/getfrom/{id}, ENT-tracker.sharing.share_from]', async () => {
  const { giver, receiver, device, shareId, mailToken } = await offered()
  expect((await accept(mailToken)).body).toMatchObject({ device_name: 'Wheelchair 07', shared_by: 'Mori Yuki' })
  const own = await given.tracker(receiver.accountId)
  const [tracker] = (await list(receiver)).filter(({ device_id }: { device_id: string }) => device_id === device)
  expect(tracker.sharing).toEqual({ share_from: { id: shareId }, share_to: [] })
  expect((await getFrom(receiver, device)).body.share).toEqual({
    ...{ id: shareId, email: giver.email, fullname: 'Mori Yuki' },
  })
  expect((await getFrom(receiver, own)).body.share).toBeNull()
  expect((await getFrom(giver, device)).body.share).toBeNull()
  // A link works once.
  expect((await accept(mailToken)).body.code).toBe(401102)
  expect(await activities(giver)).toEqual([
    'Mori Yuki share_device Wheelchair 07',
    'Mori Yuki accept_share Wheelchair 07',
  ])
  // From which address another account's people come is not the giver's to read.
  const { rows } = await sql<{ ip: string }>`select ip from activity_logs where action = 'accept_share'
    and account_id = ${giver.accountId}`.execute(db)
  expect(rows).toEqual([{ ip: '' }])
  expect(await activities(receiver)).toEqual(['Mori Yuki accept_share Wheelchair 07'])
})

test('a shared care watch stands among the care watches', async () => {
  const { receiver, device } = await shared({ model: 'g5' })
  expect(await list(receiver)).toEqual([])
  const { carewatches } = (await call('GET', '/v3/app/carewatches', { token: receiver.token })).body
  expect(carewatches).toMatchObject([{ device_id: device, device_model: 'g5' }])
})

test('pages hold own and received devices once each, newest first', async () => {
  const { receiver, device } = await shared()
  const own = [await given.tracker(receiver.accountId), await given.tracker(receiver.accountId)]
  await sql`update trackers set created_at = 1000 where device_id = any(${[device, ...own]})`.execute(db)
  const seen: string[] = []
  let token = ''
  do {
    const path = `/v3/app/trackers?count=1${token === '' ? '' : `&page_token=${token}`}`
    const { trackers, metadata } = (await call('GET', path, { token: receiver.token })).body
    expect(trackers).toHaveLength(1)
    seen.push(trackers[0].device_id)
    token = metadata.next_token ?? ''
  } while (token !== '')
  expect(seen.toSorted()).toEqual([device, ...own].toSorted())
  const all = await list(receiver)
  expect(all.map(({ device_id }: { device_id: string }) => device_id)).toEqual(seen)
})

test('class, remarks, photo, settings and floor plan stay at home; the place goes along by coordinates and in words', async () => {
  const { giver, receiver, device } = await shared()
  const mapId = await given.indoorMap(giver.accountId, '2F 護理站')
  const station = await given.station(giver.accountId, { mapId, x: 10, y: 20, gps: [24.1, 120.6] })
  await sql`insert into tracker_classes (account_id, index, name, color) values (${giver.accountId}, 3, 'Ward', '#112233')`.execute(
    db,
  )
  await sql`insert into remark_items (account_id, index, name) values (${giver.accountId}, 0, 'Diagnosis')`.execute(db)
  await sql`insert into tracker_remarks (account_id, device_id, index, memo, editor, update_time)
    values (${giver.accountId}, ${device}, 0, 'A secret', 'Mori', 1)`.execute(db)
  await sql`update trackers set class_index = 3, photo = '/v3/app/media/x.png', offline_alert = true,
      adv_settings = '{"ring_volume":3}', adv_settings_time = 5, adv_settings_taken = 5
    where account_id = ${giver.accountId} and device_id = ${device}`.execute(db)
  await hear(station, device, { battery: 77 })
  await eventually(async () => expect((await list(giver))[0].indoor_X).toBe(10))
  const [tracker] = await list(receiver)
  expect(tracker).toMatchObject({
    ...{ name: 'Wheelchair 07', status: 'connected', battery: 77, gps_latitude: 24.1, gps_longitude: 120.6 },
    ...{ class_index: -1, photo: '', remark: [], sync_config: null, offline_alert: false, ota_state: null },
    ...{ indoor_X: null, indoor_Y: null, removal_pending: false },
  })
  const { reason_code, reason_data } = tracker.qualified_location_info
  expect(reason_code).toBe(2)
  expect(reason_data).toEqual({ indoor_map_name: '2F 護理站', station_name: expect.stringContaining('Station') })
  expect(JSON.stringify(tracker)).not.toMatch(/secret|Diagnosis|Ward/)
  expect((await call('GET', `/v3/app/indoormaps/${mapId}/image`, { token: receiver.token })).body.code).toBe(404102)
})

test('whose phone heard it is not told to others', async () => {
  const { giver, receiver, device } = await shared()
  const phone = await given.tracker(giver.accountId, { id: 'nurse-phone', model: 'mobile', name: 'Phone of Sato' })
  const key = await given.credential(giver.accountId, phone)
  const scans = [{ device_id: device, rssi: -60, connected: true }]
  const body = { phone_id: phone, key, seq: 1, scanned_at_ms: clock.now(), gps_latitude: 24, gps_longitude: 120, scans }
  await call('POST', '/v3/device/report', { body })
  const at = async (person: Person) =>
    (await list(person)).find(({ device_id }: { device_id: string }) => device_id === device).qualified_location_info
  await eventually(async () => expect(await at(giver)).toMatchObject({ reason_code: 10 }))
  expect((await at(giver)).reason_data.phone_name).toBe('Phone of Sato')
  expect(await at(receiver)).toMatchObject({ reason_code: 6, reason_data: {}, gps_latitude: 24, sender_device_id: '' })
})

test('the receiver views and rings, and every other call finds no such device [ERR-404103]', async () => {
  const { giver, receiver, device } = await shared()
  const { token } = receiver
  const before = await hashTables(app)
  const calls: readonly (readonly [method: string, path: string, body?: object])[] = [
    ['PUT', `/app/trackers/${device}`, { name: 'Mine' }],
    ['PUT', `/app/trackers/${device}/offline`, { alert: true }],
    ['PUT', `/app/trackers/${device}/remarks`, { items: [{ index: 0, memo: 'x' }] }],
    ['DELETE', `/app/trackers/${device}/remarks`],
    ['DELETE', `/app/trackers/${device}`],
    ['POST', '/app/trackers/ota', { device_id: device, mode: 'initial' }],
    ['POST', '/device/trackable', { device_id: device, trackable: false }],
    ['POST', '/app/sharing', { device_id: device, email: 'third@example.com' }],
    ['GET', `/device/multishare/getto/${device}`],
  ]
  for (const [method, path, body] of calls) {
    const answer = await call(method, `/v3${path}`, { token, ...(body === undefined ? {} : { body }) })
    expect({ path, code: answer.body.code }).toEqual({ path, code: 404103 })
  }
  for (const [path, body] of [
    ['/app/trackers/class', { device_ids: [device], class_index: -1 }],
    ['/app/trackers/advsettings', { sync_configs: [{ device_id: device, adv_settings: { ring_volume: 1 } }] }],
  ] as const) {
    const answer = await call('PUT', `/v3${path}`, { token, body })
    expect(answer.body).toMatchObject({ code: 409002, failed_list: [{ id: device, code: 404103 }] })
  }
  expect((await call('DELETE', '/v3/app/trackers', { token, body: { device_ids: [device] } })).body.code).toBe(409002)
  expect(await hashTables(app)).toEqual(before)

  const station = await given.station(giver.accountId)
  await hear(station, device)
  await eventually(async () => expect((await list(receiver))[0].status).toBe('connected'))
  const rung = await call('POST', '/v3/app/trackers/ring', { token, body: { device_id: device, ringing: true } })
  expect(rung.status).toBe(200)
  const headers = { authorization: `Basic ${Buffer.from(`${station.t4Id}:${station.password}`).toString('base64')}` }
  const { commands } = (await call('GET', '/v3/device/commands', { headers })).body
  expect(commands).toMatchObject([{ device_id: device, command: 'ring' }])
  expect((await list(giver))[0].ringing_until_ms).toBe(rung.body.ringing_until_ms)
  const { rows } = await sql`select from activity_logs
    where account_id = ${giver.accountId} and action = 'ring_tracker'`.execute(db)
  expect(rows).toHaveLength(1)
})

test('the own address is 400113, of any person of the account [ERR-400113]', async () => {
  const giver = await given.person()
  const deputy = await given.person({ accountId: giver.accountId, class: 'deputy' })
  const device = await given.tracker(giver.accountId)
  for (const email of [giver.email, giver.email.toUpperCase(), deputy.email]) {
    expect(await offer(giver, device, email)).toMatchObject({ status: 400, body: { code: 400113 } })
  }
})

test('a phone that is not trackable is 400114 [ERR-400114]', async () => {
  const giver = await given.person()
  const phone = await given.tracker(giver.accountId, { model: 'mobile' })
  await sql`update trackers set trackable = false where account_id = ${giver.accountId}`.execute(db)
  expect(await offer(giver, phone, 'a@example.com')).toMatchObject({ status: 400, body: { code: 400114 } })
})

test('an invitation that waits is 400116, sent again when asked to, and its older link is over [ERR-400003, ERR-400116]', async () => {
  clock.hold()
  const { giver, receiver, device, shareId, mailToken } = await offered()
  // Twice at once is a slip of the finger.
  expect(await offer(giver, device, receiver.email)).toMatchObject({ status: 400, body: { code: 400003 } })
  clock.move(1001)
  const again = receiver.email.toUpperCase()
  expect(await offer(giver, device, again)).toMatchObject({ status: 400, body: { code: 400116 } })
  expect((await offer(giver, device, again, { resend: true })).body.share.id).toBe(shareId)
  expect((await accept(mailToken)).body.code).toBe(401102)
  expect((await accept(await mailTokenOf(receiver.email))).status).toBe(200)
})

test('an accepted share is 400115, also with resend [ERR-400115]', async () => {
  const { giver, receiver, device } = await shared()
  clock.move(1001)
  expect(await offer(giver, device, receiver.email)).toMatchObject({ status: 400, body: { code: 400115 } })
  expect((await offer(giver, device, receiver.email, { resend: true })).body.code).toBe(400115)
})

test('an account makes ten offers a minute', async () => {
  const giver = await given.person()
  const device = await given.tracker(giver.accountId)
  const codes: number[] = []
  for (let count = 0; count < 11; count += 1) codes.push((await offer(giver, device, `p${count}@a.example`)).body.code)
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 429101])
})

test('an address without an account is 404104, and the same link works after the sign-up [ERR-404104]', async () => {
  const giver = await given.person()
  const device = await given.tracker(giver.accountId, { name: 'Mother' })
  const email = `new${device}@example.com`
  await offer(giver, device, email)
  const mailToken = await mailTokenOf(email)
  const preview = () => call('POST', '/v3/app/users/confirm/preview', { body: { token: mailToken } })
  expect((await preview()).body).toMatchObject({ has_account: false, email })
  for (let count = 0; count < 2; count += 1) {
    expect(await accept(mailToken)).toMatchObject({ status: 404, body: { code: 404104 } })
  }
  const user = { email, password: PASSWORD, fullname: 'Daughter', locale: 'en-us' }
  expect((await call('POST', '/v3/app/users/signup', { body: { user } })).status).toBe(200)
  expect((await preview()).body.has_account).toBe(true)
  expect((await accept(mailToken)).body).toMatchObject({ code: 200, device_name: 'Mother' })
  const { rows } = await sql`select verified from users where lower(email) = lower(${email})`.execute(db)
  expect(rows).toEqual([{ verified: false }])
})

test('a consumer, who sees no console, accepts as well', async () => {
  const giver = await given.person()
  const consumer = await given.person({ b2b: false })
  const device = await given.tracker(giver.accountId)
  await offer(giver, device, consumer.email)
  expect((await accept(await mailTokenOf(consumer.email))).status).toBe(200)
  expect((await getTo(giver, device)).body.shares[0].accepted).toBe(true)
})

test('sharing a device that the receiver has already is 409001', async () => {
  const [giver, receiver, third] = [await given.person(), await given.person(), await given.person()]
  const [phone, other] = ['shared-phone', 'other-phone']
  for (const { accountId } of [giver, third]) await given.tracker(accountId, { id: phone, model: 'mobile' })
  await given.tracker(receiver.accountId, { id: other, model: 'mobile' })
  await given.tracker(giver.accountId, { id: other, model: 'mobile' })
  await offer(giver, other, receiver.email)
  expect((await accept(await mailTokenOf(receiver.email))).body.code).toBe(409001)
  clock.move(10)
  await offer(giver, phone, receiver.email)
  expect((await accept(await mailTokenOf(receiver.email))).status).toBe(200)
  clock.move(10)
  await offer(third, phone, receiver.email)
  expect((await accept(await mailTokenOf(receiver.email))).body.code).toBe(409001)
})

test.each(['giver', 'receiver'] as const)(
  'a share that its %s ends is gone on both sides, and the device leaves the list [API-DELETE /app/sharing, SHARE-02, SHARE-03]',
  async (side) => {
    const both = await shared()
    const { giver, receiver, device, shareId } = both
    expect((await end(both[side], device, shareId)).body).toEqual({ result: true, code: 200 })
    expect((await getTo(giver, device)).body.shares).toEqual([])
    expect((await list(giver))[0].sharing.share_to).toEqual([])
    expect(await list(receiver)).toEqual([])
    expect((await getFrom(receiver, device)).body.code).toBe(404103)
    expect((await end(both[side], device, shareId)).body.code).toBe(side === 'giver' ? 404102 : 404103)
    expect((await activities(giver)).at(-1)).toBe('Mori Yuki end_share Wheelchair 07')
    clock.move(1001)
    expect((await offer(giver, device, receiver.email)).status).toBe(200)
  },
)

test('an invitation that was taken back opens nothing', async () => {
  const { giver, device, shareId, mailToken } = await offered()
  await end(giver, device, shareId)
  expect((await accept(mailToken)).body.code).toBe(401102)
  const preview = await call('POST', '/v3/app/users/confirm/preview', { body: { token: mailToken } })
  expect(preview.body.code).toBe(401102)
})

test('strangers share, see and end nothing, and only managers share', async () => {
  const { giver, receiver, device, shareId } = await shared()
  const stranger = await given.person()
  const before = await hashTables(app)
  expect((await offer(stranger, device, 'a@example.com')).body.code).toBe(404103)
  expect((await end(stranger, device, shareId)).body.code).toBe(404103)
  expect((await getTo(stranger, device)).body.code).toBe(404103)
  expect((await getFrom(stranger, device)).body.code).toBe(404103)
  const { signin_failures: _counts, ...rest } = before
  expect(await hashTables(app)).toMatchObject(rest)
  for (const role of ['support', 'readonly'] as const) {
    const person = await given.person({ accountId: giver.accountId, class: role })
    expect((await offer(person, device, 'a@example.com')).body.code).toBe(403001)
    expect((await end(person, device, shareId)).body.code).toBe(403001)
    expect((await getTo(person, device)).body.code).toBe(403001)
    expect((await getFrom(person, device)).body.share).toBeNull()
  }
  const token = await given.visitor(giver)
  expect((await offer({ token }, device, 'a@example.com')).body.code).toBe(403001)
  expect(await list(receiver)).toHaveLength(1)
})

const trackersIn = (events: readonly Event[]) =>
  events.filter(({ event }) => event === 'trackers').flatMap(({ data }) => data.trackers)
const goneIn = (events: readonly Event[]) =>
  events.filter(({ event }) => event === 'gone').flatMap(({ data }) => data.device_ids)

test('consoles of both sides see the share come, the device move, and the share end, each within a second', async () => {
  const { giver, receiver, device, shareId, mailToken } = await offered()
  const station = await given.station(giver.accountId, { gps: [24.1, 120.6] })
  const away = await listen(app, receiver.token)
  const home = await listen(app, giver.token)
  const withinASecond = (check: () => void) => eventually(async () => check(), 1000)
  await accept(mailToken)
  await withinASecond(() =>
    expect(trackersIn(away.events)).toMatchObject([
      { device_id: device, name: 'Wheelchair 07', sharing: { share_from: { id: shareId } } },
    ]),
  )
  await hear(station, device, { battery: 66 })
  await withinASecond(() =>
    expect(trackersIn(away.events).at(-1)).toMatchObject({ device_id: device, battery: 66, gps_latitude: 24.1 }),
  )
  await hear(station, device, { battery: 65 })
  await withinASecond(() => expect(trackersIn(away.events).at(-1)).toMatchObject({ battery: 65 }))
  const name = { name: 'Wheelchair 08', photo: '' }
  await call('PUT', `/v3/app/trackers/${device}`, { token: giver.token, body: name })
  await withinASecond(() => expect(trackersIn(away.events).at(-1)).toMatchObject({ name: 'Wheelchair 08' }))
  expect(trackersIn(away.events).at(-1)).not.toHaveProperty('class_index')
  await end(receiver, device, shareId)
  await withinASecond(() => expect(goneIn(away.events)).toEqual([device]))
  await withinASecond(() =>
    expect(trackersIn(home.events).at(-1)).toMatchObject({ sharing: { share_from: null, share_to: [] } }),
  )
  const told = away.events.length
  await hear(station, device, { battery: 64 })
  await withinASecond(() => expect(trackersIn(home.events).at(-1)).toMatchObject({ battery: 64 }))
  expect(away.events.slice(told).map(({ event }) => event)).not.toContain('trackers')
})

test('a console that was away while a share came loads its lists again; one that was away while the device moved is told', async () => {
  const { giver, receiver, device, mailToken } = await offered()
  const before = await listen(app, receiver.token)
  clock.move(5000)
  await accept(mailToken)
  const back = await listen(app, receiver.token, before.events[0]!.id)
  await eventually(async () => expect(back.events.map(({ event }) => event)).toContain('resync'))
  // So long after it nothing has to be loaded again.
  clock.move(11_000)
  const last = String(clock.now())
  const station = await given.station(giver.accountId)
  await hear(station, device, { battery: 50 })
  await allHeard(app)
  await eventually(async () => {
    const again = await listen(app, receiver.token, last)
    await eventually(async () =>
      expect(trackersIn(again.events)[0]).toMatchObject({ device_id: device, battery: 50, class_index: -1 }),
    )
  })
})

test('a phone that may not be tracked any more, and a device that is removed, leave the receiver at once [SHARE-04, API-POST /device/trackable]', async () => {
  for (const leave of ['trackable', 'removal'] as const) {
    const { giver, receiver, device } = await shared({ model: 'mobile' })
    const { events } = await listen(app, receiver.token)
    if (leave === 'trackable') {
      const body = { device_id: device, trackable: false }
      expect((await call('POST', '/v3/device/trackable', { token: giver.token, body })).status).toBe(200)
      expect((await offer(giver, device, 'third@example.com')).body.code).toBe(400114)
    } else {
      await call('DELETE', `/v3/app/trackers/${device}`, { token: giver.token })
      const body = { token: await mailTokenOf(giver.email) }
      expect((await call('POST', '/v3/app/trackers/unassign', { body })).status).toBe(200)
    }
    await eventually(async () => expect(goneIn(events)).toEqual([device]))
    expect(await list(receiver)).toEqual([])
    expect(await list(giver)).toEqual([])
  }
})

test.each(['giver', 'receiver'] as const)(
  'deleting the account of the %s ends the share on the other side',
  async (side) => {
    const both = await shared()
    const { giver, receiver, device } = both
    const other = side === 'giver' ? receiver : giver
    const { events } = await listen(app, other.token)
    const { token, email } = both[side]
    const body = { user: { email } }
    const reauth = await call('POST', '/v3/app/users/reauth', { token, body: { user: { password: PASSWORD } } })
    expect(reauth.status).toBe(200)
    const fresh = reauth.body.access_token ?? token
    expect((await call('DELETE', '/v3/app/users/profile', { token: fresh, body })).status).toBe(200)
    const confirm = { token: await mailTokenOf(email) }
    expect((await call('POST', '/v3/app/users/confirm/remove', { body: confirm })).status).toBe(200)
    await eventually(async () => {
      if (side === 'giver') expect(goneIn(events)).toEqual([device])
      else expect(trackersIn(events).at(-1)).toMatchObject({ device_id: device, sharing: { share_to: [] } })
    })
    if (side === 'giver') expect(await list(receiver)).toEqual([])
    else expect((await getTo(giver, device)).body.shares).toEqual([])
  },
)
