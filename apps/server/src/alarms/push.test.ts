import { randomUUID } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, PASSWORD, type Person } from '../../../../scripts/harness/given.ts'
import { listenedElsewhere } from '../../../../scripts/harness/listened.ts'
import { type Browser, pushService } from '../../../../scripts/harness/push-service.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { type Happening, raise } from '../events/raise.ts'

const push = await pushService()
const app = await testApp({ pushServices: push.services, env: { PUBLIC_URL: 'https://whereabouts.example' } })
const given = makeGiven(app)
const { call, clock } = app
const { db } = app.database

const eventually = <Seen>(look: () => Seen | Promise<Seen>) => expect.poll(look)

const signIn = (email: string, push_token: string, platform = 'web') =>
  call('POST', '/v3/app/users/signin', {
    body: {
      device: { platform, useragent: 'test', push_token },
      user: { provider: 'email', email, password: PASSWORD },
    },
  })
const register = ({ token }: { token: string }, push_token: string) =>
  call('PUT', '/v3/app/users/pushtoken', { token, body: { push_token } })

/** Somebody whose browser is reached. */
async function reached(rest?: Parameters<typeof given.person>[0]): Promise<Person & { browser: Browser }> {
  const person = await given.person(rest)
  const browser = push.browser()
  expect((await register(person, browser.token)).status).toBe(200)
  return { ...person, browser }
}

const help = (): Happening => ({
  ...{ type: 'help', deviceId: 'G3-1', facts: { device_name: 'Ito Haru', place: 'Stairs B' } },
  happenedAtMs: clock.now(),
})
const raiseIn = async (accountId: string, happening = help()): Promise<string> => {
  const id = await db.transaction().execute((on) => raise(on, app.running.app, { ...happening, accountId }))
  app.running.app.alarms.wake()
  return id
}
const waiting = async (accountId: string) =>
  (
    await sql<{ next_try_at_ms: number; tries: number }>`select * from pushes where account_id = ${accountId}`.execute(
      db,
    )
  ).rows
const subscribed = async (accountId: string) =>
  (await sql<{ endpoint: string }>`select endpoint from push_subscriptions where account_id = ${accountId}`.execute(db))
    .rows.length
const ids = (browser: Browser) => browser.woken().map(({ message }) => (message as { id: string }).id)

test('a browser is woken with the kind of event and no name or place, which only it can read', async () => {
  const { accountId, browser } = await reached()
  const deputy = await reached({ accountId, class: 'deputy' })
  await sql`update users set locale = 'ja-jp' where user_id = ${deputy.userId}`.execute(db)
  // Somebody listens, so that the alarm does not go further at once.
  await listenedElsewhere(db, accountId)
  const id = await raiseIn(accountId)
  await eventually(() => [browser.woken().length, deputy.browser.woken().length]).toEqual([1, 1])
  const [first] = browser.woken()
  expect(first!.message).toEqual({
    ...{ id, alarm_id: id, type: 'help', device_id: 'G3-1', repeat: false, event_time_ms: expect.any(Number) },
    ...{ title: 'Help requested', body: 'Open the console to see who and where.' },
  })
  expect(deputy.browser.woken()[0]!.message).toMatchObject({
    title: '呼び出しがありました',
    body: 'コンソールを開いて、対象と場所を確認してください。',
  })
  for (const woken of [...browser.woken(), ...deputy.browser.woken()]) {
    expect(JSON.stringify(woken)).not.toMatch(/Ito|Haru|Stairs|Mori/)
  }
  await eventually(() => waiting(accountId)).toEqual([])
  const { rows } = await sql`select state from alarms where account_id = ${accountId}`.execute(db)
  expect(rows).toEqual([{ state: 'sent' }])
  // Left to itself it would be pushed again during other tests, and take the answers that are meant for theirs.
  await sql`delete from alarms where account_id = ${accountId}`.execute(db)
})

test('every kind of event is pushed in every language without what it is about', async () => {
  const facts = {
    device_name: 'Ito Haru',
    station_name: 'Ito Haru',
    zone_name: 'Ito Haru',
    place: 'Ito Haru',
    by: 'Ito Haru',
  }
  const degrees = { ...facts, temperature: 31.5, threshold: 30.5, temperature_unit: 'C', minutes: 29 }
  const kinds: Record<Happening['type'], object> = {
    device_offline: { ...facts, last_seen_ms: 0 },
    ...{ enter_danger_zone: facts, station_online: facts, disengage: facts, test: facts, help: facts },
    ...{ high_temperature: degrees, low_temperature: degrees, back_to_normal: degrees },
    low_battery: { ...facts, battery: 29 },
    webhook_off: { name: 'Ito Haru', reason: 'failures' },
  }
  const { accountId, browser, userId } = await reached()
  for (const locale of ['en-us', 'zh-tw', 'ja-jp']) {
    await sql`update users set locale = ${locale} where user_id = ${userId}`.execute(db)
    const before = browser.woken().length
    for (const [type, of] of Object.entries(kinds))
      await raiseIn(accountId, { ...help(), type, facts: of } as Happening)
    await eventually(() => browser.woken().length).toBe(before + Object.keys(kinds).length)
  }
  const messages = browser.woken().map(({ message }) => message as { title: string; body: string })
  expect(new Set(messages.map(({ title }) => title)).size).toBe(3 * Object.keys(kinds).length)
  for (const { title, body } of messages) {
    expect([title, body].every((text) => text.length > 1)).toBe(true)
    expect(title + body).not.toMatch(/Ito|Haru|31|30|29|00:00/)
  }
})

test('a push says who sends it, how long it is of use and that it is urgent', async () => {
  const { accountId, browser } = await reached()
  const id = await raiseIn(accountId)
  await eventually(() => browser.woken().length).toBe(1)
  const [{ headers }] = browser.woken() as [ReturnType<Browser['woken']>[number]]
  expect(headers).toMatchObject({
    ...{ 'content-encoding': 'aes128gcm', urgency: 'high', topic: id.replaceAll('-', '') },
  })
  expect(Number(headers.ttl)).toBeGreaterThan(3500)
  expect(Number(headers.ttl)).toBeLessThanOrEqual(3600)
  const { body: config } = await call('GET', '/v3/app/config')
  const point = Buffer.from(config.vapid_public_key, 'base64url')
  expect(point.length).toBe(65)
  const [, word = '', key] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  expect(key).toBe(config.vapid_public_key)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const { payload } = await jwtVerify(word, await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256'))
  expect(payload).toMatchObject({ aud: new URL(browser.endpoint).origin, sub: 'https://whereabouts.example' })
})

test('a browser is reached from sign-in on by the token it came with, and without one it is not [ENT-signinDevice.push_token]', async () => {
  const { accountId, email } = await given.person()
  const browser = push.browser()
  const { body, status } = await signIn(email, browser.token)
  expect([status, typeof body.access_token]).toEqual([200, 'string'])
  const { rows } = await sql<{ push_token: string }>`
    select push_token from sessions where account_id = ${accountId} order by push_token`.execute(db)
  expect(rows.map(({ push_token }) => push_token)).toEqual(['', browser.token])
  const id = await raiseIn(accountId)
  await eventually(() => ids(browser)).toEqual([id])
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const whole = () => JSON.parse(Buffer.from(push.browser().token, 'base64url').toString('utf8'))
const MALFORMED: readonly (readonly [what: string, make: () => string])[] = [
  ['no base64url', () => 'no token!'],
  ['no JSON', () => Buffer.from('{').toString('base64url')],
  ['no subscription', () => encoded({ endpoint: 'https://push.test/send/1' })],
  ['a service nobody knows', () => encoded({ ...whole(), endpoint: 'https://push.example/send/1' })],
  ['a service without https', () => encoded({ ...whole(), endpoint: 'http://push.test/send/1' })],
  ['this house', () => encoded({ ...whole(), endpoint: 'https://127.0.0.1/send/1' })],
  [
    'a key that is no point',
    () => encoded({ ...whole(), keys: { ...whole().keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } }),
  ],
  ['a secret of another length', () => encoded({ ...whole(), keys: { ...whole().keys, auth: 'AAAA' } })],
]

test.each(MALFORMED)('a token that is %s is refused, and nothing is kept of it [ERR-400103]', async (_what, make) => {
  const person = await given.person()
  for (const answer of [await register(person, make()), await signIn(person.email, make())]) {
    expect([answer.status, answer.body.code]).toEqual([400, 400103])
  }
  expect(await subscribed(person.accountId)).toBe(0)
})

test('a browser of another platform is refused [ERR-400103]', async () => {
  const { email } = await given.person()
  const { status, body } = await signIn(email, '', 'toaster')
  expect([status, body.code]).toEqual([400, 400103])
})

test('a browser belongs to the person who signed in with it last, and nobody else can take it', async () => {
  const first = await reached()
  const { browser } = first
  // The same browser, another person: the account before is not shown there any more.
  const second = await given.person()
  expect((await register(second, browser.token)).status).toBe(200)
  expect([await subscribed(first.accountId), await subscribed(second.accountId)]).toEqual([0, 1])
  await raiseIn(first.accountId)
  const id = await raiseIn(second.accountId)
  await eventually(() => ids(browser)).toEqual([id])

  // Another person who got hold of the address alone.
  const thief = await given.person()
  const forged = await register(thief, push.browser(browser.endpoint).token)
  expect([forged.status, forged.body.code]).toEqual([400, 400103])
  expect([await subscribed(second.accountId), await subscribed(thief.accountId)]).toEqual([1, 0])

  // Another session of the same person.
  const token = await given.signIn(second.email)
  const again = push.browser(browser.endpoint)
  expect((await register({ token }, again.token)).status).toBe(200)
  expect(await subscribed(second.accountId)).toBe(1)
})

test('a session that says so, signs out, is signed out by force or is over is woken no more', async () => {
  const owner = await reached()
  const { accountId } = owner
  expect((await register(owner, '')).status).toBe(200)
  expect(await subscribed(accountId)).toBe(0)

  await register(owner, owner.browser.token)
  const leaving = await reached({ accountId, class: 'deputy' })
  const body = { device: { platform: 'web' } }
  expect((await call('POST', '/v3/app/users/signout', { token: leaving.token, body })).status).toBe(200)
  expect(await subscribed(accountId)).toBe(1)

  const forced = await reached({ accountId, class: 'deputy' })
  const { rows } = await sql<{ session_id: string }>`
    select session_id from sessions where user_id = ${forced.userId}`.execute(db)
  const proof = { token: owner.token, body: { user: { password: PASSWORD } } }
  const { access_token: token } = (await call('POST', '/v3/app/users/reauth', proof)).body
  await call('POST', '/v3/app/users/forcelogout', {
    token,
    body: { session_ids: rows.map(({ session_id }) => session_id), mobile_ids: [] },
  })
  expect(await subscribed(accountId)).toBe(1)

  const asleep = await reached({ accountId, class: 'deputy' })
  await sql`update sessions set last_used_at_ms = 0 where user_id = ${asleep.userId}`.execute(db)
  const id = await raiseIn(accountId)
  await eventually(() => ids(owner.browser)).toEqual([id])
  await eventually(() => subscribed(accountId)).toBe(1)
  expect([leaving, forced, asleep].flatMap(({ browser }) => browser.woken())).toEqual([])
})

test.each([404, 410])(
  'a subscription that its service answers with %i is deleted, and the browser must subscribe again',
  async (status) => {
    const person = await reached()
    push.answerNext({ status })
    await raiseIn(person.accountId)
    await eventually(() => subscribed(person.accountId)).toBe(0)
    expect(await waiting(person.accountId)).toEqual([])
    const { body } = await register(person, person.browser.token)
    expect(body.code).toBe(400103)
    const renewed = push.browser()
    expect((await register(person, renewed.token)).status).toBe(200)
    const id = await raiseIn(person.accountId)
    await eventually(() => ids(renewed)).toEqual([id])
  },
)

test('a service that is busy is asked again when it says, and one that fails a moment later', async () => {
  const { accountId, browser } = await reached()
  push.answerNext({ status: 429, headers: { 'retry-after': '600' } })
  const id = await raiseIn(accountId)
  await eventually(async () => (await waiting(accountId))[0]?.next_try_at_ms).toBeGreaterThan(clock.now() + 590_000)
  expect((await waiting(accountId))[0]!.next_try_at_ms).toBeLessThanOrEqual(clock.now() + 600_000)
  push.answerNext({ status: 500 })
  clock.move(600_000)
  app.running.app.alarms.wake()
  // The second try fails, the third comes by itself.
  await eventually(() => waiting(accountId)).toEqual([])
  expect(ids(browser)).toEqual([id, id, id])
  expect(Number(browser.woken().at(-1)!.headers.ttl)).toBeLessThan(3001)
})

test.each([302, 400, 403, 413])(
  'a service that answers %i gets the push once, and is followed nowhere',
  async (status) => {
    const { accountId, browser } = await reached()
    const elsewhere = push.browser()
    push.answerNext({ status, headers: { location: elsewhere.endpoint } })
    const id = await raiseIn(accountId)
    await eventually(() => ids(browser)).toEqual([id])
    await eventually(() => waiting(accountId)).toEqual([])
    expect([elsewhere.woken().length, await subscribed(accountId)]).toEqual([0, 1])
  },
)

test('an event of over an hour ago, or one that somebody answered for, wakes nobody', async () => {
  const { accountId, browser, email } = await reached()
  push.answerNext(
    { status: 503, headers: { 'retry-after': '3000' } },
    { status: 503, headers: { 'retry-after': '3000' } },
  )
  await raiseIn(accountId)
  await eventually(async () => (await waiting(accountId))[0]?.next_try_at_ms).toBeGreaterThan(clock.now() + 2_990_000)
  expect(browser.woken().length).toBe(1)
  clock.move(3_000_000)
  app.running.app.alarms.wake()
  // The next try would come too late.
  await eventually(() => waiting(accountId)).toEqual([])
  expect(browser.woken().length).toBe(2)

  push.answerNext({ status: 503, headers: { 'retry-after': '60' } })
  const id = await raiseIn(accountId)
  await eventually(() => browser.woken().length).toBe(3)
  // The token of before is over by now.
  const token = await given.signIn(email)
  await call('POST', '/v3/app/alarms/acknowledge', { token, body: { alarm_ids: [id] } })
  clock.move(60_000)
  app.running.app.alarms.wake()
  await eventually(() => waiting(accountId)).toEqual([])
  expect(ids(browser).filter((woken) => woken === id)).toEqual([id])
})

test('a push that was taken by a server that died is taken again', async () => {
  const { accountId, browser } = await reached()
  const id = randomUUID()
  await sql`insert into notifications (account_id, id, type, is_listed, facts, event_time_ms, repeat, created_at_ms)
    values (${accountId}, ${id}, 'test', false, '{"by": ""}', 1, false, ${clock.now()})`.execute(db)
  await sql`insert into pushes (id, account_id, session_id, notification_id, service, created_at_ms, next_try_at_ms, tries)
    select gen_random_uuid(), account_id, session_id, ${id}, service, 0, ${clock.now() + 30_000}, 1 from push_subscriptions
    where account_id = ${accountId}`.execute(db)
  app.running.app.alarms.wake()
  clock.move(30_000)
  await eventually(() => ids(browser)).toEqual([id])
})
