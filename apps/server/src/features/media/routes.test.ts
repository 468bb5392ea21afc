import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { quietLog } from '../../../../../scripts/harness/quiet-log.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { Nightly } from '../../nightly.ts'
import { LIMITS } from '../../platform/http/limits.ts'
import { KEPT } from '../../platform/settings.ts'
import { PICTURE_COLUMNS } from './sweep.ts'
import { dataUrl, png } from './test-pictures.ts'

const ROOM = 100_000
const app = await testApp({ limits: { pictureBytesPerAccount: ROOM } })
const given = makeGiven(app)
const { call, clock, origin } = app
const { db } = app.database
const DAY = 86_400_000

const setHeadshot = async ({ token }: { token: string }, headshot: string) =>
  (await call('PUT', '/v3/app/users/profile', { token, body: { user: { headshot } } })).body
const face = async () => dataUrl(await png(64, 64))
const fetchAs = (token: string, address: string) => call('GET', address, { token })
const names = async ({ accountId }: Person): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from media where account_id = ${accountId}`.execute(db)
  return rows.map(({ name }) => name)
}

test("a headshot stands in the person's profile by an address that nobody can guess, and goes with '' [ENT-user.headshot, API-PUT /app/users/profile]", async () => {
  const person = await given.person()
  const { headshot } = await setHeadshot(person, await face())
  expect(headshot).toMatch(/^\/v3\/app\/media\/[A-Za-z0-9_-]{43}\.png$/)
  const { body } = await call('GET', '/v3/app/users/profile', { token: person.token })
  expect(body.headshot).toBe(headshot)
  const rest = { locale: 'zh-tw', notification_ring_repeat: true }
  await call('PUT', '/v3/app/users/profile', { token: person.token, body: { user: rest } })
  expect((await call('GET', '/v3/app/users/profile', { token: person.token })).body).toMatchObject({
    ...rest,
    headshot,
  })
  expect((await setHeadshot(person, '')).headshot).toBe('')
  expect((await fetchAs(person.token, headshot)).body.code).toBe(404102)
  expect(await names(person)).toEqual([])
})

test('a new picture takes the place of the old one, whose address is no longer known', async () => {
  const person = await given.person()
  const first = (await setHeadshot(person, await face())).headshot
  const second = (await setHeadshot(person, await face())).headshot
  expect(second).not.toBe(first)
  expect(await names(person)).toEqual([second.split('/').at(-1)])
  expect((await fetchAs(person.token, first)).status).toBe(404)
})

test('a refused change leaves the picture as it was', async () => {
  const person = await given.person()
  const { headshot } = await setHeadshot(person, await face())
  const body = { user: { headshot: '', unread_count: 7 } }
  expect((await call('PUT', '/v3/app/users/profile', { token: person.token, body })).body.code).toBe(400001)
  expect((await fetchAs(person.token, headshot)).status).toBe(200)
})

test('a picture is shown by nothing but an image element: type, sandbox, own origin, not kept', async () => {
  const person = await given.person()
  const { headshot } = await setHeadshot(person, await face())
  const { headers } = await fetch(origin + headshot, { headers: { authorization: `Bearer ${person.token}` } })
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
})

test('a picture is for sessions of its account: colleagues and visitors see it; a stranger is answered as if it never was', async () => {
  const person = await given.person()
  const { headshot } = await setHeadshot(person, await face())
  const colleague = await given.person({ accountId: person.accountId, class: 'readonly' })
  const visitor = await given.visitor(person, 'guest')
  for (const token of [colleague.token, visitor]) expect((await fetchAs(token, headshot)).status).toBe(200)
  const profile = await call('GET', '/v3/app/users/profile', { token: visitor })
  expect(profile.body.headshot).toBe(headshot)

  const stranger = await given.person()
  const foreign = await fetchAs(stranger.token, headshot)
  expect(foreign).toMatchObject({ status: 404, body: { code: 404102 } })
  for (const name of [`${'A'.repeat(43)}.png`, 'x', '..%2f..%2fetc%2fpasswd', '%00', 'a%27%20or%201=1']) {
    expect((await fetchAs(stranger.token, `/v3/app/media/${name}`)).body).toEqual(foreign.body)
  }
  const consumer = await given.person({ b2b: false })
  expect((await fetchAs(consumer.token, headshot)).body.code).toBe(403001)
  expect((await call('GET', headshot)).body.code).toBe(401001)
})

test("a colleague of any role sets the own photo and nobody else's; a visitor sets none", async () => {
  const person = await given.person()
  const { headshot } = await setHeadshot(person, await face())
  const colleague = await given.person({ accountId: person.accountId, class: 'readonly' })
  expect((await setHeadshot(colleague, await face())).headshot).not.toBe(headshot)
  for (const role of ['deputy', 'guest'] as const) {
    const token = await given.visitor(person, role)
    expect(await setHeadshot({ token }, await face())).toMatchObject({ code: 403001 })
    expect(await setHeadshot({ token }, '')).toMatchObject({ code: 403001 })
  }
  expect((await fetchAs(person.token, headshot)).status).toBe(200)
})

test('an account has room for so many bytes of pictures; a new one may still take the place of an old one', async () => {
  expect(LIMITS.pictureBytesPerAccount).toBe(500 * 1024 * 1024)
  const person = await given.person()
  const { headshot } = await setHeadshot(person, await face())
  // Full to the last byte.
  await sql`insert into media (account_id, name, image_type, image, width, height, created_at)
    select account_id, 'filler', 'image/png', decode(repeat('00', ${ROOM} - octet_length(image)), 'hex'), 1, 1, 0
    from media where account_id = ${person.accountId}`.execute(db)
  expect((await setHeadshot(person, await face())).headshot).toMatch(/png$/)
  const colleague = await given.person({ accountId: person.accountId })
  expect(await setHeadshot(colleague, await face())).toMatchObject({ code: 400001, info: 'headshot.quota' })
  expect((await setHeadshot(await given.person(), await face())).headshot).not.toBe(headshot)
})

test('in the night pictures that nothing refers to go, those of the last day and those in use stay', async () => {
  const person = await given.person()
  const { headshot } = await setHeadshot(person, await face())
  const stationPhoto = `orphan-but-for-a-station.png`
  const put = (name: string) =>
    sql`insert into media (account_id, name, image_type, image, width, height, created_at)
      values (${person.accountId}, ${name}, 'image/png', 'x', 1, 1, ${Math.floor(clock.now() / 1000)})`.execute(db)
  for (const name of ['orphan.png', stationPhoto]) await put(name)
  const { t4Id } = await given.station(person.accountId)
  await sql`update stations set photo = ${`/v3/app/media/${stationPhoto}`} where t4_id = ${t4Id}`.execute(db)
  clock.move(DAY + 1000)
  await put('new.png')
  await new Nightly({
    db,
    pool: app.database.pool,
    ownerPool: app.database.ownerPool,
    clock,
    jobs: app.running.app.jobs,
    log: quietLog,
    kept: KEPT,
  }).look()
  const kept = headshot.split('/').at(-1)
  expect((await names(person)).sort()).toEqual([kept, 'new.png', stationPhoto].sort())
})

test('every column that may hold the address of a picture is asked before one is swept', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and data_type = 'text' and column_name ~ '(logo|image|photo|headshot|picture|avatar)'
      and column_name <> 'image_type'`.execute(db)
  expect(rows.map(({ place }) => place).sort()).toEqual(PICTURE_COLUMNS.map((names) => names.join('.')).sort())
})

test('pictures go with their account', async () => {
  const person = await given.person()
  await setHeadshot(person, await face())
  await sql`delete from accounts where account_id = ${person.accountId}`.execute(db)
  expect(await names(person)).toEqual([])
})
