/**
 * Every field of every call with values it must not have: a clear refusal, never a fault of the server, and the database
 * as it was. Source: G02; security rules 12, 19, 20, 31.
 */
import { createHmac } from 'node:crypto'
import { api } from '@whereabouts/contract/api'
import type { Endpoint } from '@whereabouts/contract/kit'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { seededRandom } from '../../../../scripts/harness/seeded.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { isLong, seedOf } from '../../../../scripts/harness/test-run.ts'
import { sampleOf } from './requests.ts'
import { hashTables } from './tables.ts'

const LINE_SECRET = 'channel-secret'
// Every value has to reach what judges it, so calls are not held back by their number; LINE is asked nothing.
const app = await testApp({
  limits: { callsPerMinute: 1_000_000 },
  lineApi: 'http://127.0.0.1:1',
  env: {
    LINE_CHANNEL_SECRET: LINE_SECRET,
    LINE_CHANNEL_ACCESS_TOKEN: 'channel-token',
    PUBLIC_URL: 'https://whereabouts.example',
  },
})
const given = makeGiven(app)
const { call, clock } = app

const BAD_VALUES: readonly unknown[] = [
  null,
  0,
  -1,
  1.5,
  1e308,
  true,
  '',
  ' ',
  'x'.repeat(200_000),
  'nul\u0000',
  'turned\u202earound',
  '\ud800',
  "'; drop table users; --",
  [],
  [null],
  {},
  { $gt: '' },
]

/** Null means something here: no end, no place, no map, no logger, no limit. */
const TAKES_NULL = new Set([
  'accessLinks.create accesslink.ttl',
  ...['gps_latitude', 'gps_longitude', 'map_id', 'map_name', 'indoor_X', 'indoor_Y'].map(
    (field) => `stations.change ${field}`,
  ),
  ...['indoorMaps.create', 'indoorMaps.change'].flatMap((id) => [`${id} metres_per_pixel`, `${id} corners`]),
  'carepads.add logger_id',
  ...['logger_id', 'temperature_unit', 'threshold_low'].map((field) => `carepads.change ${field}`),
  'rollCalls.saveSettings class_indexes',
  ...['attendance.change corrected_sign_in', 'attendance.change corrected_sign_out'],
  ...['zones.create', 'zones.change'].flatMap((id) => [`${id} class_indexes`, `${id} active_times`]),
])

/** What a tracker may be told grows with its firmware (G49). */
const TAKES_MORE = new Set(['trackers.setAdvSettings sync_configs.0.adv_settings'])

/** These bodies come from firmware and from LINE, which run ahead of servers. */
const IS_OPEN = new Set(['deviceReports.report', 'line.webhook'])

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

type Path = readonly (string | number)[]

/** Every place of a value, itself first. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))]
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)

/** The value with another one at that place. */
function withAt(value: unknown, path: Path, replacement: unknown): unknown {
  if (path.length === 0) return replacement
  const copy = structuredClone(value)
  const parent = at(copy, path.slice(0, -1)) as Record<string | number, unknown>
  parent[path.at(-1)!] = replacement
  return copy
}

const calls = Object.entries(api).flatMap(([word, entries]) =>
  Object.entries(entries as Record<string, Endpoint>)
    .filter(([, { body }]) => body !== undefined)
    .map(([name, endpoint]) => ({ id: `${word}.${name}`, endpoint, policy: endpoint.policy })),
)

const bodiesOf = (id: string): unknown[] => {
  const { body, otherBodies = [] } = sampleOf(id)
  return [body, ...otherBodies]
}

/** The path of each field a schema names, whichever of several shapes it stands in; of items it is `*`. */
function fieldsOf(schema: JsonSchema, path: Path = []): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [
      [...path, name].join('.'),
      ...fieldsOf(inner, [...path, name]),
    ]),
    ...(items === undefined ? [] : fieldsOf(items, [...path, '*'])),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((inner) => fieldsOf(inner, path)),
  ]
}
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
}

test('no field of any call is left out [API-GENERAL-04, VALID-44]', () => {
  const left = calls.flatMap(({ id, endpoint }) => {
    const schema = z.toJSONSchema(endpoint.body!, { io: 'input', unrepresentable: 'any', reused: 'inline' })
    const tried = new Set(
      bodiesOf(id)
        .flatMap((body) => pathsOf(body))
        .map((path) => path.join('.').replace(/\b\d+\b/g, '*')),
    )
    return fieldsOf(schema as JsonSchema)
      .filter((field) => !tried.has(field))
      .map((field) => `${id} ${field}`)
  })
  expect(left).toEqual([])
})

/** Asks as who may: each call makes its own way through the door. */
async function caller({ id, endpoint, policy }: (typeof calls)[number]) {
  const person = await given.person({ groups: ['G3OfficeLog', 'Integrator'] })
  const password = policy === 'sender' ? await given.credential(person.accountId, 'matrix-phone') : ''
  const headersOf = (text: string): Record<string, string> => {
    if (policy === 'sender') {
      return { authorization: `Basic ${Buffer.from(`matrix-phone:${password}`).toString('base64')}` }
    }
    if (id !== 'line.webhook') return policy === 'public' ? {} : { authorization: `Bearer ${person.token}` }
    return { 'x-line-signature': createHmac('sha256', LINE_SECRET).update(text).digest('base64') }
  }
  return (body: unknown) => {
    const text = JSON.stringify(body)
    return call(endpoint.method, `/v3${endpoint.path}`, { body: text, headers: headersOf(text) })
  }
}

/** What stands between a caller and the judging of a value: a limit of guesses, or the end of the own session. */
const STOPS = new Set([401001, 401002, 429101])

/** For a change a part of the values in each place is enough, by chance; the long run tries all. */
const chance = seededRandom(seedOf(11))
const isTried = () => isLong || chance() < 0.1

test.each(calls)('$id refuses what it must not take [ERR-400001]', async (one) => {
  const { id } = one
  const bodies = bodiesOf(id)
  let ask = await caller(one)
  if (!IS_OPEN.has(id)) {
    const before = await hashTables(app)
    for (const bad of bodies.flatMap(whatMustBeRefused(id))) {
      const { body } = await ask(bad)
      expect(body.code, JSON.stringify(bad).slice(0, 300)).toBe(400001)
      expect(body.info).toMatch(/^body/)
    }
    expect(await hashTables(app)).toEqual(before)
  }

  // Values that nobody should send and some calls may take: anything but a fault of the server.
  for (const sample of bodies) {
    for (const place of pathsOf(sample)) {
      const isApt = (bad: unknown) => (IS_OPEN.has(id) || kindOf(bad) === kindOf(at(sample, place))) && isTried()
      for (const bad of BAD_VALUES.filter(isApt)) {
        let answer = await ask(withAt(sample, place, bad))
        if (STOPS.has(answer.body.code)) {
          clock.move(Number(answer.headers.get('retry-after') ?? 0) * 1000)
          ask = await caller(one)
          answer = await ask(withAt(sample, place, bad))
        }
        const what = `${place.join('.')}: ${JSON.stringify(bad).slice(0, 60)}: ${answer.body.code}`
        expect(STOPS.has(answer.body.code), what).toBe(false)
        expect(answer.status === 501 || answer.status < 500, what).toBe(true)
        expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.ts:\d|node_modules|select |insert /)
      }
    }
  }
  clock.move(120_000)
})

/** The sample with a value of another kind in each place, and with fields in each object that only the server sets. */
const whatMustBeRefused = (id: string) => (sample: unknown) =>
  pathsOf(sample).flatMap((place) => {
    const own = at(sample, place)
    const name = `${id} ${place.join('.')}`
    const added = [{ is_admin: true }, { account_id: '11111111-1111-7111-8111-111111111111' }]
    return [
      ...BAD_VALUES.filter(
        (bad) => kindOf(bad) !== kindOf(own) && !(bad === null && TAKES_NULL.has(name)) && isTried(),
      ),
      ...(kindOf(own) === 'object' && !TAKES_MORE.has(name)
        ? added.map((more) => ({ ...(own as object), ...more }))
        : []),
    ].map((bad) => withAt(sample, place, bad))
  })

test('bodies that are no JSON, too large, of another type or packed are refused alike [ERR-400001]', async () => {
  const { token } = await given.person()
  const ask = (body: string, headers: Record<string, string> = {}) =>
    call('PUT', '/v3/app/users/profile', { token, body, headers })
  for (const body of ['{', '[1,', '"text"', 'null', '1', '{"user":{"locale":"ja-jp"}}}', ' '.repeat(3 << 20)]) {
    expect((await ask(body)).body.code, body.slice(0, 20)).toBe(400001)
  }
  expect((await ask('{"user":{}}', { 'content-type': 'text/plain' })).body.code).toBe(400001)
  expect((await ask('<user/>', { 'content-type': 'application/xml' })).body.code).toBe(400001)
})
