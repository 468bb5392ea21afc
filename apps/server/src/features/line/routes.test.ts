import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errors } from '@whereabouts/contract/errors'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { eventually, given as makeGiven, type Person } from '../../../../../scripts/harness/given.ts'
import { testApp } from '../../../../../scripts/harness/test-app.ts'
import { hashToken } from '../../platform/tokens.ts'
import { sweepCodes } from './queries.ts'

/** LINE's side: what it was asked, and how it answers. */
const line = {
  status: 200,
  asked: [] as {
    path: string
    authorization: string
    body: { replyToken: string; messages: { type: string; text: string }[] }
  }[],
}
const api = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    line.asked.push({
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      body: JSON.parse(text),
    })
    response.writeHead(line.status, { 'content-type': 'application/json' }).end('{}')
  })
})
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  api.close()
  api.closeAllConnections()
})

const SECRET = 'channel-secret'
const app = await testApp({
  lineApi: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
  env: {
    LINE_CHANNEL_SECRET: SECRET,
    LINE_CHANNEL_ACCESS_TOKEN: 'channel-token',
    PUBLIC_URL: 'https://whereabouts.example',
  },
})
const given = makeGiven(app)
const { call, clock, database } = app

const WEBHOOK = '/v3/app/accountlink/line/webhook'
const sign = (body: string) => createHmac('sha256', SECRET).update(body).digest('base64')
const tell = (events: object[]) => {
  const body = JSON.stringify({ destination: 'U1', events })
  return call('POST', WEBHOOK, { body, headers: { 'x-line-signature': sign(body) } })
}
const event = (type: string, groupId: string, rest: object = {}) => ({
  type,
  mode: 'active',
  timestamp: clock.now(),
  source: { type: 'group', groupId },
  webhookEventId: randomUUID(),
  deliveryContext: { isRedelivery: false },
  ...rest,
})
const newGroup = () => `C${randomBytes(16).toString('hex')}`

/** Puts the bot in a group; answers what it posted there. */
async function join(groupId: string): Promise<{ text: string; code: string }> {
  const replyToken = randomUUID()
  expect(await tell([event('join', groupId, { replyToken })])).toMatchObject({ status: 200, body: { result: true } })
  const asked = await eventually(async () => {
    const found = line.asked.find(({ body }) => body.replyToken === replyToken)
    expect(found).toBeDefined()
    return found
  })
  const text = asked?.body.messages[0]?.text ?? ''
  return { text, code: new URL(/https:\S+/.exec(text)?.[0] ?? 'none:').searchParams.get('code') ?? '' }
}

const note = (token: string, body: object) => call('POST', '/v3/app/accountlink/line/note', { token, body })
const list = async ({ token }: Person) => (await call('GET', '/v3/app/accountlink/line', { token })).body.line_groups
const remove = (token: string, line_group_ids: string[]) =>
  call('DELETE', '/v3/app/accountlink/line', { token, body: { line_group_ids } })
const logOf = async ({ token }: Person) =>
  (await call('GET', '/v3/app/activity/logs', { token })).body.activity_logs as {
    action: string
    target: string
    name: string
  }[]
const linked = async (person: Person, groupId = newGroup(), nickname = 'Night shift'): Promise<string> =>
  (await note(person.token, { link_code: (await join(groupId)).code, note: nickname })).body.line_group.line_group_id

test('the bot posts a link in a group it is put into, in three languages', async () => {
  const { text, code } = await join(newGroup())
  expect(code).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(text).toContain(`https://whereabouts.example/line-group?code=${code}`)
  for (const word of ['alerts', '警報', 'アラート']) expect(text).toContain(word)
  const { path, authorization, body } = line.asked.at(-1)!
  expect({ path, authorization, kinds: body.messages.map(({ type }) => type) }).toEqual({
    path: '/v2/bot/message/reply',
    authorization: 'Bearer channel-token',
    kinds: ['text'],
  })
  expect((await join(newGroup())).code).not.toBe(code)
})

test('the code links the group under a nickname, once [API-POST /app/accountlink/line/note]', async () => {
  clock.hold()
  const [person, stranger] = [await given.person(), await given.person()]
  const { code } = await join(newGroup())
  const { status, body } = await note(person.token, { link_code: code, note: '  Night shift  ' })
  expect({ status, note: body.line_group.note }).toEqual({ status: 200, note: 'Night shift' })
  expect(Math.abs(body.line_group.created_time - clock.now() / 1000)).toBeLessThan(5)
  expect(await list(person)).toEqual([body.line_group])
  expect(await list(stranger)).toEqual([])
  expect((await note(stranger.token, { link_code: code, note: 'Mine' })).body.code).toBe(400118)
  expect(await logOf(person)).toContainEqual(
    expect.objectContaining({ action: 'link_line_group', target: 'Night shift' }),
  )
})

test('a wrong code and one of a day ago are no codes [ERR-400118]', async () => {
  const person = await given.person()
  const { code } = await join(newGroup())
  const refusal = {
    status: 400,
    body: { result: false, code: 400118, message: errors.invalidGroupLinkCode.words['en-us'] },
  }
  expect(await note(person.token, { link_code: 'x'.repeat(22), note: 'Night' })).toMatchObject(refusal)
  clock.move(86_400_000 + 1000)
  const token = await given.signIn(person.email)
  expect(await note(token, { link_code: code, note: 'Night' })).toMatchObject(refusal)
  const { code: fresh } = await join(newGroup())
  clock.move(86_300_000)
  const later = await given.signIn(person.email)
  expect((await note(later, { link_code: fresh, note: 'Night' })).status).toBe(200)
})

test('a group is linked once to an account, and may be to another [ERR-400119]', async () => {
  const [person, other] = [await given.person(), await given.person()]
  const groupId = newGroup()
  await linked(person, groupId)
  const { code } = await join(groupId)
  expect(await note(person.token, { link_code: code, note: 'Again' })).toMatchObject({
    status: 400,
    body: { result: false, code: 400119, message: errors.groupAlreadyAdded.words['en-us'] },
  })
  // It was no use to him, so it is not used up.
  expect((await note(other.token, { link_code: code, note: 'Theirs' })).status).toBe(200)
  expect(await list(person)).toHaveLength(1)
})

test('one of two simultaneous uses of a code links the group', async () => {
  const [first, second] = [await given.person(), await given.person()]
  const { code } = await join(newGroup())
  const answers = await Promise.all([first, second].map(({ token }) => note(token, { link_code: code, note: 'Night' })))
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 400118])
})

test('guessing codes is slowed by address', async () => {
  const { token } = await given.person()
  clock.move(61_000)
  const codes: number[] = []
  for (let index = 0; index < 32; index += 1)
    codes.push((await note(token, { link_code: `guess-${index}`, note: 'N' })).body.code)
  expect(codes).toEqual([...Array(30).fill(400118), 429101, 429101])
  clock.move(61_000)
})

test('a group is renamed by its id; somebody else’s is as one that is not there', async () => {
  const [person, stranger] = [await given.person(), await given.person()]
  const id = await linked(person)
  expect((await note(person.token, { line_group_id: id, note: 'Day shift' })).body.line_group).toMatchObject({
    line_group_id: id,
    note: 'Day shift',
  })
  const nobodys = await note(stranger.token, { line_group_id: randomUUID(), note: 'X' })
  expect(nobodys).toMatchObject({ status: 404, body: { code: 404102 } })
  expect((await note(stranger.token, { line_group_id: id, note: 'X' })).body).toEqual(nobodys.body)
  expect((await list(person))[0].note).toBe('Day shift')
  const renamings = (await logOf(person)).filter(({ action }) => action === 'rename_line_group')
  expect(renamings.map(({ target, name }) => ({ target, name }))).toEqual([{ target: 'Day shift', name: 'Mori Yuki' }])
  expect((await logOf(stranger)).map(({ action }) => action)).not.toContain('rename_line_group')
})

test('groups are unlinked; what is not there or foreign comes back', async () => {
  const [person, stranger] = [await given.person(), await given.person()]
  const [own, foreign, none] = [await linked(person), await linked(stranger), randomUUID()]
  const { body } = await remove(person.token, [own.toUpperCase(), foreign, none])
  expect(body).toEqual({ result: true, code: 200, failed_list: [foreign, none] })
  expect(await list(person)).toEqual([])
  expect(await list(stranger)).toHaveLength(1)
  expect(await logOf(person)).toContainEqual(
    expect.objectContaining({ action: 'unlink_line_group', target: 'Night shift' }),
  )
})

test('a group that the bot is taken out of is unlinked everywhere, and its codes are dead', async () => {
  const [person, other] = [await given.person(), await given.person()]
  const groupId = newGroup()
  await linked(person, groupId)
  await linked(other, groupId)
  const kept = await linked(other)
  const { code } = await join(groupId)
  await tell([event('leave', groupId)])
  expect(await list(person)).toEqual([])
  expect((await list(other)).map((group: { line_group_id: string }) => group.line_group_id)).toEqual([kept])
  expect((await note(person.token, { link_code: code, note: 'Night' })).body.code).toBe(400118)
  expect(await logOf(person)).toContainEqual(expect.objectContaining({ action: 'unlink_line_group', name: 'LINE' }))
})

test('a leave event that arrives late does not unlink a group that was linked since', async () => {
  const person = await given.person()
  const groupId = newGroup()
  const late = event('leave', groupId, { timestamp: clock.now() - 60_000, deliveryContext: { isRedelivery: true } })
  await linked(person, groupId)
  await tell([late])
  expect(await list(person)).toHaveLength(1)
})

test.each([
  ['no signature', undefined],
  ['a signature of other bytes', sign('{}')],
  ['a signature by another key', createHmac('sha256', 'other').update('x').digest('base64')],
  ['half a signature', sign('{"events":[]}').slice(0, 20)],
  ['an empty signature', ''],
])('an event with %s is not from LINE', async (_what, signature) => {
  const groupId = newGroup()
  const body = JSON.stringify({ events: [event('join', groupId, { replyToken: 'r' })] })
  const headers: Record<string, string> = signature === undefined ? {} : { 'x-line-signature': signature }
  expect(await call('POST', WEBHOOK, { body, headers })).toMatchObject({ status: 401, body: { code: 401001 } })
  const { rows } = await sql`select from line_codes where group_id = ${groupId}`.execute(database.db)
  expect(rows).toEqual([])
})

test('the signature is over the bytes, not over what they mean', async () => {
  const body = '{ "events" : [ ], "destination":"Ü" }'
  expect((await call('POST', WEBHOOK, { body, headers: { 'x-line-signature': sign(body) } })).status).toBe(200)
  const same = JSON.stringify(JSON.parse(body))
  expect((await call('POST', WEBHOOK, { body: same, headers: { 'x-line-signature': sign(body) } })).body.code).toBe(
    401001,
  )
  expect((await call('POST', WEBHOOK)).body.code).toBe(401001)
  const broken = '{"events":'
  expect(
    (await call('POST', WEBHOOK, { body: broken, headers: { 'x-line-signature': sign(broken) } })).body,
  ).toMatchObject({
    code: 400001,
    info: 'body is no JSON',
  })
})

test('events this version knows nothing of are taken and change nothing', async () => {
  const asked = line.asked.length
  const events = [
    event('message', newGroup(), { replyToken: 'r', message: { type: 'text', text: 'hello' } }),
    event('join', '', { replyToken: 'r' }),
    event('join', newGroup()),
    { ...event('join', newGroup(), { replyToken: 'r' }), source: { type: 'user', userId: 'U1' } },
    { type: 'somethingNew' },
  ]
  expect((await tell(events)).status).toBe(200)
  expect((await tell([])).status).toBe(200)
  await join(newGroup())
  expect(line.asked).toHaveLength(asked + 1)
})

test('LINE not taking the message is no fault of the event', async () => {
  line.status = 500
  onTestFinished(() => {
    line.status = 200
  })
  expect((await join(newGroup())).code).not.toBe('')
})

test('a code is kept as a hash, and not beyond its day', async () => {
  const groupId = newGroup()
  const { code } = await join(groupId)
  const codes = async () =>
    (
      await sql<{ code_hash: Buffer }>`select code_hash from line_codes where group_id = ${groupId}`.execute(
        database.db,
      )
    ).rows
  expect(await codes()).toEqual([{ code_hash: hashToken(code) }])
  await sweepCodes(database.db, clock.now())
  expect(await codes()).toHaveLength(1)
  await sweepCodes(database.db, clock.now() + 86_400_000)
  expect(await codes()).toEqual([])
})

test('owners and deputies link groups, nobody else', async () => {
  const owner = await given.person()
  const deputy = await given.person({ accountId: owner.accountId, class: 'deputy' })
  const id = await linked(deputy)
  const { code } = await join(newGroup())
  const callers = [
    (await given.person({ accountId: owner.accountId, class: 'support' })).token,
    (await given.person({ accountId: owner.accountId, class: 'readonly' })).token,
    (await given.person({ b2b: false })).token,
    await given.visitor(owner),
  ]
  for (const token of callers) {
    const answers = [
      await call('GET', '/v3/app/accountlink/line', { token }),
      await note(token, { link_code: code, note: 'No' }),
      await note(token, { line_group_id: id, note: 'No' }),
      await remove(token, [id]),
    ]
    for (const { status, body } of answers) expect({ status, code: body.code }).toEqual({ status: 403, code: 403001 })
  }
  expect((await call('GET', '/v3/app/accountlink/line')).body.code).toBe(401001)
  expect((await list(owner))[0].note).toBe('Night shift')
})

test.each([
  {},
  { link_code: 'x' },
  { link_code: '', note: 'A' },
  { link_code: 'x'.repeat(65), note: 'A' },
  { link_code: 'x', note: '' },
  { link_code: 'x', note: 'a\u202eb' },
  { link_code: 'x', note: 'x'.repeat(51) },
  { link_code: 'x', line_group_id: randomUUID(), note: 'A' },
  { line_group_id: 'x', note: 'A' },
  { link_code: 'x', note: 'A', account_id: 'x' },
])('a nickname like %j is invalid input', async (body) => {
  const { token } = await given.person()
  expect(await note(token, body)).toMatchObject({ status: 400, body: { code: 400001 } })
})

test('without the keys of LINE its events are not taken, whatever is in them [ERR-501001]', async () => {
  const without = await testApp()
  for (const body of ['{"events":[]}', '{"broken', undefined]) {
    expect(await without.call('POST', WEBHOOK, { body })).toMatchObject({
      status: 501,
      body: { code: 501001, message: errors.notImplemented.words['en-us'] },
    })
  }
  const person = await makeGiven(without).person()
  await sql`insert into line_codes (code_hash, group_id, created_at_ms)
    values (${hashToken('seeded')}, 'C1', ${without.clock.now()})`.execute(without.database.db)
  const { status } = await without.call('POST', '/v3/app/accountlink/line/note', {
    token: person.token,
    body: { link_code: 'seeded', note: 'Night' },
  })
  expect(status).toBe(200)
})
