/**
 * Every path parameter and every query with text it must not have: a clear refusal that repeats nothing of it, and the
 * database as it was. Source: G02; security rules 11, 15, 19, 20, 31.
 */
import { api, beside } from '@whereabouts/contract/api'
import { errors } from '@whereabouts/contract/errors'
import type { Endpoint } from '@whereabouts/contract/kit'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { given as makeGiven } from '../../../../scripts/harness/given.ts'
import { seededRandom } from '../../../../scripts/harness/seeded.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { isLong, seedOf } from '../../../../scripts/harness/test-run.ts'
import { sampleOf } from './requests.ts'
import { hashTables } from './tables.ts'

// Every text has to reach what judges it, so calls are not held back by their number.
const app = await testApp({ limits: { callsPerMinute: 1_000_000 } })
const given = makeGiven(app)
const { call } = app

let token: string
beforeAll(async () => {
  token = (await given.person({ groups: ['Integrator', 'G3OfficeLog'] })).token
})

/** Text that nobody types, as it stands in an address. */
const BAD_TEXTS = [
  '%00',
  '%20',
  '%0d%0aset-cookie:a=b',
  '%e2%80%ae',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%25%30%30',
  "'%20or%20'1'='1",
  '%7b%22$gt%22:%22%22%7d',
  '-1',
  '1e308',
  'null',
  '11111111-1111-7111-8111-11111111111',
  'a'.repeat(2000),
]

/** For a change some of the texts in each place are enough, by chance; the long run tries all. */
const chance = seededRandom(seedOf(19))
const some = (texts: readonly string[]) => (isLong ? texts : texts.filter(() => chance() < 0.25))

const calls = Object.entries(api).flatMap(([word, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]) => ({
    id: `${word}.${name}`,
    endpoint,
  })),
)

/** A call that is not built yet answers so to everybody who may make it; once built it is held to the rest. */
const NOT_YET = 501001

type Answer = Awaited<ReturnType<typeof call>>

function expectRefused({ status, headers, body }: Answer, codes: readonly number[], what: string): void {
  expect(codes, what).toContain(body.code)
  expect(status, what).toBe(Math.floor(body.code / 1000))
  expect(Object.keys(body).filter((key) => !['result', 'code', 'message', 'info'].includes(key))).toEqual([])
  expect(headers.get('set-cookie')).toBeNull()
}

const withId = [
  ...calls.map(({ id, endpoint: { method, path } }) => ({ id, method, path })),
  ...beside.map(({ name, path }) => ({ id: `beside.${name}`, method: 'GET', path })),
].filter(({ path }) => path.includes('{'))

test.each(withId)('$id finds nothing by what is no id [ERR-400001, ERR-404102]', async ({ id, method, path }) => {
  const before = await hashTables(app)
  for (const bad of some([...BAD_TEXTS, '%zz', '%ff'])) {
    const answer = await call(method, `/v3${path.replace(/\{\w+\}/, bad)}`, { token })
    // A gateway asks for a credential, whatever else is shown to it.
    const foreign = id === 'beside.firmwareImage' ? [401001] : []
    expectRefused(answer, [400001, 404101, 404102, 404103, NOT_YET, ...foreign], `${id} ${bad.slice(0, 40)}`)
    if (bad.length > 4) expect(JSON.stringify(answer.body)).not.toContain(decodeURIComponent(bad))
  }
  expect(await hashTables(app)).toEqual(before)
})

const BAD_NUMBERS = [...BAD_TEXTS, '', '1.5', '1e1', '0x10', '+5', '%EF%BC%95', '99999999999999999999']

/** What a parameter must not be beside those; a name that is not here fails its call. */
const BAD_VALUES_OF: Readonly<Record<string, readonly string[]>> = {
  page_token: [...BAD_TEXTS, '', 'x', 'MQ', 'MQ.MQ'],
  count: [...BAD_TEXTS, '', '0', '1.5', '1e1', '0x10', '+5', '%EF%BC%95', '10001', '99999999999999999999'],
  type: [...BAD_TEXTS, '', 'Security', 'security,activity'],
  state: [...BAD_TEXTS, '', 'Open', 'acknowledged', 'open,raised'],
  as_shown: [...BAD_TEXTS, '', '0', '2', 'true'],
  ignored: [...BAD_TEXTS, '', 'false', 'True', '1'],
  ...Object.fromEntries(
    ['start_time', 'end_time', 'query_start', 'query_end', 'at_ms', 'from_ms', 'until_ms', 'step_ms', 'buckets'].map(
      (name) => [name, BAD_NUMBERS],
    ),
  ),
  direction: [...BAD_TEXTS, '', 'Next'],
  // Any text may be an id but one with control characters; beside the other id, none may stand.
  device_id: ['%00', '%0d%0aset-cookie:a=b', 'a'.repeat(2000), ''],
  carepad_id: ['%00', '%0d%0aset-cookie:a=b', 'a'.repeat(2000), ''],
  sender_id: BAD_TEXTS,
  code: [...BAD_TEXTS, '', '40010', '4001011', '4e0005'],
  device_name: ['', 'a'.repeat(201), '%00', '%E2%80%AE'],
  query_begin: [...BAD_TEXTS, '', '-1', '1.5', '1e9', '999999999999'],
  query_end: [...BAD_TEXTS, '', '-1', '1.5', '1e9', '999999999999'],
  show: [...BAD_TEXTS, '', 'Everyone', 'everyone,absent'],
  page_id: [...BAD_TEXTS, '', 'x', 'MQ', 'MQ.MQ'],
  range: [...BAD_TEXTS, '', '1W', '2w', '1w,1m'],
  month: [...BAD_TEXTS, '', '2026', '2026-13', '2026-3', '2026-03-01'],
  // Any spelling of a language counts, and what is none leaves the caller's own.
  locale: ['a'.repeat(36)],
}

const paramsOf = ({ query }: Endpoint): string[] =>
  query === undefined
    ? []
    : Object.keys(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {})

test.each(calls)('$id takes nothing in its address that it must not [ERR-400001]', async ({ id, endpoint }) => {
  const { body, query = '', params = {} } = sampleOf(id)
  const path = `/v3${endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name]!)}`
  const names = paramsOf(endpoint)
  const addresses = [
    ...['x=1', 'account_id=1', '__proto__=1', 'constructor=1', 'toString', '=', '%00=1'].map(
      (more) => `${query}&${more}`,
    ),
    ...names.flatMap((name) => [
      ...some(BAD_VALUES_OF[name]!).map((value) => `${without(query, name)}&${name}=${value}`),
      ...[`${name}=5&${name}=6`, `${name}[]=5`, `${name}[a]=5`].map((more) => `${without(query, name)}&${more}`),
    ]),
  ]
  const before = await hashTables(app)
  for (const address of addresses) {
    const answer = await call(endpoint.method, `${path}?${address.replace(/^&/, '')}`, {
      token,
      ...(body === undefined ? {} : { body }),
    })
    // Without its keys nothing that comes from LINE is looked at; whether a page token is ours, only the call's work tells.
    const mayBeNotYet = id === 'line.webhook' || address.includes('page_token=')
    expectRefused(answer, mayBeNotYet ? [400001, NOT_YET] : [400001], `${id} ${address.slice(0, 60)}`)
    if (answer.body.code !== NOT_YET) expect(answer.body.info).toMatch(/^(query|page_token)/)
  }
  expect(await hashTables(app)).toEqual(before)
})

test('a language that is none leaves the own one', async () => {
  for (const bad of BAD_TEXTS.filter(({ length }) => length < 40)) {
    const { body } = await call('GET', `/v3/app/errors?code=404101&locale=${bad}`)
    expect(body.message, bad).toBe(errors.pageNotFound.words['en-us'])
  }
})

/** A query without that parameter. */
function without(query: string, name: string): string {
  const parameters = new URLSearchParams(query)
  parameters.delete(name)
  return String(parameters)
}
