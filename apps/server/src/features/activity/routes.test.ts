import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, PASSWORD, type Person } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const devices = async ({ token }: Person): Promise<{ id: string; is_current_device: boolean; device_type: string }[]> =>
  (await call('GET', '/v3/app/activity/devices', { token })).body.activity_devices
const otherDevice = async (person: Person) => (await devices(person)).find((device) => !device.is_current_device)!
const forceSignOut = (token: string, body: object) => call('POST', '/v3/app/users/forcelogout', { token, body })
const reauth = (token: string, password: string) =>
  call('POST', '/v3/app/users/reauth', { token, body: { user: { password } } })
const logs = async (token: string, query = '') =>
  (await call('GET', `/v3/app/activity/logs${query}`, { token })).body.activity_logs as {
    action: string
    time: number
    name: string
    target: string
  }[]

test('another browser is signed out by force and its token stops working; what is not there is told [API-POST /app/users/forcelogout]', async () => {
  const person = await given.person()
  const other = await given.signIn(person.email)
  const { id } = await otherDevice(person)
  const nowhere = '00000000-0000-4000-8000-000000000000'
  const { body } = await forceSignOut(person.token, { session_ids: [id, nowhere], mobile_ids: [] })
  expect(body).toEqual({ result: true, code: 200, failed_list: [nowhere] })
  expect((await call('GET', '/v3/app/users/profile', { token: other })).body.code).toBe(401001)
  expect(await devices(person)).toHaveLength(1)
})

test('forced sign-out refuses the own session, one of another account, and a browser sent as a phone', async () => {
  const [person, stranger] = [await given.person(), await given.person()]
  await given.signIn(person.email)
  const own = (await devices(person)).find((device) => device.is_current_device)!.id
  const foreign = (await devices(stranger))[0]!.id
  const browser = (await otherDevice(person)).id
  const { body } = await forceSignOut(person.token, { session_ids: [own, foreign], mobile_ids: [browser] })
  expect(body.failed_list).toEqual([own, foreign, browser])
  expect(await devices(person)).toHaveLength(2)
  expect(await devices(stranger)).toHaveLength(1)
})

test('a phone that is signed out by force may not be tracked any more and leaves every list; another phone stays [API-POST /app/users/forcelogout]', async () => {
  const [person, receiver] = [await given.person(), await given.person()]
  const phones = await Promise.all(
    ['phone-a', 'phone-b'].map((id) => given.tracker(person.accountId, { id, model: 'mobile', name: id })),
  )
  await sql`insert into shares (account_id, share_id, device_id, email, receiver_account_id, accepted_at, created_time)
    values (${person.accountId}, gen_random_uuid(), 'phone-a', ${receiver.email}, ${receiver.accountId}, 1, 1)`.execute(
    app.database.db,
  )
  const trackable = (token: string, device_id: string) =>
    call('POST', '/v3/device/trackable', { token, body: { device_id, trackable: true } })
  // The app for phones signs itself in; here the sessions of a browser are made phones.
  const sessions: string[] = []
  for (const phone of phones) {
    const token = await given.signIn(person.email)
    const { id } = (await devices(person)).find(
      ({ id, is_current_device }) => !is_current_device && !sessions.includes(id),
    )!
    sessions.push(id)
    await sql`update sessions set device_type = 'mobile', platform = 'ios' where session_id = ${id}`.execute(
      app.database.db,
    )
    expect((await trackable(token, phone)).body.code).toBe(200)
  }
  // From a console a phone is let in again without the browser being taken for it.
  expect((await trackable(person.token, 'phone-a')).body.code).toBe(200)
  const idsOf = async ({ token }: Person) =>
    (await call('GET', '/v3/app/trackers', { token })).body.trackers.map(
      ({ device_id }: { device_id: string }) => device_id,
    )
  expect(await idsOf(receiver)).toEqual(['phone-a'])
  const heard = [await listen(app, person.token), await listen(app, receiver.token)]
  const { body } = await forceSignOut(person.token, { session_ids: [], mobile_ids: [sessions[0]] })
  expect(body.failed_list).toEqual([])
  expect(await idsOf(person)).toEqual(['phone-b'])
  expect(await idsOf(receiver)).toEqual([])
  for (const { events } of heard) {
    await eventually(async () =>
      expect(events.find(({ event }) => event === 'gone')?.data).toEqual({ device_ids: ['phone-a'], t4_ids: [] }),
    )
  }
  expect((await logs(person.token)).slice(0, 2).map(({ action, target }) => [action, target])).toContainEqual([
    'change_trackable',
    'phone-a',
  ])
})

test('a phone that signed in again is not lost with its older session', async () => {
  const person = await given.person()
  const phone = await given.tracker(person.accountId, { model: 'mobile' })
  const older: string[] = []
  while (older.length < 2) {
    const token = await given.signIn(person.email)
    const { id } = (await devices(person)).find(
      ({ id, is_current_device }) => !is_current_device && !older.includes(id),
    )!
    older.push(id)
    await sql`update sessions set device_type = 'mobile' where session_id = ${id}`.execute(app.database.db)
    await call('POST', '/v3/device/trackable', { token, body: { device_id: phone, trackable: true } })
  }
  await forceSignOut(person.token, { session_ids: [], mobile_ids: [older[0]] })
  expect((await call('GET', '/v3/app/trackers', { token: person.token })).body.trackers).toHaveLength(1)
})

test('signing others out asks for a fresh password, which the own password gives for five minutes', async () => {
  const person = await given.person()
  await given.signIn(person.email)
  const { id } = await otherDevice(person)
  clock.move(300_001)
  const stale = await forceSignOut(person.token, { session_ids: [id], mobile_ids: [] })
  expect(stale).toMatchObject({ status: 412, body: { code: 412001, info: 'reauth' } })
  expect((await reauth(person.token, 'not the password')).body.code).toBe(401101)
  expect(await devices(person)).toHaveLength(2)
  const { access_token } = (await reauth(person.token, PASSWORD)).body
  expect((await forceSignOut(access_token, { session_ids: [id], mobile_ids: [] })).body.failed_list).toEqual([])
})

test('guessing the password of an open session is slowed like a sign-in', async () => {
  const { token } = await given.person()
  for (let index = 0; index < 5; index += 1) expect((await reauth(token, 'wrong')).body.code).toBe(401101)
  expect(await reauth(token, PASSWORD)).toMatchObject({ status: 429, body: { code: 429101 } })
  // A stranger at somebody's open console leaves a trace.
  expect((await logs(token)).map(({ action }) => action)).toEqual([...Array(5).fill('sign_in_refused'), 'sign_in'])
})

test.each([{}, { session_ids: ['x'], mobile_ids: [] }, { session_ids: [], mobile_ids: [], all: true }])(
  'forced sign-out with %j is invalid input',
  async (body) => {
    const { token } = await given.person()
    expect((await forceSignOut(token, body)).body.code).toBe(400001)
  },
)

test('support, guests and visitors neither end sessions nor read logs; a visitor proves no password', async () => {
  const owner = await given.person()
  const tokens = [
    (await given.person({ accountId: owner.accountId, class: 'support' })).token,
    (await given.person({ accountId: owner.accountId, class: 'readonly' })).token,
    await given.visitor(owner),
  ]
  for (const token of tokens) {
    expect((await forceSignOut(token, { session_ids: [], mobile_ids: [] })).body.code).toBe(403001)
    expect((await call('GET', '/v3/app/activity/logs', { token })).body.code).toBe(403001)
    expect((await call('GET', `/v3/app/activity/logs/${owner.userId}`, { token })).body.code).toBe(403001)
  }
  expect((await reauth(tokens[2]!, PASSWORD)).body.code).toBe(403001)
})

test('actions are logged, newest first, for this account alone [API-GET /app/activity/logs, ENT-activityLog.activity_logs]', async () => {
  clock.hold()
  const [person, stranger] = [await given.person(), await given.person()]
  clock.move(1000)
  await call('PUT', '/v3/app/users/profile', { token: person.token, body: { user: { fullname: 'Kita Emi' } } })
  clock.move(1000)
  await call('POST', '/v3/app/users/signin', {
    body: {
      device: { platform: 'web', useragent: '', push_token: '' },
      user: { provider: 'email', email: person.email, password: 'wrong' },
    },
  })
  const entries = await eventually(async () => {
    const written = await logs(person.token)
    expect(written.map(({ action, name }) => [action, name])).toEqual([
      ['sign_in_refused', 'Kita Emi'],
      ['change_profile', 'Mori Yuki'],
      ['sign_in', 'Mori Yuki'],
    ])
    return written
  })
  expect(entries[0]).toMatchObject({ device_type: 'web', target: '', ip: '127.0.0.1' })
  expect(Math.abs((entries[0]?.time ?? 0) - clock.now() / 1000)).toBeLessThan(5)
  expect(await logs(stranger.token)).toHaveLength(1)
})

test('the security log leaves out what is no matter of security; reading marks and languages are in neither', async () => {
  const { token } = await given.person()
  await call('PUT', '/v3/app/users/profile', { token, body: { user: { fullname: 'Kita Emi' } } })
  await call('PUT', '/v3/app/users/profile', { token, body: { user: { unread_count: 0, locale: 'ja-jp' } } })
  expect((await logs(token)).map(({ action }) => action)).toEqual(['change_profile', 'sign_in'])
  expect((await logs(token, '?type=security')).map(({ action }) => action)).toEqual(['sign_in'])
})

test('the log of one signed-in device has its entries only, also after its end [API-GET /app/activity/logs/{id}]', async () => {
  const person = await given.person()
  await given.signIn(person.email)
  const { id } = await otherDevice(person)
  await forceSignOut(person.token, { session_ids: [id], mobile_ids: [] })
  const ofDevice = async (token: string) => (await call('GET', `/v3/app/activity/logs/${id}`, { token })).body
  expect((await ofDevice(person.token)).activity_logs.map(({ action }: { action: string }) => action)).toEqual([
    'sign_in',
  ])
  expect((await logs(person.token)).map(({ action, target }) => [action, target])).toContainEqual([
    'forced_sign_out',
    'Mori Yuki',
  ])
  const stranger = await given.person()
  expect((await ofDevice(stranger.token)).activity_logs).toEqual([])
  expect((await call('GET', '/v3/app/activity/logs/x', { token: person.token })).body.code).toBe(404102)
})

test('a full page names the next one by a token that no other account can use; a page has 300 entries at most [ENT-activityLog.next_token, CONST-33]', async () => {
  const person = await given.person()
  for (const fullname of ['One', 'Two', 'Three']) {
    clock.move(1)
    await call('PUT', '/v3/app/users/profile', { token: person.token, body: { user: { fullname } } })
  }
  const page = async (token: string, query: string) =>
    (await call('GET', `/v3/app/activity/logs${query}`, { token })).body
  const first = await page(person.token, '?count=3')
  expect(first.activity_logs.map(({ name }: { name: string }) => name)).toEqual(['Two', 'One', 'Mori Yuki'])
  const next = `?count=3&page_token=${first.metadata.next_token}`
  const second = await page(person.token, next)
  expect(second.activity_logs.map(({ action }: { action: string }) => action)).toEqual(['sign_in'])
  expect(second.metadata?.next_token).toBeUndefined()
  const stranger = await given.person()
  expect((await page(stranger.token, next)).code).toBe(400001)
  expect((await page(person.token, '?count=300')).result).toBe(true)
  for (const query of ['?count=301', '?count=0', '?type=all', '?page_token=x']) {
    expect((await page(person.token, query)).code).toBe(400001)
  }
})
