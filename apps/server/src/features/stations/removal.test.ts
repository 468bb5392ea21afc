import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { latestMail } from '../../../../../scripts/harness/mails.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { hashTables } from '../../matrix/tables.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app
const { db } = database

type Caller = Pick<Person, 'token'>
const ask = ({ token }: Caller, id: string) => call('DELETE', `/v3/app/stations/${id}`, { token })
const askMany = ({ token }: Caller, t4_ids: readonly string[]) =>
  call('DELETE', '/v3/app/stations', { token, body: { t4_ids } })
const unassign = (token: string) => call('POST', '/v3/app/stations/unassign', { body: { token } })
const preview = async (token: string) => (await call('POST', '/v3/app/users/confirm/preview', { body: { token } })).body
const list = async ({ token }: Caller) => (await call('GET', '/v3/app/stations?count=10000', { token })).body.stations
const mailTo = ({ email }: Person) => latestMail(database.address, email)
const idOf = (number: number) => `T4-${number.toString(16).toUpperCase().padStart(12, '0')}`

let made = 0x10_0000
/** Many stations of an account, without credentials. */
async function manyStations(accountId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => idOf(made + index))
  made += count
  await sql`insert into stations (account_id, t4_id, t4_name, created_at)
    select ${accountId}, id, 'Station ' || id, 1 from unnest(${ids}::text[]) id`.execute(db)
  return ids
}

test('a removal sends a mail to the owner, and the station stays with a mark until its link is used [API-DELETE /app/stations/{t4_id}, API-POST /app/stations/unassign]', async () => {
  const owner = await given.person()
  const deputy = await given.person({ accountId: owner.accountId, class: 'deputy' })
  const { t4Id, password } = await given.station(owner.accountId)
  const other = await given.station(owner.accountId)
  const [{ t4_name }] = (await list(owner)).filter((station: { t4_id: string }) => station.t4_id === t4Id)
  expect((await ask(deputy, t4Id)).body).toMatchObject({ code: 200, mail_sent: true })
  const pending = Object.fromEntries(
    (await list(owner)).map((station: { t4_id: string; removal_pending: boolean }) => [
      station.t4_id,
      station.removal_pending,
    ]),
  )
  expect(pending).toEqual({ [t4Id]: true, [other.t4Id]: false })
  const { token, link, text } = await mailTo(owner)
  expect(link).toContain('/unassign-device#token=')
  expect(text).toContain(t4_name)
  expect(await preview(token)).toMatchObject({ purpose: 'remove_stations', device_names: [t4_name] })

  expect((await unassign(token)).body).toMatchObject({ code: 200, device_name: t4_name, device_names: [t4_name] })
  expect((await list(owner)).map((station: { t4_id: string }) => station.t4_id)).toEqual([other.t4Id])
  expect((await unassign(token)).body.code).toBe(401102)
  // Its sender is shut out, so its next report does not bring it back.
  const report = { t4_id: t4Id, key: password, seq: 1, scanned_at_ms: clock.now(), scans: [] }
  expect((await call('POST', '/v3/device/report', { body: report })).status).toBe(401)
  expect(await list(owner)).toHaveLength(1)
})

test('a removed station may be added by anybody, and nothing of its past stands in the list', async () => {
  const person = await given.person()
  const t4_id = `T4-${randomBytes(6).toString('hex').toUpperCase()}`
  const add = async ({ token }: Caller) => {
    await given.exchanged(token, 't4', t4_id)
    return call('POST', '/v3/app/stations', { token, body: { t4_id, t4_name: 'Gate' } })
  }
  const { password } = (await add(person)).body.credential
  const report = { t4_id, key: password, seq: 1, scanned_at_ms: clock.now(), scans: [] }
  await call('POST', '/v3/device/report', { body: report })
  await eventually(async () => expect((await list(person))[0].lastseen_time).not.toBeNull())
  const stranger = await given.person()
  expect((await add(stranger)).body.code).toBe(400108)
  await ask(person, t4_id)
  await unassign((await mailTo(person)).token)
  expect((await add(person)).body.station).toMatchObject({ lastseen_time: null, connection_status: 'disconnected' })
  clock.move(1000)
  await ask(person, t4_id)
  await unassign((await mailTo(person)).token)
  expect((await add(stranger)).body.code).toBe(200)
})

test('one mail and one link remove a whole list', async () => {
  const person = await given.person()
  const ids = await manyStations(person.accountId, 25)
  expect((await askMany(person, [...ids.slice(0, 23), ids[0]!])).body.mail_sent).toBe(true)
  const { token, text } = await mailTo(person)
  expect(text.match(/Station T4-/g)).toHaveLength(20)
  const { rows } = await sql<{ mails: number }>`select count(*)::int as mails from mails
    where account_id = ${person.accountId}`.execute(db)
  expect(rows).toEqual([{ mails: 1 }])
  expect((await unassign(token)).body.device_names).toHaveLength(23)
  expect(await list(person)).toHaveLength(2)
})

test('10,000 ids with three foreign ones: these three are named with their code, and nothing is asked for [ERR-409002]', async () => {
  const person = await given.person()
  const stranger = await given.person()
  const own = await manyStations(person.accountId, 9_997)
  const foreign = await manyStations(stranger.accountId, 3)
  const before = await hashTables(app)
  const { status, body } = await askMany(person, [...foreign.slice(0, 2), ...own, foreign[2]!])
  expect({ status, code: body.code }).toEqual({ status: 409, code: 409002 })
  expect(body.failed_list).toEqual(foreign.map((id) => ({ id, code: 404103 })))
  expect(await hashTables(app)).toEqual(before)
  expect((await askMany(person, [...own, 'T4-FFFFFFFFFF01', ...foreign, 'T4-FFFFFFFFFF02'])).body.code).toBe(400001)
  expect((await askMany(person, own)).body.mail_sent).toBe(true)
  expect((await unassign((await mailTo(person)).token)).body.device_names).toHaveLength(9_997)
  expect(await list(stranger)).toHaveLength(3)
})

test('a newer mail takes the place of an older one for the same station, not of one for another', async () => {
  const person = await given.person()
  const [first, second] = (await manyStations(person.accountId, 2)) as [string, string]
  const tokens: string[] = []
  for (const id of [first, second, first]) {
    await ask(person, id)
    tokens.push((await mailTo(person)).token)
    clock.move(10)
  }
  expect((await unassign(tokens[0]!)).body.code).toBe(401102)
  expect((await unassign(tokens[1]!)).body.code).toBe(200)
  expect((await unassign(tokens[2]!)).body.code).toBe(200)
  expect(await list(person)).toEqual([])
})

test('a link works for an hour, then the mark goes and the station stays', async () => {
  const person = await given.person({ stay: true })
  const [id] = (await manyStations(person.accountId, 1)) as [string]
  await ask(person, id)
  const { token } = await mailTo(person)
  clock.move(3_600_000)
  expect((await unassign(token)).body.code).toBe(401102)
  const again = await given.signIn(person.email)
  expect((await list({ token: again }))[0].removal_pending).toBe(false)
})

test('strangers find nothing to remove, and guests, support and visitors may not [ERR-404103]', async () => {
  const owner = await given.person()
  const [id] = (await manyStations(owner.accountId, 1)) as [string]
  const stranger = await given.person()
  expect(await ask(stranger, id)).toMatchObject({ status: 404, body: { code: 404103 } })
  expect((await askMany(stranger, [id])).body).toMatchObject({ code: 409002, failed_list: [{ id, code: 404103 }] })
  for (const role of ['readonly', 'support'] as const) {
    const person = await given.person({ accountId: owner.accountId, class: role })
    expect((await ask(person, id)).body.code).toBe(403001)
    expect((await askMany(person, [id])).body.code).toBe(403001)
  }
  expect((await ask({ token: await given.visitor(owner) }, id)).body.code).toBe(403001)
  expect((await list(owner))[0].removal_pending).toBe(false)
})
