import { randomUUID } from 'node:crypto'
import { errors } from '@whereabouts/contract/errors'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, PASSWORD, type Person } from '../../../../../scripts/harness/given.ts'
import { listen } from '../../../../../scripts/harness/listen.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app

const PATH = '/v3/app/integrator/user'
const list = (token: string) => call('GET', PATH, { token })
const create = (token: string, user: object) => call('POST', PATH, { token, body: { user } })
const remove = (token: string, user_id: string) => call('DELETE', PATH, { token, body: { user_id } })
const setGroups = (token: string, user: object) => call('POST', '/v3/app/users/groups', { token, body: { user } })
const profile = async (token: string) => (await call('GET', '/v3/app/users/profile', { token })).body
const signin = (email: string, password: string) =>
  call('POST', '/v3/app/users/signin', {
    body: {
      device: { platform: 'web', useragent: 'test', push_token: '' },
      user: { provider: 'email', email, password },
    },
  })
const logOf = async ({ token }: Pick<Person, 'token'>) =>
  (await call('GET', '/v3/app/activity/logs', { token })).body.activity_logs as { action: string; target: string }[]

const integrator = () => given.person({ groups: ['Integrator'] })
let count = 0
const newUser = () => {
  count += 1
  return { email: `customer${count}@example.com`, fullname: `Customer ${count}`, locale: 'ja-jp' }
}
/** A business user who accepted the invitation of this integrator. */
async function customerOf(maker: Person): Promise<Person> {
  const customer = await given.person()
  await sql`update accounts set integrator_account_id = ${maker.accountId}
    where account_id = ${customer.accountId}`.execute(database.db)
  return customer
}

test('an integrator makes a business user, who is in the list from then on and in nobody else’s [API-POST /app/integrator/user]', async () => {
  clock.hold()
  const [maker, other] = [await integrator(), await integrator()]
  const user = newUser()
  const { status, body } = await create(maker.token, user)
  expect(status).toBe(200)
  expect(body.b2b_users).toEqual([
    {
      user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: user.email,
      fullname: user.fullname,
      created_time: expect.any(Number),
      verified: false,
      groups: [],
    },
  ])
  expect(Math.abs(body.b2b_users[0].created_time - clock.now() / 1000)).toBeLessThan(5)
  expect((await list(other.token)).body.b2b_users).toEqual([])
  expect(await logOf(maker)).toContainEqual(
    expect.objectContaining({ action: 'create_business_user', target: user.fullname }),
  )
})

test('the business user chooses a password by the mail, enters as an owner, and nobody could before', async () => {
  const maker = await integrator()
  const user = newUser()
  await create(maker.token, user)
  expect((await signin(user.email, '')).body.code).toBe(400001)
  expect((await signin(user.email, PASSWORD)).body.code).toBe(401101)
  const mail = await latestMail(database.address, user.email)
  expect(mail.kind).toBe('invitation')
  expect(mail.text).toContain('Mori Yukiさん')
  const chosen = await call('POST', '/v3/app/users/confirm/recovery', {
    body: { token: mail.token, user: { password: 'chosen by the customer' } },
  })
  expect(chosen.status).toBe(200)
  const { body } = await signin(user.email, 'chosen by the customer')
  expect(body).toMatchObject({ b2b_user: true, class: 'owner', groups: [] })
  expect(await profile(body.access_token)).toMatchObject({ locale: 'ja-jp', verified: true, provider: 'email' })
  expect((await list(maker.token)).body.b2b_users[0].verified).toBe(true)
})

test('the list holds the owners of accounts the integrator made, the newest first [API-GET /app/integrator/user]', async () => {
  const maker = await integrator()
  const customer = await customerOf(maker)
  await given.person({ accountId: customer.accountId, class: 'deputy' })
  clock.move(2000)
  const { email } = newUser()
  const { body } = await create(maker.token, { email, fullname: 'Newest', locale: 'en-us' })
  expect(body.b2b_users.map((user: { email: string }) => user.email)).toEqual([email, customer.email])
  expect((await list(maker.token)).body).toEqual(body)
  expect(body).toMatchObject({ result: true })
})

test('an address that has an account is refused, and nothing is made [ERR-400105]', async () => {
  const maker = await integrator()
  const { email } = await given.person()
  const { rows: before } = await sql`select from accounts`.execute(database.db)
  const answer = await create(maker.token, { ...newUser(), email: email.toUpperCase() })
  expect(answer).toMatchObject({
    status: 400,
    body: { result: false, code: 400105, message: errors.emailExists.words['en-us'] },
  })
  const { rows: after } = await sql`select from accounts`.execute(database.db)
  expect(after).toHaveLength(before.length)
})

test('an integrator makes at most ten users a minute and fifty a day, as each is sent a mail', async () => {
  const maker = await integrator()
  for (let index = 0; index < 10; index += 1) expect((await create(maker.token, newUser())).status).toBe(200)
  const slowed = await create(maker.token, newUser())
  expect(slowed).toMatchObject({ status: 429, body: { code: 429101 } })
  expect(slowed.headers.get('retry-after')).toBe('60')
  clock.move(61_000)
  for (let index = 10; index < 50; index += 1) {
    expect((await create(maker.token, newUser())).status).toBe(200)
    clock.move(7_000)
  }
  expect((await create(maker.token, newUser())).headers.get('retry-after')).toBe('86400')
})

test('one address is invited at most twenty times a day, also where each account was deleted before the next', async () => {
  const maker = await integrator()
  const user = newUser()
  for (let index = 0; index < 20; index += 1) {
    clock.move(7_000)
    const [made] = (await create(maker.token, user)).body.b2b_users
    expect((await remove(maker.token, made.user_id)).status).toBe(200)
  }
  expect(await create(maker.token, user)).toMatchObject({ status: 429, body: { code: 429101 } })
  expect((await list(maker.token)).body.b2b_users).toEqual([])
  expect((await create(maker.token, newUser())).status).toBe(200)
})

test('a deleted business user is gone with everything, at once [API-DELETE /app/integrator/user]', async () => {
  const maker = await integrator()
  const customer = await customerOf(maker)
  const station = await given.station(customer.accountId)
  await given.tracker(customer.accountId, { id: 'G3-FREE0001' })
  const visitor = await given.visitor(customer)
  const report = () =>
    call('POST', '/v3/device/report', {
      body: { t4_id: station.t4Id, key: station.password, seq: 1, scanned_at_ms: clock.now(), scans: [] },
    })
  expect((await report()).status).toBe(200)
  const { status, body } = await remove(maker.token, customer.userId)
  expect({ status, users: body.b2b_users }).toEqual({ status: 200, users: [] })
  for (const token of [customer.token, visitor]) {
    expect((await call('GET', '/v3/app/trackers', { token })).body.code).toBe(401001)
  }
  expect((await signin(customer.email, PASSWORD)).body.code).toBe(401101)
  expect((await report()).status).toBe(401)
  const { rows } = await sql`
    select from accounts where account_id = ${customer.accountId}
    union all select from trackers where device_id = 'G3-FREE0001'
    union all select from stations where t4_id = ${station.t4Id}`.execute(database.db)
  expect(rows).toEqual([])
  expect(await logOf(maker)).toContainEqual(
    expect.objectContaining({ action: 'delete_business_user', target: 'Mori Yuki' }),
  )
  expect((await create(maker.token, { ...newUser(), email: customer.email })).status).toBe(200)
})

test('a business user comes into the list when made and leaves it when deleted by the id there [INTEG-01, ENT-b2bUser.user_id]', async () => {
  const maker = await integrator()
  const user = newUser()
  await create(maker.token, user)
  const [made] = (await list(maker.token)).body.b2b_users
  expect(made.email).toBe(user.email)
  expect((await remove(maker.token, made.user_id)).body.b2b_users).toEqual([])
  expect((await list(maker.token)).body.b2b_users).toEqual([])
  expect((await create(maker.token, user)).status).toBe(200)
})

test('the stream of a deleted business user ends within a second', async () => {
  const maker = await integrator()
  const customer = await customerOf(maker)
  const { events, ended } = await listen(app, customer.token)
  await remove(maker.token, customer.userId)
  await eventually(async () => expect(ended()).toBe(true), 1000)
  expect(events.at(-1)?.event).toBe('bye')
})

test('deleting needs a password proved a moment ago [ERR-412001]', async () => {
  const maker = await integrator()
  const customer = await customerOf(maker)
  clock.move(300_001)
  expect(await remove(maker.token, customer.userId)).toMatchObject({
    status: 412,
    body: { code: 412001, info: 'reauth', message: errors.preconditionFailed.words['en-us'] },
  })
  const proved = await call('POST', '/v3/app/users/reauth', {
    token: maker.token,
    body: { user: { password: PASSWORD } },
  })
  expect((await remove(proved.body.access_token, customer.userId)).status).toBe(200)
})

test('an integrator cannot delete the user of another, of a colleague, or themselves; each is answered as nonexistent', async () => {
  const [maker, other] = [await integrator(), await integrator()]
  const customer = await customerOf(other)
  const own = await customerOf(maker)
  const colleague = await given.person({ accountId: own.accountId, class: 'deputy' })
  const stranger = await given.person()
  const nobody = await remove(maker.token, randomUUID())
  expect(nobody).toMatchObject({ status: 404, body: { code: 404102 } })
  for (const { userId } of [customer, colleague, stranger, maker, other]) {
    expect((await remove(maker.token, userId)).body).toEqual(nobody.body)
    expect((await setGroups(maker.token, { user_id: userId, groups: [] })).body.code).toBe(
      userId === maker.userId ? 200 : 404102,
    )
  }
  for (const { token } of [customer, own, stranger]) expect((await profile(token)).result).toBe(true)
})

test('a business user who made users of his own as an integrator is not deleted over their heads [ERR-409001]', async () => {
  const maker = await integrator()
  const middle = await customerOf(maker)
  await sql`update users set groups = '{Integrator}' where user_id = ${middle.userId}`.execute(database.db)
  const customer = await customerOf(middle)
  expect(await remove(maker.token, middle.userId)).toMatchObject({
    status: 409,
    body: { code: 409001, message: errors.conflict.words['en-us'] },
  })
  expect(await logOf(maker)).not.toContainEqual(expect.objectContaining({ action: 'delete_business_user' }))
  expect((await remove(middle.token, customer.userId)).status).toBe(200)
  expect((await remove(maker.token, middle.userId)).status).toBe(200)
})

test('an integrator sees who his business users are, and nothing they have', async () => {
  const maker = await integrator()
  const customer = await customerOf(maker)
  await given.tracker(customer.accountId, { name: 'Secret tracker' })
  await given.station(customer.accountId)
  await given.indoorMap(customer.accountId, 'Secret floor')
  for (const path of ['trackers', 'stations', 'indoormaps']) {
    const { body } = await call('GET', `/v3/app/${path}`, { token: maker.token })
    expect(JSON.stringify(body)).not.toContain('Secret')
    expect(body[path === 'indoormaps' ? 'maps' : path] ?? []).toEqual([])
  }
  expect(Object.keys((await list(maker.token)).body.b2b_users[0]).sort()).toEqual([
    'created_time',
    'email',
    'fullname',
    'groups',
    'user_id',
    'verified',
  ])
})

test('groups are switched for the whole own account and bite at once [ROLE-10, API-POST /app/users/groups]', async () => {
  const maker = await integrator()
  const deputy = await given.person({ accountId: maker.accountId, class: 'deputy' })
  expect((await setGroups(maker.token, { groups: ['G3OfficeLog'] })).body).toEqual({ result: true, code: 200 })
  expect((await profile(maker.token)).groups.sort()).toEqual(['G3OfficeLog', 'Integrator'])
  expect((await profile(deputy.token)).groups).toEqual(['G3OfficeLog'])
  expect((await setGroups(maker.token, { groups: [] })).status).toBe(200)
  expect((await profile(maker.token)).groups).toEqual(['Integrator'])
  expect((await profile(deputy.token)).groups).toEqual([])
})

test('groups of a business user are switched, and both logs tell', async () => {
  const maker = await integrator()
  const customer = await customerOf(maker)
  expect((await setGroups(maker.token, { user_id: customer.userId, groups: ['G3OfficeLog'] })).status).toBe(200)
  expect((await profile(customer.token)).groups).toEqual(['G3OfficeLog'])
  expect((await list(maker.token)).body.b2b_users[0].groups).toEqual(['G3OfficeLog'])
  expect((await profile(maker.token)).groups).toEqual(['Integrator'])
  for (const person of [maker, customer]) {
    expect(await logOf(person)).toContainEqual(
      expect.objectContaining({ action: 'change_groups', target: 'Mori Yuki' }),
    )
  }
})

test('this call cannot grant or remove the integrator group', async () => {
  const maker = await integrator()
  const customer = await customerOf(maker)
  expect((await setGroups(maker.token, { user_id: customer.userId, groups: ['Integrator'] })).status).toBe(200)
  expect((await profile(customer.token)).groups).toEqual([])
  expect((await list(customer.token)).body.code).toBe(403001)
  await setGroups(maker.token, { groups: ['Integrator', 'Integrator'] })
  expect((await profile(maker.token)).groups).toEqual(['Integrator'])
})

test('a group there is not is refused [ROLE-04]', async () => {
  const maker = await integrator()
  for (const groups of [['Admin'], ['g3officelog'], ['G3OfficeLog', '']]) {
    expect(await setGroups(maker.token, { groups })).toMatchObject({
      status: 400,
      body: { code: 400001, info: 'body.user.groups' },
    })
  }
  expect((await profile(maker.token)).groups).toEqual(['Integrator'])
})

test('losing the group Integrator removes its calls at once and, without b2b, the stream within 5 s', async () => {
  const maker = await given.person({ b2b: false, groups: ['Integrator'] })
  const { events, ended } = await listen(app, maker.token)
  expect((await list(maker.token)).status).toBe(200)
  await sql`update users set groups = '{}' where user_id = ${maker.userId}`.execute(database.db)
  const [{ body }] = await Promise.all([list(maker.token), eventually(async () => expect(ended()).toBe(true), 5000)])
  expect(body.code).toBe(403001)
  expect(events.at(-1)?.event).toBe('bye')
})

test('only the owner of an integrator account may make these calls [INTEG-04, INTEG-05, INTEG-06, ROLE-10]', async () => {
  const maker = await integrator()
  const customer = await customerOf(maker)
  const callers = [
    (await given.person()).token,
    (await given.person({ b2b: false })).token,
    customer.token,
    await given.visitor(maker),
    ...(await Promise.all(
      (['deputy', 'support', 'readonly'] as const).map(
        async (role) => (await given.person({ accountId: maker.accountId, class: role, groups: ['Integrator'] })).token,
      ),
    )),
  ]
  for (const token of callers) {
    const answers = [
      await list(token),
      await create(token, newUser()),
      await remove(token, customer.userId),
      await setGroups(token, { groups: ['G3OfficeLog'] }),
    ]
    for (const { status, body } of answers) expect({ status, code: body.code }).toEqual({ status: 403, code: 403001 })
  }
  expect((await call('GET', PATH)).body.code).toBe(401001)
  expect((await profile(maker.token)).groups).toEqual(['Integrator'])
  expect((await list(maker.token)).body.b2b_users).toHaveLength(1)
  expect((await create(maker.token, newUser())).body.b2b_users).toHaveLength(2)
  expect((await remove(maker.token, customer.userId)).body.b2b_users).toHaveLength(1)
  expect((await setGroups(maker.token, { groups: ['G3OfficeLog'] })).status).toBe(200)
  expect((await profile(maker.token)).groups).toEqual(['G3OfficeLog', 'Integrator'])
})

test.each([
  {},
  { email: 'a@example.com', fullname: 'A' },
  { email: 'no address', fullname: 'A', locale: 'en-us' },
  { email: 'a@example.com', fullname: '', locale: 'en-us' },
  { email: 'a@example.com', fullname: 'a\u202eb', locale: 'en-us' },
  { email: 'a@example.com', fullname: 'x'.repeat(51), locale: 'en-us' },
  { email: 'a@example.com', fullname: 'A', locale: 'fr-fr' },
  { email: 'a@example.com', fullname: 'A', locale: 'en-us', password: 'mine, not theirs' },
  { email: 'a@example.com', fullname: 'A', locale: 'en-us', groups: ['Integrator'] },
  { email: 'a@example.com', fullname: 'A', locale: 'en-us', class: 'owner' },
])('a business user like %j is invalid input', async (user) => {
  const { token } = await integrator()
  expect(await create(token, user)).toMatchObject({ status: 400, body: { code: 400001 } })
})

test('ids and groups of another shape are invalid input, and DELETE may bring its body as a query', async () => {
  const maker = await integrator()
  expect((await remove(maker.token, 'nobody')).body.code).toBe(400001)
  expect((await setGroups(maker.token, { groups: 'G3OfficeLog' })).body.code).toBe(400001)
  expect((await setGroups(maker.token, { groups: [], username: 'x' })).body.code).toBe(400001)
  expect((await setGroups(maker.token, { user_id: '1', groups: [] })).body.code).toBe(400001)
  const customer = await customerOf(maker)
  const { body } = await call('DELETE', `${PATH}?user_id=${customer.userId}`, { token: maker.token })
  expect(body).toMatchObject({ code: 200, b2b_users: [] })
  await eventually(async () =>
    expect((await call('GET', '/v3/app/trackers', { token: customer.token })).status).toBe(401),
  )
})
