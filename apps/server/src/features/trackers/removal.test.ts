import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allHeard } from '../../../../../scripts/harness/all-heard.ts'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { listen, toldOf } from '../../../../../scripts/harness/listen.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { ward } from '../../../../../scripts/harness/ward.ts'
import { sweepStates } from '../../ingest/apply/gone-states.ts'
import { hashTables } from '../../matrix/tables.ts'
import { TrackerWatch } from './watch.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app
const { db } = database

type Caller = Pick<Person, 'token'>
const ask = ({ token }: Caller, id: string) => call('DELETE', `/v3/app/trackers/${id}`, { token })
const askMany = ({ token }: Caller, device_ids: readonly string[]) =>
  call('DELETE', '/v3/app/trackers', { token, body: { device_ids } })
const unassign = (token: string) => call('POST', '/v3/app/trackers/unassign', { body: { token } })
const preview = async (token: string) => (await call('POST', '/v3/app/users/confirm/preview', { body: { token } })).body
const list = async ({ token }: Caller) => (await call('GET', '/v3/app/trackers?count=10000', { token })).body.trackers
const mailTo = ({ email }: Person) => latestMail(database.address, email)
/** Ids that wait for a mail. */
const pendingOf = async (caller: Caller): Promise<string[]> =>
  (await list(caller))
    .filter((tracker: { removal_pending: boolean }) => tracker.removal_pending)
    .map(({ device_id }: { device_id: string }) => device_id)

const rowsAbout = async (accountId: string, id: string): Promise<Record<string, number>> => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from trackers where account_id = ${accountId} and device_id = ${id}) as trackers,
      (select count(*) from tracker_states where account_id = ${accountId} and device_id = ${id}) as states,
      (select count(*) from tracker_remarks where account_id = ${accountId} and device_id = ${id}) as remarks,
      (select count(*) from shares where account_id = ${accountId} and device_id = ${id}) as shares,
      (select count(*) from device_commands where account_id = ${accountId} and device_id = ${id}) as commands,
      (select count(*) from bindings where device_id = ${id}) as bindings`.execute(db)
  return rows[0]!
}

test('a removal sends a mail to the owner, and the tracker stays with a mark until its link is used [API-DELETE /app/trackers/{id}, API-POST /app/trackers/unassign]', async () => {
  const owner = await given.person()
  const deputy = await given.person({ accountId: owner.accountId, class: 'deputy' })
  const station = await given.station(owner.accountId, { gps: [35, 139] })
  const id = await given.tracker(owner.accountId, { name: 'Wheelchair 7' })
  const other = await given.tracker(owner.accountId)
  await sql`insert into remark_items (account_id, index, name) values (${owner.accountId}, 0, 'Diet')`.execute(db)
  await sql`insert into tracker_remarks (account_id, device_id, index, memo, editor, update_time)
    values (${owner.accountId}, ${id}, 0, 'Soft', 'Mori', 1)`.execute(db)
  await sql`insert into shares (account_id, share_id, device_id, email, created_time)
    values (${owner.accountId}, gen_random_uuid(), ${id}, 'a@example.com', 1)`.execute(db)
  const hear = (seq: number, device_id: string) => {
    const body = { t4_id: station.t4Id, key: station.password, seq, scanned_at_ms: clock.now() }
    return call('POST', '/v3/device/report', { body: { ...body, scans: [{ device_id, rssi: -50, connected: true }] } })
  }
  await hear(1, id)
  await eventually(async () => expect((await rowsAbout(owner.accountId, id)).states).toBe(1))
  const { events } = await listen(app, owner.token)

  expect((await ask(deputy, id)).body).toEqual({ result: true, code: 200, mail_sent: true })
  expect(await pendingOf(owner)).toEqual([id])
  await eventually(async () => expect(toldOf(events, id)).toMatchObject({ removal_pending: true }))
  const { token, link, text, subject } = await mailTo(owner)
  expect(subject).toBe('Remove devices from your account')
  expect(link).toContain('/unassign-device#token=')
  expect(text).toContain('Wheelchair 7')
  for (let look = 0; look < 2; look++) {
    expect(await preview(token)).toMatchObject({ purpose: 'remove_trackers', device_names: ['Wheelchair 7'] })
  }

  const { body } = await unassign(token)
  expect(body).toEqual({ result: true, code: 200, device_name: 'Wheelchair 7', device_names: ['Wheelchair 7'] })
  expect((await list(owner)).map(({ device_id }: { device_id: string }) => device_id)).toEqual([other])
  await eventually(async () =>
    expect(events.find(({ event }) => event === 'gone')?.data).toEqual({ device_ids: [id], t4_ids: [] }),
  )
  const none = { trackers: 0, states: 0, remarks: 0, shares: 0, commands: 0, bindings: 0 }
  expect(await rowsAbout(owner.accountId, id)).toEqual(none)
  // It is heard on, by nobody who would know it.
  expect((await hear(2, id)).body.unknown).toBe(1)
  await allHeard(app)
  expect(await rowsAbout(owner.accountId, id)).toEqual(none)
  expect((await unassign(token)).body.code).toBe(401102)
  expect((await preview(token)).code).toBe(401102)
  const stranger = await given.person()
  const again = { device_id: id, device_name: 'Found', device_mode: 'g3' }
  await given.exchanged(stranger.token, 'g3', id)
  expect((await call('POST', '/v3/app/trackers', { token: stranger.token, body: again })).body.code).toBe(200)
})

test('a list is removed by one mail, whole, or nothing is asked for [ERR-409002]', async () => {
  const owner = await given.person()
  const stranger = await given.person()
  const ids = Array.from({ length: 9_997 }, (_, index) => `R-${String(index).padStart(5, '0')}`)
  await sql`insert into trackers (account_id, device_id, name, device_model, created_at)
    select ${owner.accountId}, id, 'Cart ' || id, 'g3', 1 from unnest(${ids}::text[]) as id`.execute(db)
  const foreign = await Promise.all([1, 2, 3].map(() => given.tracker(stranger.accountId)))
  const before = await hashTables(app)
  const refused = await askMany(owner, [...foreign, ...ids])
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 409002, failed_list: foreign.map((id) => ({ id, code: 404103 })) })
  expect(await hashTables(app)).toEqual(before)

  expect((await askMany(owner, [...ids, ids[0]!])).body.code).toBe(200)
  expect(await pendingOf(owner)).toHaveLength(ids.length)
  const { token, text } = await mailTo(owner)
  expect(text).toContain('and 9977 more')
  // So that the log has an order.
  clock.move(10)
  const { body } = await unassign(token)
  expect(body.device_names).toHaveLength(ids.length)
  expect(await list(owner)).toEqual([])
  expect(await list(stranger)).toHaveLength(3)
  const log = await call('GET', '/v3/app/activity/logs', { token: owner.token })
  const actions = log.body.activity_logs.map(({ action, target }: { action: string; target: string }) => [
    action,
    target,
  ])
  expect(actions.slice(0, 2)).toEqual([
    ['remove_tracker', 'Cart R-00000, Cart R-00001, Cart R-00002 (+9994)'],
    ['ask_tracker_removal', 'Cart R-00000, Cart R-00001, Cart R-00002 (+9994)'],
  ])
})

test('a newer mail for a tracker ends the older one, and leaves mails for others in force', async () => {
  const owner = await given.person()
  const [first, second, third] = (await Promise.all([1, 2, 3].map(() => given.tracker(owner.accountId)))) as [
    string,
    string,
    string,
  ]
  await askMany(owner, [first, second])
  const old = await mailTo(owner)
  clock.move(10)
  await ask(owner, third)
  const other = await mailTo(owner)
  expect((await pendingOf(owner)).toSorted()).toEqual([first, second, third].toSorted())
  const { events } = await listen(app, owner.token)
  clock.move(10)
  await ask(owner, first)
  // The old mail is void, so the second waits for nothing any more.
  expect((await pendingOf(owner)).toSorted()).toEqual([first, third].toSorted())
  await eventually(async () => expect(toldOf(events, second).removal_pending).toBe(false))
  expect((await unassign(old.token)).body.code).toBe(401102)
  expect((await unassign(other.token)).body.code).toBe(200)
  expect(await pendingOf(owner)).toEqual([first])
})

test('an hour later the link is over, nothing is removed, and open consoles take the mark away', async () => {
  const owner = await given.person({ stay: true })
  const id = await given.tracker(owner.accountId)
  const watch = new TrackerWatch(app.running.background)
  await ask(owner, id)
  const { token } = await mailTo(owner)
  clock.move(3_600_001)
  const later = { token: await given.signIn(owner.email) }
  expect(await pendingOf(later)).toEqual([])
  const { events } = await listen(app, later.token)
  await watch.look()
  await eventually(async () => expect(toldOf(events, id).removal_pending).toBe(false))
  expect((await unassign(token)).body.code).toBe(401102)
  expect(await list(later)).toHaveLength(1)
})

test('a new password or address puts an end to links of removals', async () => {
  const owner = await given.person()
  const id = await given.tracker(owner.accountId)
  await ask(owner, id)
  const { token } = await mailTo(owner)
  clock.move(10)
  await call('POST', '/v3/app/users/recovery', { body: { user: { email: owner.email } } })
  const recovery = await mailTo(owner)
  const body = { token: recovery.token, user: { password: 'another long password' } }
  expect((await call('POST', '/v3/app/users/confirm/recovery', { body })).body.code).toBe(200)
  expect((await unassign(token)).body.code).toBe(401102)
})

test('a removed phone is shut out, or its next report would bring it back', async () => {
  const owner = await given.person()
  const password = await given.credential(owner.accountId, 'phone-9')
  let seq = 0
  const locate = () => {
    seq += 1
    const place = { gps_latitude: 35, gps_longitude: 139 }
    return call('POST', '/v3/device/report', {
      body: { phone_id: 'phone-9', key: password, seq, scanned_at_ms: clock.now() + seq, ...place },
    })
  }
  expect((await locate()).status).toBe(200)
  await ask(owner, 'phone-9')
  // That its credential is in use was told by now.
  await app.running.app.senders.look()
  const { events } = await listen(app, owner.token)
  await unassign((await mailTo(owner)).token)
  expect((await locate()).status).toBe(401)
  await eventually(async () =>
    expect(events.find(({ event }) => event === 'lists')?.data.changed).toEqual(['credentials']),
  )
  expect(await list(owner)).toEqual([])
})

test('rows of a late report of a removed tracker are deleted at night, and do not return with the tracker', async () => {
  const owner = await given.person()
  const id = await given.tracker(owner.accountId)
  const leave = (device_id: string) =>
    sql`insert into tracker_states (account_id, device_id, last_seen_ms, updated_at_ms)
      values (${owner.accountId}, ${device_id}, 1000, 1000)`.execute(db)
  await leave(id)
  await leave('G3-GONE')
  await leave('G3-BACK')
  // A carepad is no tracker, and what it measured last is not swept away.
  await sql`insert into carepads (account_id, carepad_id, carepad_name, created_at)
    values (${owner.accountId}, 'CP-1', 'Bed 1', 1)`.execute(db)
  await leave('CP-1')
  const body = { device_id: 'G3-BACK', device_name: 'Back', device_mode: 'g3' }
  await given.exchanged(owner.token, 'g3', 'G3-BACK')
  const added = await call('POST', '/v3/app/trackers', { token: owner.token, body })
  expect(added.body.tracker.last_seen).toBeNull()
  await sweepStates(database)
  const { rows } = await sql<{ device_id: string }>`
    select device_id from tracker_states where account_id = ${owner.accountId}`.execute(db)
  expect(rows.map(({ device_id }) => device_id).toSorted()).toEqual(['CP-1', id].toSorted())
})

test('the stay that a removed tracker was in ends and stays in its history, also where the server stopped amid the removal', async () => {
  clock.hold()
  const house = await ward(app).newWard()
  const { accountId, email } = house.person
  const [id, orphan] = [await given.tracker(accountId, { name: 'Wheelchair 9' }), await given.tracker(accountId)]
  const startMs = clock.now()
  for (let minute = 0; minute < 4; minute += 1) {
    await house.say([id, orphan].map((device_id) => ({ device_id, rssi: -50, connected: true })))
    clock.move(60_000)
  }
  await house.flush()
  const owner = { ...house.person, token: await given.signIn(email) }
  await ask(owner, id)
  expect((await unassign((await mailTo(owner)).token)).body).toMatchObject({ device_name: 'Wheelchair 9' })
  await sql`delete from trackers where account_id = ${accountId} and device_id = ${orphan}`.execute(db)
  await sweepStates(database)
  for (const device of [id, orphan]) {
    const range = `start_time=${Math.floor(startMs / 1000)}&end_time=${Math.floor(startMs / 1000) + 3600}`
    const { body } = await call('GET', `/v3/device/trail/${device}?${range}`, { token: owner.token })
    expect(body.trail_logs).toMatchObject([{ t4_id: house.station.t4Id, duration: 180 }])
    expect((await rowsAbout(accountId, device)).states).toBe(0)
  }
})

test('a stranger and a wrong id are as nobody, and only who may remove may ask [ERR-404103]', async () => {
  const owner = await given.person()
  const id = await given.tracker(owner.accountId)
  const stranger = await given.person()
  const before = await hashTables(app)
  expect((await ask(stranger, id)).body.code).toBe(404103)
  expect((await ask(owner, 'nobody')).body.code).toBe(404103)
  const support = await given.person({ accountId: owner.accountId, class: 'support' })
  const between = await hashTables(app)
  for (const person of [support, { token: await given.visitor(owner, 'guest') }]) {
    expect((await ask(person, id)).body.code).toBe(403001)
    expect((await askMany(person, [id])).body.code).toBe(403001)
  }
  expect((await hashTables(app)).mail_links).toBe(between.mail_links)
  expect(before.mail_links).toBe(between.mail_links)
  expect((await unassign('a token nobody was sent')).body.code).toBe(401102)
})

test('a link of a removal opens nothing else, and no other link removes', async () => {
  const owner = await given.person()
  const id = await given.tracker(owner.accountId)
  await ask(owner, id)
  const { token } = await mailTo(owner)
  for (const path of ['stations/unassign', 'users/confirm/remove', 'users/confirm/email']) {
    expect((await call('POST', `/v3/app/${path}`, { body: { token } })).body.code).toBe(401102)
  }
  clock.move(10)
  await call('POST', '/v3/app/users/recovery', { body: { user: { email: owner.email } } })
  expect((await unassign((await mailTo(owner)).token)).body.code).toBe(401102)
  expect(await list(owner)).toHaveLength(1)
})
