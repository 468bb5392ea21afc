/**
 * Mounts the contract on Fastify: who may call, what comes in, what goes out, and how a refusal looks.
 * No handler runs before the policy table has decided. Source: G02, security rules 10, 12, 19, 31.
 */
import { API_PREFIX } from '@whereabouts/contract/api'
import { featureNotEnabled, statusOf } from '@whereabouts/contract/errors'
import {
  type AnswerOf,
  answerSchema,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type Policy,
  type QueryOf,
  refusalSchema,
  takesIdempotencyKey,
} from '@whereabouts/contract/kit'
import { DEFAULT_LOCALE, type Locale, toLocale } from '@whereabouts/contract/locales'
import { lacksOnlyGroup, may, type PermissionName } from '@whereabouts/contract/roles'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor, Identify } from '../actor.ts'
import type { Log } from '../log.ts'
import { acrossAccounts, asAccount } from '../postgres/account-scope.ts'
import { isStorageAway } from '../postgres/storage-away.ts'
import { Refusal, refuse } from '../refusal.ts'
import type { BodyKind } from './body-budget.ts'
import { fastSchema } from './fast-schema.ts'
import { BODY_LIMIT, PICTURE_BODY_LIMIT, PUBLIC_BODY_LIMIT } from './read-body.ts'

interface Call<E extends Endpoint> {
  /** The signed-in session; absent on public and sender calls only. */
  readonly actor: Actor
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A path of the contract as Fastify writes it. */
const urlOf = (path: string): string => API_PREFIX + path.replace(/\{(\w+)\}/g, ':$1')

/** One handler a call; it answers the data, and the kit adds the envelope. */
export type Handlers<Calls extends Record<string, Endpoint>> = {
  readonly [Name in keyof Calls]: (call: Call<Calls[Name]>) => Promise<AnswerOf<Calls[Name]>>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the policy hook before any body is read; null where the policy asks for no session. */
    actor: Actor | null
  }
  interface FastifyContextConfig {
    /** Calls exempt from the general rate limit. */
    isUnrated?: boolean
    /** Of calls that bring a picture or other things: whether this caller may bring one. */
    mayBringPicture?: (actor: Actor) => boolean
    /** Calls that are done once for each Idempotency-Key. */
    takesKey?: boolean
    /** Calls of senders, not of people. */
    isOfSenders?: boolean
  }
}

/** Decides by policy who is calling, and notes it in the request; refuses before the body is looked at (G81). */
export async function decide(policy: Policy, request: FastifyRequest, identify: Identify): Promise<Actor | null> {
  if (policy === 'public' || policy === 'sender') return null
  const { headers, ip } = request
  const actor = await identify(headers.authorization, { mayBeExpired: policy === 'renewal', address: ip })
  request.actor = actor
  if (maySee(actor, policy)) return actor
  const lacksGroup =
    actor.isBusiness && policy !== 'anySession' && policy !== 'renewal' && lacksOnlyGroup(actor, policy)
  throw refuse('forbidden', lacksGroup ? { words: featureNotEnabled } : {})
}

/**
 * What a route does finds the rows of the caller's account; a call without a session looks for the account itself, by an e-mail, a
 * link or a credential. Must be called before routes are mounted.
 */
export function holdToAccounts(http: FastifyInstance): void {
  http.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
      const handle = () => handler.call(this, request, reply)
      return request.actor === null ? acrossAccounts(handle) : asAccount(request.actor.accountId, handle)
    } as typeof handler
  })
}

/** A route's first step: decides who is calling, before anything else is read. */
export const guard = (policy: Policy, identify: Identify) => async (request: FastifyRequest) => {
  await decide(policy, request, identify)
}

/** True when a session's rights are enough for a policy that asks for a session. */
export function maySee(actor: Actor, policy: Exclude<Policy, 'public' | 'sender'>): boolean {
  if (policy === 'anySession') return true
  if (!actor.isBusiness) return false
  return policy === 'renewal' || may(actor, policy satisfies PermissionName)
}

/** A faster check than the schema's own, made from the same schema, for calls on the hot path. */
export type BodyReaders<Calls extends Record<string, Endpoint>> = {
  readonly [Name in keyof Calls]?: (body: unknown) => BodyOf<Calls[Name]>
}

const BODY_LIMITS: Readonly<Record<BodyKind, number>> = {
  public: PUBLIC_BODY_LIMIT,
  sender: BODY_LIMIT,
  session: BODY_LIMIT,
  picture: PICTURE_BODY_LIMIT,
}

const bodyKindOf = ({ policy, takesPictures }: Endpoint): BodyKind => {
  if (policy === 'public' || policy === 'sender') return policy
  return takesPictures ? 'picture' : 'session'
}

const serialisedSchemas = new WeakMap<Endpoint, object>()

/** What the serialiser gets for a call's answer; worked out once, for all apps of a process. */
function serialisedSchema(call: Endpoint): object {
  const schema = serialisedSchemas.get(call) ?? fastSchema(answerSchema(call))
  serialisedSchemas.set(call, schema)
  return schema
}

/** Mounts calls of a domain word and answers them, so that a list of words can ask for all of each. */
export function answer<Calls extends Record<string, Endpoint>>(
  http: FastifyInstance,
  identify: Identify,
  calls: Calls,
  handlers: Handlers<Calls>,
  { readers = {}, bodyLimit }: { readers?: BodyReaders<Calls>; bodyLimit?: number } = {},
): Calls {
  for (const [name, call] of Object.entries(calls)) {
    const { policy, pictureRight, isUnrated } = call
    // Types are not looked at when the server starts.
    if (policy === undefined) throw new Error(`${call.method} ${call.path} has no policy.`)
    const bodyKind = bodyKindOf(call)
    const readBody = readers[name as keyof Calls] ?? ((body: unknown) => read(call.body, body, 'body'))
    const handle = handlers[name as keyof Calls] as unknown as (call: Call<Endpoint>) => Promise<object>
    http.route({
      method: call.method,
      url: urlOf(call.path),
      bodyLimit: bodyLimit ?? BODY_LIMITS[bodyKind],
      schema: { response: { 200: serialisedSchema(call), '4xx': refusalSchema, '5xx': refusalSchema } },
      config: {
        isUnrated,
        takesKey: takesIdempotencyKey(call),
        isOfSenders: policy === 'sender',
        bodyKind,
        ...(pictureRight === undefined ? {} : { mayBringPicture: (actor: Actor) => may(actor, pictureRight) }),
      },
      onRequest: guard(policy, identify),
      handler: async (request, reply) => {
        const data = await handle({
          // Public calls declare no actor; their handlers do not read it.
          actor: request.actor as Actor,
          params: request.params as never,
          query: read(
            call.query,
            isBodyInQuery(call, request) ? undefined : emptyToUndefined(request.query),
            'query',
          ) as never,
          body: readBody(isBodyInQuery(call, request) ? request.query : request.body) as never,
          request,
          reply,
        })
        return { result: true, code: 200, ...data }
      },
    })
  }
  return calls
}

/** DELETE calls may bring their body as a query, for proxies that drop it (G02). */
const isBodyInQuery = (call: Endpoint, request: FastifyRequest): boolean =>
  call.method === 'DELETE' && call.body !== undefined && request.body === undefined

const emptyToUndefined = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? undefined : value

/** The input as its schema describes it, or 400001 with the place of the fault; values are never repeated. */
function read(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (schema === undefined) {
    if (emptyToUndefined(value) !== undefined) throw refuse('invalidInput', { info: where })
    return undefined
  }
  const parsed = schema.safeParse(value === undefined ? {} : value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw refuse('invalidInput', { info: [where, ...(issue?.path ?? [])].join('.') })
}

/** The language a caller reads: its cookie, else its browser's first choice, else English. */
export function localeOf(request: FastifyRequest): Locale {
  const cookie = /(?:^|;\s*)lang=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
  const accepted = request.headers['accept-language']?.split(',')[0]
  return toLocale(cookie) ?? toLocale(accepted) ?? DEFAULT_LOCALE
}

/** The gateways, and calls with a credential; some calls of people begin with `/device` too. */
export const isOfSenders = ({ url, routeOptions }: FastifyRequest): boolean =>
  url.startsWith('/gateway/') || routeOptions.config.isOfSenders === true

/** The HTTP status of a code; except that senders get 503 where they would not retry after a 500 (G10). */
const statusFor = (request: FastifyRequest, { errorName, code }: Refusal): number =>
  errorName === 'storageBusy' && isOfSenders(request) ? 503 : statusOf(code)

/** Sends a refusal in the envelope, in the caller's language. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal, info = refusal.info): void {
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
  reply.code(statusFor(request, refusal)).send({
    result: false,
    code: refusal.code,
    message: refusal.words[localeOf(request)],
    ...(info === undefined ? {} : { info }),
    ...(refusal.failedList === undefined ? {} : { failed_list: refusal.failedList }),
    ...(refusal.invalidT4 === undefined ? {} : { invalid_t4: refusal.invalidT4 }),
  })
}

/** Fastify's codes of its own refusals, with the name of the faulty part. */
const FAULTS_OF_REQUESTS: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'content-type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'body is no JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'body is empty',
}

/** PostgreSQL's errors for text that it cannot store, such as a NUL or half a surrogate pair. */
const UNSTORABLE = new Set(['22021', '22P05'])

/** Maps any error to the refusal its caller may see. Only a bug becomes 500001, and only bugs are logged as such. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const known = error as { code?: unknown; statusCode?: unknown }
  if (isStorageAway(error)) return refuse('storageBusy', { retryAfterSeconds: 2 })
  if (UNSTORABLE.has(String(known.code))) return refuse('invalidInput', { info: 'text' })
  // Fastify's own faults of a request: unreadable, too large, wrong media type (G02).
  if (typeof known.statusCode === 'number' && known.statusCode >= 400 && known.statusCode < 500) {
    return refuse('invalidInput', { info: FAULTS_OF_REQUESTS[String(known.code)] ?? 'request' })
  }
  return refuse('serverError')
}

/** A call that was refused, and whose it was as far as that is known. */
export interface Refused {
  /** Method and pattern of the path, which may hold a credential itself. */
  readonly call: string
  readonly actor: Actor | null
  readonly ip: string
  readonly refusal: Refusal
  /** What was wrong, in words for the log. */
  readonly reason: string
}

/** Turns errors and unknown paths of the API into answers, in one place. */
export function refuseInEnvelope(http: FastifyInstance, log: Log, onRefused: (refused: Refused) => void): void {
  http.decorateRequest('actor', null)
  http.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    const { actor, ip, method, routeOptions } = request
    onRefused({ call: `${method} ${routeOptions.url}`, actor, ip, refusal, reason: (error as Error).message })
    if (refusal.errorName === 'serverError' && !(error instanceof Refusal)) {
      // The route's pattern, not the path, which may hold a credential.
      const { stack } = error as Error
      log.error(
        { request_id: request.id, method: request.method, route: request.routeOptions.url, stack },
        'bug: a call failed; answered with 500001',
      )
      return sendRefusal(request, reply, refusal, `request ${request.id}`)
    }
    sendRefusal(request, reply, refusal)
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

/** A known path with a method it does not have is refused with the list of methods it has. Source: G83. */
export function refuseOtherMethods(http: FastifyInstance, calls: readonly Pick<Endpoint, 'method' | 'path'>[]): void {
  const methods = new Map<string, Set<string>>()
  for (const { method, path } of calls) methods.set(path, (methods.get(path) ?? new Set()).add(method))
  for (const [path, known] of methods) {
    http.route({
      method: METHODS.filter((method) => !known.has(method)),
      url: urlOf(path),
      handler: (request, reply) => {
        reply.header('allow', [...known].join(', '))
        sendRefusal(request, reply, refuse('notAllowed'))
      },
    })
  }
}
