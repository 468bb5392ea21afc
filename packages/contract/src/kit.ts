/**
 * The contract kit: an endpoint declares its path, who may call it, its input, its answer and its refusals.
 * Server validation, serialisers, the OpenAPI page and the console's client all derive from it.
 */
import { z } from 'zod'
import { type ErrorName, errors } from './errors.ts'
import type { PermissionName } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may make a call. */
export type Policy =
  /** Anybody, signed in or not. */
  | 'public'
  /** A sender with a credential of its own (G85), never a session. */
  | 'sender'
  /** Any session, also of a consumer who is turned away (G22). */
  | 'anySession'
  /** A session whose token may be past its 30 minutes, as only renewal may (G17). */
  | 'renewal'
  | PermissionName

type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [key in Name]: string } & PathParams<Rest>
  : unknown

export interface Endpoint<
  Path extends string = string,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: Method
  readonly path: Path
  readonly policy: Policy
  readonly summary: string
  /** Undefined: the call takes no input, and refuses any that is sent. */
  readonly query: Query | undefined
  readonly body: Body | undefined
  /** The data beside the envelope fields. */
  readonly answer: Answer
  readonly refuses: readonly ErrorName[]
  /** Its body carries pictures: up to 16 MB where others take 1 MB (G08). */
  readonly takesPictures: boolean
  /** The right needed to send one, where the call is open to more; undefined: none. Callers without it have the limit of other calls. */
  readonly pictureRight: PermissionName | undefined
  /**
   * Exempt from the general limit of 600 a minute: throttled, it would cost a session, or leave an alarm unseen or impossible to
   * stop (security rules 30, 48).
   */
  readonly isUnrated: boolean
}

type NoInput = z.ZodUndefined

class EndpointBuilder<
  Path extends string,
  Query extends z.ZodType = NoInput,
  Body extends z.ZodType = NoInput,
  Answer extends z.ZodType = typeof Nothing,
> implements Endpoint<Path, Query, Body, Answer>
{
  readonly method: Method
  readonly path: Path
  readonly policy: Policy
  readonly summary: string
  readonly query: Query | undefined
  readonly body: Body | undefined
  readonly answer: Answer
  readonly refuses: readonly ErrorName[]
  readonly takesPictures: boolean
  readonly pictureRight: PermissionName | undefined
  readonly isUnrated: boolean

  constructor(parts: Endpoint<Path, Query, Body, Answer>) {
    this.method = parts.method
    this.path = parts.path
    this.policy = parts.policy
    this.summary = parts.summary
    this.query = parts.query
    this.body = parts.body
    this.answer = parts.answer
    this.refuses = parts.refuses
    this.takesPictures = parts.takesPictures
    this.pictureRight = parts.pictureRight
    this.isUnrated = parts.isUnrated
  }

  /** The query. Values arrive as text, so use coercing schemas. */
  takesQuery<Next extends z.ZodType>(query: Next) {
    return new EndpointBuilder<Path, Next, Body, Answer>({ ...this, query })
  }
  /** The JSON body; use `z.strictObject`, as unknown keys are refused (security rule 12). */
  takes<Next extends z.ZodType>(body: Next) {
    return new EndpointBuilder<Path, Query, Next, Answer>({ ...this, body })
  }
  answers<Next extends z.ZodType>(answer: Next) {
    return new EndpointBuilder<Path, Query, Body, Next>({ ...this, answer })
  }
  /** Refusals beyond those every call knows (invalidInput, unauthorized, forbidden …). */
  refusesWith(...names: ErrorName[]) {
    return new EndpointBuilder<Path, Query, Body, Answer>({ ...this, refuses: names })
  }
  /** Its body may carry pictures, from callers with this right. */
  withPictures(pictureRight?: PermissionName) {
    return new EndpointBuilder<Path, Query, Body, Answer>({ ...this, takesPictures: true, pictureRight })
  }
  /** Exempt from the general rate limit. */
  unrated() {
    return new EndpointBuilder<Path, Query, Body, Answer>({ ...this, isUnrated: true })
  }
}

/** An answer with nothing but the envelope. */
export const Nothing = z.object({})

const start =
  (method: Method) =>
  <Path extends string>(path: Path, policy: Policy, summary: string) =>
    new EndpointBuilder<Path>({
      method,
      path,
      policy,
      summary,
      query: undefined,
      body: undefined,
      answer: Nothing,
      refuses: [],
      takesPictures: false,
      pictureRight: undefined,
      isUnrated: false,
    })

export const endpoint = { get: start('GET'), post: start('POST'), put: start('PUT'), delete: start('DELETE') }

/** Calls by name, by domain word: `{ stations: { list: endpoint.get(…) } }`. */
export type Api = Record<string, Record<string, Endpoint>>

/**
 * Whether a call takes an `Idempotency-Key` (security rule 47). Writes of sessions do, except those that a session's life or an
 * alarm depends on: they are idempotent by their own design (decisions 0010, 0024).
 */
export const takesIdempotencyKey = ({ method, policy, isUnrated }: Endpoint): boolean =>
  method !== 'GET' && policy !== 'public' && policy !== 'sender' && !isUnrated

export type QueryOf<E extends Endpoint> = z.output<Exclude<E['query'], undefined>>
export type BodyOf<E extends Endpoint> = z.output<Exclude<E['body'], undefined>>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
export type ParamsOf<E extends Endpoint> = PathParams<E['path']>

/** The input of a call: path parameters, query and body side by side, each only where the call takes it. */
export type RequestOf<E extends Endpoint> = ParamsOf<E> &
  (Exclude<E['query'], undefined> extends NoInput ? unknown : { query?: z.input<Exclude<E['query'], undefined>> }) &
  (Exclude<E['body'], undefined> extends NoInput ? unknown : { body: z.input<Exclude<E['body'], undefined>> })

/** The envelope of every answer (G02). `code` is 200 on success, a catalogue code otherwise. */
export interface Envelope {
  result: boolean
  code: number
  message?: string
  info?: string
  /** For 409002: the failed items, and why. */
  failed_list?: { id: string; code: number }[]
  /** Of 409002 of a calibration: the stations that were left out. */
  invalid_t4?: string[]
}

export type Answered<E extends Endpoint> = AnswerOf<E> & Envelope

/** JSON Schema of a successful answer: envelope fields beside the data. */
export function answerSchema(call: Endpoint): Record<string, unknown> {
  const data = z.toJSONSchema(call.answer, { io: 'output', target: 'draft-7' }) as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  const { $schema: _dialect, ...rest } = data as Record<string, unknown>
  return {
    ...rest,
    properties: { result: { type: 'boolean' }, code: { type: 'integer' }, ...data.properties },
    required: [...new Set(['result', 'code', ...(data.required ?? [])])],
  }
}

/** JSON Schema of a refusal. */
export const refusalSchema = {
  type: 'object',
  properties: {
    result: { type: 'boolean' },
    code: { type: 'integer', enum: Object.values(errors).map((entry) => entry.code) },
    message: { type: 'string' },
    info: { type: 'string' },
    /** For 409002: the failed items, and why; all others are done (G83). */
    failed_list: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, code: { type: 'integer' } },
        required: ['id', 'code'],
      },
    },
    /** Of 409002 of a calibration: the stations that were left out (G54). */
    invalid_t4: { type: 'array', items: { type: 'string' } },
  },
  required: ['result', 'code', 'message'],
}

/** Every refusal any call may give, beside those it names itself. */
export const COMMON_REFUSALS = [
  'invalidInput',
  'badHeader',
  'unauthorized',
  'tokenExpired',
  'forbidden',
  'tooManyRequests',
  'serverError',
  'storageBusy',
] as const satisfies readonly ErrorName[]
