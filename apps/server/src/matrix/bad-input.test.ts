/**
 * Every field of every call with values it must not have: a clear refusal, never a fault of the server, and the database
 * as it was. Source: G02; security rules 12, 19, 20, 31.
 */
import { api, policies } from '@whereabouts/contract/api'
import type { Endpoint } from '@whereabouts/contract/kit'
import { expect, test } from 'vitest'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { SAMPLES } from './requests.ts'
import { hashTables } from './tables.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock, database } = app

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
    .map(([name, endpoint]) => ({
      id: `${word}.${name}`,
      endpoint,
      policy: (policies[word as keyof typeof policies] as Record<string, string>)[name]!,
    })),
)

let sent = 0

test.each(calls)('$id refuses what it must not take [ERR-400001]', async ({ id, endpoint, policy }) => {
  const { token } = await given.person({ groups: ['G3OfficeLog', 'Integrator'] })
  const path = `/v3${endpoint.path}`
  const ask = (body: unknown) => {
    sent += 1
    // Calls a minute and guesses a minute are limited.
    if (sent % 8 === 0) clock.move(1)
    return call(endpoint.method, path, { ...(policy === 'public' ? {} : { token }), body })
  }
  const sample = SAMPLES[id]!().body
  const before = await hashTables(database.db)
  const mustRefuse: unknown[] = []
  for (const place of pathsOf(sample)) {
    const own = at(sample, place)
    mustRefuse.push(...BAD_VALUES.filter((bad) => kindOf(bad) !== kindOf(own)).map((bad) => withAt(sample, place, bad)))
    if (kindOf(own) === 'object' && !IS_OPEN.has(id)) {
      mustRefuse.push(withAt(sample, place, { ...(own as object), is_admin: true }))
      mustRefuse.push(withAt(sample, place, { ...(own as object), account_id: '11111111-1111-7111-8111-111111111111' }))
    }
  }
  for (const body of mustRefuse) {
    // Optional firmware words and union members may take several kinds; nothing else may.
    const answer = await ask(body)
    const isGuessing = answer.body.code === 429101
    if (!isGuessing && !IS_OPEN.has(id)) {
      expect(answer.body.code, JSON.stringify(body).slice(0, 300)).toBe(400001)
      expect(answer.body.info).toMatch(/^body/)
    }
    expect(answer.status === 501 || answer.status < 500).toBe(true)
  }
  expect(await hashTables(database.db)).toEqual(before)

  // Values of the right kind that nobody should send: anything but a fault of the server.
  for (const place of pathsOf(sample)) {
    for (const bad of BAD_VALUES.filter((value) => kindOf(value) === kindOf(at(sample, place)))) {
      const { status, body } = await ask(withAt(sample, place, bad))
      expect(
        status === 501 || status < 500,
        `${place.join('.')}: ${JSON.stringify(bad).slice(0, 60)}: ${body.code}`,
      ).toBe(true)
      expect(JSON.stringify(body)).not.toMatch(/at .*\.ts:\d|node_modules|select |insert /)
    }
  }
  clock.move(120_000)
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
