/**
 * The API in memory: every call's input is read and its answer checked by the contract, who may call is decided by the contract's
 * policies. It passes the same call tests as the server (calls.ts). It knows neither rates, nor idempotency keys, nor how
 * devices are placed: what is not here is answered as 404101.
 */
import { API_PREFIX, api as contract } from '@whereabouts/contract/api'
import { errors, statusOf } from '@whereabouts/contract/errors'
import type { Endpoint, Policy } from '@whereabouts/contract/kit'
import { DEFAULT_LOCALE, type Locale } from '@whereabouts/contract/locales'
import { may, toRole } from '@whereabouts/contract/roles'
import { TOKEN_RESET_AFTER_MS } from '@whereabouts/domain/sessions'
import { Refusal, refuse } from './refusal.ts'
import { emptyState, type State } from './state.ts'
import { Streams } from './streams.ts'
import { wordsOf } from './words.ts'
import { type Actor, type MockCall, seconds, type World } from './world.ts'

export interface MockSettings {
  /** Epoch milliseconds. */
  readonly now?: () => number
  readonly uuid?: () => string
}

export interface CallGiven {
  readonly token?: string | undefined
  readonly body?: unknown
  /** Of the words of refusals. */
  readonly locale?: Locale
}

export interface MockAnswer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the caller reads the answer's type.
  readonly body: any
}

export interface MockApi {
  readonly state: State
  readonly world: World
  readonly streams: Streams
  /** `path` with its query, as it stands in an address: `/v3/app/zones`. Throws where the mock itself breaks the contract. */
  call(method: string, path: string, given?: CallGiven): MockAnswer
  /** Who a token is; undefined where nobody is signed in by it. */
  actorOf(token: string | undefined): Actor | undefined
}

interface Route {
  readonly id: string
  readonly endpoint: Endpoint
  readonly pattern: RegExp
  readonly handle: ((call: MockCall<Endpoint>) => object) | undefined
}

export function createMockApi({ now = Date.now, uuid = () => crypto.randomUUID() }: MockSettings = {}): MockApi {
  const state = emptyState()
  const streams = new Streams(now)
  const world: World = { state, now, uuid, tell: (...told) => streams.tell(...told) }
  const routes = routesOf(world)

  function actorOf(token: string | undefined): Actor | undefined {
    const session = state.sessions.find((each) => each.token === token)
    const account = state.accounts.find(({ account_id }) => account_id === session?.account_id)
    const user = account?.users.find(({ user_id }) => user_id === session?.user_id)
    if (session === undefined || account === undefined || user === undefined) return undefined
    const link = account.links.find(({ link_code }) => link_code === session.link_code)
    if (session.link_code !== null && link === undefined) return undefined
    if (link?.expire_time != null && link.expire_time <= seconds(now())) return undefined
    return {
      account,
      user,
      session,
      role: link === undefined ? user.class : toRole(link.role),
      groups: user.groups,
      userFromAccessLink: link !== undefined,
      name: link?.name ?? user.fullname,
      isExpired: now() - session.token_issued_at_ms >= TOKEN_RESET_AFTER_MS,
    }
  }

  /** The same decisions in the same order as the server's: who calls, then what is sent. */
  function decide(policy: Policy, token: string | undefined): Actor | undefined {
    if (policy === 'public') return undefined
    const actor = actorOf(token)
    if (actor === undefined) throw refuse('unauthorized')
    if (actor.isExpired && policy !== 'renewal') throw refuse('tokenExpired')
    if (policy === 'anySession') return actor
    const isBusiness = actor.user.b2b_user || actor.groups.includes('Integrator')
    const isAllowed = policy === 'renewal' || (policy !== 'sender' && may(actor, policy))
    if (!isBusiness || !isAllowed) throw refuse('forbidden')
    return actor
  }

  function answer(method: string, path: string, { token, body }: CallGiven): object {
    const { pathname, searchParams } = new URL(path, 'http://mock')
    const there = routes.filter(({ pattern }) => pattern.test(pathname))
    const route = there.find(({ endpoint }) => endpoint.method === method)
    if (route === undefined) throw refuse(there.length > 0 ? 'notAllowed' : 'pageNotFound')
    const actor = decide(route.endpoint.policy, token)
    if (route.handle === undefined) throw refuse('pageNotFound')
    const { endpoint } = route
    const asQuery = Object.fromEntries(searchParams)
    const isBodyInQuery = method === 'DELETE' && endpoint.body !== undefined && body === undefined
    const call = {
      actor,
      params: paramsOf(route, pathname),
      query: read(endpoint.query, isBodyInQuery ? undefined : asQuery, 'query'),
      body: read(endpoint.body, isBodyInQuery ? asQuery : body, 'body'),
    }
    const data = route.handle(call as MockCall<Endpoint>)
    const checked = endpoint.answer.safeParse(data)
    if (!checked.success)
      throw new Error(`The mock's answer to ${route.id} breaks the contract: ${checked.error.message}`)
    return checked.data as object
  }

  return {
    state,
    world,
    streams,
    actorOf,
    call(method, path, given = {}) {
      try {
        // A copy, so that nobody changes the mock's state through an answer.
        return { status: 200, body: { result: true, code: 200, ...structuredClone(answer(method, path, given)) } }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const { code, words } = errors[error.errorName]
        const { info, failedList, invalidT4 } = error.details
        const body = {
          ...{ result: false, code, message: words[given.locale ?? DEFAULT_LOCALE] },
          ...(info === undefined ? {} : { info }),
          ...(failedList === undefined ? {} : { failed_list: failedList }),
          ...(invalidT4 === undefined ? {} : { invalid_t4: invalidT4 }),
        }
        return { status: statusOf(code), body }
      }
    },
  }
}

/** Paths with words go before those with parameters, as `/app/trackers/ring` before `/app/trackers/{id}`. */
function routesOf(world: World): Route[] {
  const words = wordsOf(world) as Record<string, Record<string, Route['handle']>>
  return Object.entries(contract)
    .flatMap(([word, calls]) =>
      Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => ({
        id: `${word}.${name}`,
        endpoint,
        pattern: new RegExp(`^${API_PREFIX}${endpoint.path.replace(/\{\w+\}/g, '([^/]+)')}/?$`),
        handle: words[word]?.[name],
      })),
    )
    .toSorted((one, other) => Number(one.endpoint.path.includes('{')) - Number(other.endpoint.path.includes('{')))
}

function paramsOf({ endpoint, pattern }: Route, pathname: string): Record<string, string> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!)
  const values = pattern.exec(pathname)?.slice(1) ?? []
  return Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? '')]))
}

/** The input as its schema describes it, or 400001 with the place of the fault. */
function read(schema: Endpoint['query'], value: unknown, where: string): unknown {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  if (schema === undefined) {
    if (value !== undefined && !isEmpty) throw refuse('invalidInput', { info: where })
    return undefined
  }
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  throw refuse('invalidInput', { info: [where, ...(parsed.error.issues[0]?.path ?? [])].join('.') })
}
