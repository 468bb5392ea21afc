import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app
const HOUR = 3_600_000

const create = (token: string, accesslink: object) =>
  call('POST', '/v3/app/accesslink', { token, body: { accesslink } })
const list = async ({ token }: Person) => (await call('GET', '/v3/app/accesslink', { token })).body.accesslinks
const remove = (token: string, accesslinks: string[]) =>
  call('DELETE', '/v3/app/accesslink', { token, body: { accesslinks } })
const enter = (access_code: string, rest: object = {}) =>
  call('POST', '/v3/app/users/signin/accesslink', {
    body: {
      device: { platform: 'web', useragent: 'test', push_token: '' },
      user: { provider: 'accesslink', access_code, ...rest },
    },
  })
const profile = async (token: string) => (await call('GET', '/v3/app/users/profile', { token })).body

test('a link is made, listed and lets a visitor in with its role [API-POST /app/accesslink, API-GET /app/accesslink, API-POST /app/users/signin/accesslink, ENT-accessLink.link_code, ENT-accessLink.name, ENT-accessLink.role, ENT-accessLink.created_time, ENT-accessLink.notes, LINK-06]', async () => {
  clock.hold()
  const person = await given.person({ groups: ['G3OfficeLog'] })
  const { body } = await create(person.token, { name: '  Night family ', role: 'deputy', ttl: 28_800, notes: 'Bed 4' })
  const now = Math.floor(clock.now() / 1000)
  expect(body.accesslink).toMatchObject({ name: 'Night family', role: 'deputy', notes: 'Bed 4', has_password: false })
  expect(body.accesslink.link_code).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(Math.abs(body.accesslink.created_time - now)).toBeLessThanOrEqual(2)
  expect(body.accesslink.expire_time - body.accesslink.created_time).toBe(28_800)
  expect(await list(person)).toEqual([body.accesslink])

  const visitor = (await enter(body.accesslink.link_code)).body
  expect(visitor).toMatchObject({ result: true, class: 'deputy', name: 'Night family', b2b_user: true })
  expect(visitor.groups).toEqual(['G3OfficeLog'])
  expect(await profile(visitor.access_token)).toMatchObject({
    class: 'deputy',
    fullname: 'Mori Yuki',
    username: person.userId,
    provider: 'accesslink',
  })
})

test("a visitor's language and read marks are the visitor's own", async () => {
  const person = await given.person()
  const token = await given.visitor(person)
  await call('PUT', '/v3/app/users/profile', { token, body: { user: { locale: 'ja-jp', unread_count: 0 } } })
  expect((await profile(token)).locale).toBe('ja-jp')
  expect((await profile(person.token)).locale).toBe('en-us')
  const rename = await call('PUT', '/v3/app/users/profile', { token, body: { user: { fullname: 'Me' } } })
  expect(rename.body.code).toBe(403001)
})

test('a link with a password asks for it; guessing is slowed for an hour [ENT-accessLink.password]', async () => {
  const person = await given.person()
  const { link_code } = (await create(person.token, { name: 'Ward', role: 'guest', password: 'four words of it' })).body
    .accesslink
  expect((await create(person.token, { name: 'Short', role: 'guest', password: '7 chars' })).body.code).toBe(400106)
  // Seven characters to people, fourteen to JavaScript.
  expect((await create(person.token, { name: 'Foxes', role: 'guest', password: '🦊'.repeat(7) })).body.code).toBe(
    400106,
  )
  expect((await enter(link_code)).body.code).toBe(401101)
  expect((await enter(link_code, { password: 'four words of it' })).body.class).toBe('readonly')
  for (let index = 0; index < 10; index += 1) {
    expect((await enter(link_code, { password: 'wrong guess' })).body.code).toBe(401101)
  }
  const { rows } = await sql`select device_type, name from activity_logs
    where account_id = ${person.accountId} and action = 'sign_in_refused'`.execute(app.database.db)
  expect(rows).toEqual(Array(10).fill({ device_type: 'access_link', name: 'Ward' }))
  const slowed = await enter(link_code, { password: 'four words of it' })
  expect(slowed).toMatchObject({ status: 429, body: { code: 429101 } })
  clock.move(HOUR + 1000)
  expect((await enter(link_code, { password: 'four words of it' })).status).toBe(200)
})

test('many visitors of a link without a password may come at once', async () => {
  const person = await given.person()
  const { link_code } = (await create(person.token, { name: 'Festival', role: 'guest' })).body.accesslink
  const answers = await Promise.all(Array.from({ length: 15 }, () => enter(link_code)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200))
})

test('guessing codes is slowed by address, and leaves nothing but the count of the address', async () => {
  clock.move(61_000)
  const { rows: before } = await sql`select from signin_failures`.execute(app.database.db)
  const codes: number[] = []
  for (let index = 0; index < 40; index += 1) codes.push((await enter(`guess-${index}`)).body.code)
  expect(codes).toEqual([...Array(30).fill(404102), ...Array(10).fill(429101)])
  const { rows: after } = await sql`select from signin_failures`.execute(app.database.db)
  expect(after.length - before.length).toBeLessThanOrEqual(1)
  clock.move(61_000)
})

test('a link stops letting people in when its time is over, and who is in is out [ENT-accessLink.expiry]', async () => {
  clock.hold()
  const person = await given.person()
  const { link_code } = (await create(person.token, { name: 'Visit', role: 'guest', ttl: 3600 })).body.accesslink
  const token = (await enter(link_code)).body.access_token
  clock.move(HOUR - 5000)
  const renewed = (await call('POST', '/v3/app/users/token', { token, body: { refresh: true } })).body.access_token
  expect((await call('GET', '/v3/app/trackers', { token: renewed })).status).toBe(200)
  clock.move(6000)
  expect((await call('GET', '/v3/app/trackers', { token: renewed })).body.code).toBe(401002)
  expect((await enter(link_code)).body.code).toBe(404102)
})

test('without a word on its life a link lives seven days; only a guest link may have no end', async () => {
  const { token } = await given.person()
  const usual = (await create(token, { name: 'Usual', role: 'guest' })).body.accesslink
  expect(usual.expire_time - usual.created_time).toBe(7 * 86_400)
  expect((await create(token, { name: 'Lasting', role: 'guest', ttl: null })).body.accesslink.expire_time).toBeNull()
  expect((await create(token, { name: 'Lasting too', role: 'support', ttl: null })).body.code).toBe(400001)
  const until = Math.floor(clock.now() / 1000) + 100
  expect((await create(token, { name: 'Until', role: 'guest', expire_time: until })).body.accesslink.expire_time).toBe(
    until,
  )
})

test('a name is there once; a support link too, until it has expired [LINK-05]', async () => {
  const [person, stranger] = [await given.person(), await given.person()]
  await create(person.token, { name: 'Support', role: 'support', ttl: 3600 })
  expect((await create(person.token, { name: 'Support', role: 'guest' })).body.code).toBe(400117)
  expect(await create(person.token, { name: 'Second', role: 'support' })).toMatchObject({
    status: 409,
    body: { code: 409001 },
  })
  expect((await create(stranger.token, { name: 'Support', role: 'support' })).status).toBe(200)
  clock.move(HOUR + 1000)
  const token = await given.signIn(person.email)
  expect((await create(token, { name: 'Second', role: 'support' })).status).toBe(200)
})

test('the name of a link is free once it has expired, and one that looks like it is taken until then', async () => {
  const { token, email } = await given.person()
  const hour = { role: 'guest', ttl: 3600 }
  const first = (await create(token, { name: 'Festival 1F', ...hour })).body.accesslink
  expect((await create(token, { name: 'Ｆｅｓｔｉｖａｌ １Ｆ', ...hour })).body.code).toBe(400117)
  clock.move(HOUR + 1000)
  const later = await given.signIn(email)
  expect((await create(later, { name: 'Festival 1F', ...hour })).status).toBe(200)
  const { body } = await call('GET', '/v3/app/accesslink', { token: later })
  expect(body.accesslinks.map(({ link_code }: { link_code: string }) => link_code)).not.toContain(first.link_code)
  expect(body.accesslinks).toHaveLength(1)
})

test('deleting ends the sessions of a link; foreign and unknown codes come back [API-DELETE /app/accesslink]', async () => {
  const [person, stranger] = [await given.person(), await given.person()]
  const own = (await create(person.token, { name: 'Own', role: 'guest' })).body.accesslink.link_code
  const foreign = (await create(stranger.token, { name: 'Foreign', role: 'guest' })).body.accesslink.link_code
  const visitor = (await enter(own)).body.access_token
  const { body } = await remove(person.token, [own, foreign, 'nothing'])
  expect(body).toEqual({ result: true, code: 200, failed_list: [foreign, 'nothing'] })
  expect(await list(person)).toEqual([])
  expect(await list(stranger)).toHaveLength(1)
  expect((await call('GET', '/v3/app/trackers', { token: visitor })).body.code).toBe(401001)
})

test('a code is neither stored nor logged in the open, nor is a password ever answered', async () => {
  const { token } = await given.person()
  const { link_code } = (await create(token, { name: 'Sealed', role: 'guest', password: 'four words of it' })).body
    .accesslink
  const { rows } = await sql<{ text: string }>`select string_agg(l::text || encode(code_sealed, 'escape'), ' ') as text
    from access_links l`.execute(app.database.db)
  expect(rows[0]?.text).not.toContain(link_code)
  expect(rows[0]?.text).not.toContain('four words')
  expect(JSON.stringify((await call('GET', '/v3/app/accesslink', { token })).body)).not.toMatch(/argon2|four words/)
})

test('a deputy makes guest links only; support, guests and visitors none; what may change things needs a fresh password', async () => {
  const owner = await given.person()
  const deputy = await given.person({ accountId: owner.accountId, class: 'deputy' })
  expect((await create(deputy.token, { name: 'By deputy', role: 'guest' })).status).toBe(200)
  for (const role of ['deputy', 'support']) {
    expect((await create(deputy.token, { name: role, role })).body.code).toBe(403001)
  }
  for (const token of [
    (await given.person({ accountId: owner.accountId, class: 'support' })).token,
    (await given.person({ accountId: owner.accountId, class: 'readonly' })).token,
    await given.visitor(owner),
  ]) {
    expect((await create(token, { name: 'No', role: 'guest' })).body.code).toBe(403001)
    expect((await remove(token, ['x'])).body.code).toBe(403001)
    expect((await call('GET', '/v3/app/accesslink', { token })).body.code).toBe(403001)
  }
  clock.move(300_001)
  expect((await create(owner.token, { name: 'Stale', role: 'deputy' })).body).toMatchObject({
    code: 412001,
    info: 'reauth',
  })
  expect((await create(owner.token, { name: 'Stale', role: 'guest' })).status).toBe(200)
})

test('a visitor gets no stations, signed-in devices or logs, whatever the role [LINK-08]', async () => {
  const owner = await given.person()
  const token = await given.visitor(owner)
  expect((await call('GET', '/v3/app/trackers', { token })).status).toBe(200)
  for (const path of ['stations', 'activity/devices', 'activity/logs', 'accesslink']) {
    expect((await call('GET', `/v3/app/${path}`, { token })).body.code).toBe(403001)
  }
})

test.each([
  {},
  { name: 'X' },
  { name: '', role: 'guest' },
  { name: 'x'.repeat(51), role: 'guest' },
  { name: 'a\u202eb', role: 'guest' },
  { name: 'X', role: 'owner' },
  { name: 'X', role: 'readonly' },
  { name: 'X', role: 'guest', ttl: 5 },
  { name: 'X', role: 'guest', ttl: 3600, expire_time: 9_999_999_999 },
  { name: 'X', role: 'guest', expire_time: 1000 },
  { name: 'X', role: 'guest', notes: 'x'.repeat(501) },
  { name: 'X', role: 'guest', link_code: 'mine' },
])('a link like %j is invalid input', async (accesslink) => {
  const { token } = await given.person()
  expect((await create(token, accesslink)).body.code).toBe(400001)
})
