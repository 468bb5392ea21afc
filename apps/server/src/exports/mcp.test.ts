import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { helpOf, raised } from '../../../../scripts/harness/raised.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { agoText } from './mcp-tools.ts'

const app = await testApp({ limits: { readerCallsPerMinute: 30 } })
const given = makeGiven(app)
const { call, clock, database, origin } = app
const { db } = database
const MINUTE_MS = 60_000

const post = (token: string | undefined, body: unknown, headers: Record<string, string> = {}) =>
  call('POST', '/mcp', {
    ...(token === undefined ? {} : { token }),
    body,
    headers: { accept: 'application/json, text/event-stream', ...headers },
  })

/** With these headers and no others, which `fetch` would add. */
const rawPost = (url: string, headers: Record<string, string>, body: string) =>
  new Promise<{ status: number; type: string | undefined; body: string }>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, async (answer) => {
      const type = answer.headers['content-type']?.split(';')[0]
      resolve({ status: answer.statusCode!, type, body: Buffer.concat(await answer.toArray()).toString() })
    })
    sent.on('error', reject).end(body)
  })

/** The JSON-RPC answer. */
function answerOf({ status, headers, body }: Awaited<ReturnType<typeof post>>) {
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  return body
}

async function ask(token: string, name: string, given: object) {
  const params = { name, arguments: given }
  const { result } = answerOf(await post(token, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
  return { text: result.content[0].text as string, data: result.structuredContent, isError: result.isError === true }
}

async function house() {
  const owner = await given.person({ fullname: 'Mori Yuki' })
  const { accountId } = owner
  const reader = await given.credential(accountId, 'assistant', { kind: 'reader' })
  const mapId = await given.indoorMap(accountId, '2F East')
  const { t4Id } = await given.station(accountId)
  const sato = await given.tracker(accountId, { name: 'Sato Ren' })
  await given.tracker(accountId, { name: 'Ito Haru' })
  const at = clock.now() - 5 * MINUTE_MS
  const zone_id = randomUUID()
  const visit = {
    ...{ zone_id, zone_name: 'Stairs B', zone_type: 'danger', map_id: null, device_name: 'Sato Ren', class_index: -1 },
    ...{ from_ms: at, until_ms: at, ended: null, ended_ms: null, known_from_ms: at },
  }
  await sql`insert into tracker_states (account_id, device_id, last_seen_ms, located_at_ms, sender_id, sender_name, reason_code, accuracy,
      map_id, "indoor_X", "indoor_Y", updated_at_ms, past)
    values (${accountId}, ${sato}, ${at}, ${at}, ${t4Id}, 'Stairwell', 1, 4.2, ${mapId}, 10, 20, ${at},
      ${JSON.stringify({ stays: [], positions: [], visits: [visit] })})`.execute(db)
  await sql`insert into zones (account_id, id, zone_name, zone_type, shape, created_at)
    values (${accountId}, ${zone_id}, 'Stairs B', 'danger', ${JSON.stringify({ t4_ids: [t4Id] })}, 0)`.execute(db)
  await sql`insert into device_conditions (account_id, device_id, kind, subject, since_ms, seen_ms, is_raised, since_order)
    values (${accountId}, ${sato}, 'in_zone', ${zone_id}, ${at}, ${at}, true, 0)`.execute(db)
  return { owner, accountId, reader, sato, at }
}

test('an assistant of either revision finds the three tools, which only read', async () => {
  const { reader } = await house()
  const old = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const begun = answerOf(await post(reader, { jsonrpc: '2.0', id: 1, method: 'initialize', params: old }))
  expect(begun.result).toMatchObject({ protocolVersion: '2025-11-25', serverInfo: { name: 'whereabouts' } })
  const { result } = answerOf(await post(reader, { jsonrpc: '2.0', id: 2, method: 'tools/list' }))
  expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(['where_is', 'who_is_in', 'what_happened'])
  for (const { annotations, outputSchema } of result.tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(outputSchema.type).toBe('object')
  }
  const version = '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const modern = { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' }
  const listed = answerOf(
    await post(reader, { jsonrpc: '2.0', id: 3, method: 'tools/list', params: { _meta } }, modern),
  )
  expect(listed.result.tools).toHaveLength(3)
})

test('where somebody is comes with age, accuracy and zone, and is the same as data', async () => {
  const { reader, sato } = await house()
  const { text, data } = await ask(reader, 'where_is', { name: 'sato' })
  expect(text).toContain('Sato Ren')
  expect(text).toContain('2F East, heard by Stairwell, in Stairs B (5 minutes ago, within 4 m).')
  expect(data.found).toMatchObject([
    {
      device_id: sato,
      name: 'Sato Ren',
      zones: ['Stairs B'],
      map_name: '2F East',
      accuracy_metres: 4.2,
      may_be_in: [],
    },
  ])
  expect(data.found[0].age_seconds).toBeGreaterThanOrEqual(300)
  expect((await ask(reader, 'where_is', { name: 'Ito Haru' })).text).toBe('Ito Haru was never located.')
  expect((await ask(reader, 'where_is', { name: 'Nobody' })).text).toContain(
    'Nobody and nothing here is called “Nobody”.',
  )
})

test('people in a zone or on a floor are listed; an unknown name is answered with the known ones', async () => {
  const { reader } = await house()
  const { text, data } = await ask(reader, 'who_is_in', { zone: 'stairs b' })
  expect(text).toContain('In Stairs B: 1')
  expect(data.places).toMatchObject([{ name: 'Stairs B', kind: 'zone', people: [{ name: 'Sato Ren' }] }])
  expect((await ask(reader, 'who_is_in', { zone: '2F' })).data.places).toMatchObject([
    { name: '2F East', kind: 'floor' },
  ])
  const unknown = await ask(reader, 'who_is_in', { zone: 'Moon' })
  expect(unknown.text).toContain('Known: Stairs B, 2F East')
})

test('events are listed in order, with who answered, for all devices or one', async () => {
  const { owner, accountId, reader, sato } = await house()
  const other = await given.tracker(accountId, { name: 'Kato' })
  const [alarm_id] = await raised(app, accountId, helpOf(other, 'Kato', clock.now()))
  await call('POST', '/v3/app/alarms/acknowledge', { token: owner.token, body: { alarm_ids: [alarm_id] } })
  const all = await ask(reader, 'what_happened', {})
  expect(all.text).toContain('Sato Ren entered Stairs B.')
  expect(all.text).toContain('Kato asks for help, 2F East. Answered by Mori Yuki.')
  expect(all.data).toMatchObject({ is_cut: false, timezone: expect.any(String) })
  const one = await ask(reader, 'what_happened', { who: 'Sato' })
  expect(one.data.events).toMatchObject([{ type: 'zone_entered', device_id: sato, answered_by: null }])
  const iso = (ms: number) => new Date(ms).toISOString()
  const before = await ask(reader, 'what_happened', { from: iso(clock.now() - 7200e3), to: iso(clock.now() - 3600e3) })
  expect(before.data.events).toEqual([])
  expect(before.text).toContain('nothing.')
  const long = await ask(reader, 'what_happened', { from: iso(clock.now() - 40 * 86_400_000) })
  expect(long).toMatchObject({ isError: true, text: 'Not possible: to.' })
})

test('the answer is JSON for every Accept header that allows JSON, and 406 for others', async () => {
  const { reader } = await house()
  const ask = async (accept: string | undefined, message: object) => {
    const headers = { authorization: `Bearer ${reader}`, 'content-type': 'application/json', ...(accept && { accept }) }
    return rawPost(`${origin}/mcp`, headers, JSON.stringify({ jsonrpc: '2.0', ...message }))
  }
  const list = { id: 2, method: 'tools/list' }
  for (const accept of ['*/*', 'application/json', 'application/*;q=0.5', 'text/html, */*;q=0.1', undefined]) {
    const { status, type, body } = await ask(accept, list)
    expect([accept, status, type]).toEqual([accept, 200, 'application/json'])
    expect(JSON.parse(body).result.tools).toHaveLength(3)
    expect((await ask(accept, { method: 'notifications/initialized' })).status).toBe(202)
  }
  for (const accept of ['text/html', 'application/json;q=0, */*']) expect((await ask(accept, list)).status).toBe(406)
})

test('only readers ask, of their own account alone', async () => {
  const [mine, theirs] = [await house(), await house()]
  await given.tracker(theirs.accountId, { name: 'A stranger' })
  expect((await ask(mine.reader, 'where_is', { name: 'A stranger' })).data.found).toEqual([])
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const nobody = await post(undefined, list)
  expect(nobody.status).toBe(401)
  expect(nobody.headers.get('www-authenticate')).toBe('Bearer realm="whereabouts"')
  expect((await post('a'.repeat(43), list)).status).toBe(401)
  // Of people's sessions assistants know nothing.
  expect((await post(mine.owner.token, list)).status).toBe(401)
  expect((await post(await given.credential(mine.accountId, 'phone'), list)).status).toBe(403)
})

test('pages of other origins, sessions, strange messages and large ones are refused', async () => {
  const { reader } = await house()
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  expect((await post(reader, list, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await post(reader, list, { origin })).status).toBe(200)
  expect((await call('GET', '/mcp', { token: reader, headers: { accept: 'text/event-stream' } })).status).toBe(405)
  expect((await call('DELETE', '/mcp', { token: reader })).status).toBe(405)
  const odd = await post(reader, {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'erase', arguments: {} },
  })
  expect(JSON.stringify(odd.body)).toMatch(/not found|Unknown|unknown/)
  const large = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'where_is', arguments: { name: 'x'.repeat(70_000) } },
  }
  expect((await post(reader, large)).status).toBe(400)
  expect((await ask(reader, 'where_is', { name: '' })).isError).toBe(true)
  const statuses = []
  for (let count = 0; count < 31; count += 1) statuses.push((await post(reader, list)).status)
  expect(statuses.at(-1)).toBe(429)
})

test.each([
  [0, 'just now'],
  [60, '1 minute ago'],
  [7199, '1 hour ago'],
  [172_800, '2 days ago'],
])('%i seconds are %s', (seconds, text) => {
  expect(agoText(seconds)).toBe(text)
})
