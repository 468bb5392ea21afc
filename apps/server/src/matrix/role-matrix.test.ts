/**
 * Every call of the contract, asked by every kind of principal, with own and foreign objects; after a refusal the
 * database is as it was. Source: G32 to G36; security rules 10, 11, 13, 14.
 */
import { api, streamPolicy } from '@whereabouts/contract/api'
import type { Endpoint } from '@whereabouts/contract/kit'
import { beforeAll, describe, expect, test } from 'vitest'
import { given as makeGiven, type Person } from '../../../../scripts/harness/given.ts'
import { testApp } from '../../../../scripts/harness/test-app.ts'
import { isLong } from '../../../../scripts/harness/test-run.ts'
import { EXPECTED, PRINCIPALS, type Principal } from './expected.ts'
import { SAMPLES, sampleOf } from './requests.ts'
import type { Sample } from './sample.ts'
import { hashTables, TABLES_OF_SETTINGS } from './tables.ts'

const app = await testApp()
const given = makeGiven(app)
const { call, clock } = app

const calls = Object.entries(api).flatMap(([word, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]) => ({ id: `${word}.${name}`, endpoint })),
)

/**
 * Who asks for a call: for a change nobody, each visitor, and every second one of the others, the rest for the next call; in the long
 * run all. `policies.test.ts` tests every policy for every role.
 */
const askers = (callIndex: number): readonly Principal[] =>
  PRINCIPALS.filter((principal, index) => isLong || /^nobody$|Link$/.test(principal) || (callIndex + index) % 2 === 0)

const GROUPS = ['G3OfficeLog']
let owner: Person
const tokens = new Map<Principal, string>()
let madeAtMs = 0
const linkCodes = new Map<Principal, string>()
let senderPassword: string
let checked = 0

/** A new session by the link of that role, which is made at its first use. */
async function enter(principal: 'deputyLink' | 'supportLink' | 'guestLink'): Promise<string> {
  let code = linkCodes.get(principal)
  if (code === undefined) {
    const accesslink = { name: principal, role: principal.replace('Link', '') }
    const token = await given.signIn(owner.email)
    const made = await call('POST', '/v3/app/accesslink', { token, body: { accesslink } })
    code = made.body.accesslink.link_code as string
    linkCodes.set(principal, code)
  }
  const { body } = await call('POST', '/v3/app/users/signin/accesslink', {
    body: {
      device: { platform: 'web', useragent: 'matrix', push_token: '' },
      user: { provider: 'accesslink', access_code: code },
    },
  })
  return body.access_token
}

/** A session of each kind; sessions that a call has ended are replaced. */
async function tokenOf(principal: Principal): Promise<string | undefined> {
  const kept = tokens.get(principal)
  if (kept !== undefined) return kept
  const made = await (async () => {
    const { accountId } = owner
    switch (principal) {
      case 'nobody':
      case 'sender':
        return undefined
      case 'garbage':
        return 'A'.repeat(43)
      case 'expired': {
        // An owner as old as the first, in whose name visitors may come.
        const { token } = await given.person({ accountId, groups: GROUPS })
        clock.move(31 * 60_000)
        tokens.clear()
        return token
      }
      case 'consumer':
        return (await given.person({ b2b: false })).token
      case 'owner':
        return (await given.person({ accountId, groups: GROUPS })).token
      case 'integrator':
        return (await given.person({ accountId, groups: [...GROUPS, 'Integrator'] })).token
      case 'ungrouped':
        return (await given.person({ accountId })).token
      case 'deputyLink':
      case 'supportLink':
      case 'guestLink':
        return enter(principal)
      default:
        return (await given.person({ accountId, class: principal, groups: GROUPS })).token
    }
  })()
  if (made !== undefined) tokens.set(principal, made)
  return made
}

/** An expired token first: it needs time to pass. */
async function makeTokens(principals: readonly Principal[]): Promise<void> {
  const areNew = tokens.size === 0
  await tokenOf('expired')
  if (areNew) madeAtMs = clock.now()
  for (const principal of principals) await tokenOf(principal)
}

function pathOf(endpoint: Endpoint, { params = {}, query }: Sample): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(params[name] ?? ''))
  return `/v3${path}${query === undefined ? '' : `?${query}`}`
}

async function ask(principal: Principal, endpoint: Endpoint, sample: Sample) {
  const token = await tokenOf(principal)
  const basic = Buffer.from(`matrix-phone:${senderPassword}`).toString('base64')
  return call(endpoint.method, pathOf(endpoint, sample), {
    ...(token === undefined ? {} : { token }),
    ...(sample.body === undefined ? {} : { body: sample.body }),
    ...(principal === 'sender' ? { headers: { authorization: `Basic ${basic}` } } : {}),
  })
}

/** Whatever a visitor by a link may send, settings of the account stay as they are. */
async function mustKeepSettings(principal: Principal, id: string, endpoint: Endpoint): Promise<void> {
  const settings = () => hashTables(app, TABLES_OF_SETTINGS)
  const { otherBodies = [], ...sample } = sampleOf(id)
  if (endpoint.method === 'GET') return
  const before = await settings()
  for (const body of [...otherBodies, sample.body]) {
    await ask(principal, endpoint, { ...sample, body })
    expect(await settings(), `settings, by ${principal}`).toEqual(before)
    // Some of these end the caller's session.
    if (id === 'auth.signout' || id === 'auth.token') tokens.delete(principal)
  }
}

/** How a principal is turned away. */
const REFUSALS: Readonly<Record<Principal, number>> = {
  nobody: 401001,
  garbage: 401001,
  sender: 400002,
  expired: 401002,
  consumer: 403001,
  owner: 403001,
  integrator: 403001,
  ungrouped: 403001,
  deputy: 403001,
  support: 403001,
  readonly: 403001,
  deputyLink: 403001,
  supportLink: 403001,
  guestLink: 403001,
}
/** Calls that may end sessions of others too. */
const ENDS_SESSIONS = /^(auth|accounts|activity|accessLinks)\./
const TURNED_AWAY = [401001, 401002, 403001]

beforeAll(async () => {
  owner = await given.person({ groups: GROUPS })
  senderPassword = await given.credential(owner.accountId, 'matrix-phone')
  await given.tracker(owner.accountId, { id: 'matrix-tracker' })
  await makeTokens(PRINCIPALS)
})

test('every call has its line of expectations, and its sample where it takes something [API-GENERAL-04]', () => {
  const ids = calls.map(({ id }) => id)
  expect(Object.keys(EXPECTED).sort()).toEqual(ids.toSorted())
  expect(ids).toEqual(expect.arrayContaining(Object.keys(SAMPLES)))
  const takers = calls.filter(({ endpoint: { path, body } }) => body !== undefined || path.includes('{'))
  expect(Object.keys(SAMPLES)).toEqual(expect.arrayContaining(takers.map(({ id }) => id)))
})

describe('every call by every principal [ROLE-13, ERR-403001, ERR-401001]', () => {
  test.each(calls.map((one, index) => ({ ...one, principals: askers(index) })))(
    '$id',
    async ({ id, endpoint, principals }) => {
      const allowed = EXPECTED[id]!
      await makeTokens(principals)
      const before = await hashTables(app)
      for (const principal of principals) {
        if (allowed.includes(principal)) continue
        const answer = await ask(principal, endpoint, sampleOf(id))
        // A gateway asks for a credential, whatever else is shown to it.
        const expected = allowed.includes('sender') ? 401001 : REFUSALS[principal]
        expect({ principal, code: answer.body.code }).toEqual({ principal, code: expected })
        expect(Object.keys(answer.body).filter((key) => !['result', 'code', 'message', 'info'].includes(key))).toEqual(
          [],
        )
        checked += 1
      }
      expect(await hashTables(app)).toEqual(before)
      // Visitors first, so that what they change is not as a colleague left it already.
      for (const principal of principals.toReversed()) {
        if (!allowed.includes(principal)) continue
        if (principal.endsWith('Link') && endpoint.policy !== 'public') await mustKeepSettings(principal, id, endpoint)
        const answer = await ask(principal, endpoint, sampleOf(id))
        if (principal !== 'nobody' && principal !== 'garbage') {
          expect(TURNED_AWAY.includes(answer.body.code), `${principal}: ${answer.body.code}`).toBe(false)
        } else {
          expect(answer.body.code).not.toBe(403001)
        }
        checked += 1
        // These end or change the caller's session.
        if (['auth.signout', 'auth.token', 'accounts.changePassword'].includes(id)) tokens.delete(principal)
      }
      // Limits of guessing count by the minute.
      clock.move(61_000)
      if (ENDS_SESSIONS.test(id) || clock.now() - madeAtMs > 20 * 60_000) tokens.clear()
    },
  )
})

test('the live stream is open to those who may see the map, and to nobody else', async () => {
  expect(streamPolicy).toBe('viewMap')
  for (const principal of PRINCIPALS) {
    if (principal === 'sender') continue
    const token = await tokenOf(principal)
    const end = new AbortController()
    const response = await fetch(`${app.origin}/v3/app/stream`, {
      signal: end.signal,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
    const isLive = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    end.abort()
    expect({ principal, isLive }).toEqual({ principal, isLive: EXPECTED['trackers.list']!.includes(principal) })
    checked += 1
  }
})

test('the matrix was walked', () => {
  console.info(`${checked} cells of calls and principals checked.`)
  expect(checked).toBeGreaterThanOrEqual(calls.reduce((sum, _call, index) => sum + askers(index).length, 0))
})
