/**
 * The contract kit: an endpoint says its path, what it takes, what it answers and what it may refuse.
 * Server validation, serialisers, the OpenAPI page and the console's client all derive from it.
 */
import { z } from 'zod'
import { type ErrorName, errors } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

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
  readonly summary: string
  /** Undefined means: takes none, and refuses what is sent all the same. */
  readonly query: Query | undefined
  readonly body: Body | undefined
  /** The data beside the envelope fields. */
  readonly answer: Answer
  readonly refuses: readonly ErrorName[]
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
  readonly summary: string
  readonly query: Query | undefined
  readonly body: Body | undefined
  readonly answer: Answer
  readonly refuses: readonly ErrorName[]

  constructor(parts: Endpoint<Path, Query, Body, Answer>) {
    this.method = parts.method
    this.path = parts.path
    this.summary = parts.summary
    this.query = parts.query
    this.body = parts.body
    this.answer = parts.answer
    this.refuses = parts.refuses
  }

  /** What goes after the question mark. Values arrive as text, so use coercing schemas. */
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
}

/** An answer that carries nothing but the envelope. */
export const Nothing = z.object({})

const start =
  (method: Method) =>
  <Path extends string>(path: Path, summary: string) =>
    new EndpointBuilder<Path>({
      method,
      path,
      summary,
      query: undefined,
      body: undefined,
      answer: Nothing,
      refuses: [],
    })

export const endpoint = { get: start('GET'), post: start('POST'), put: start('PUT'), delete: start('DELETE') }

/** Calls by name, by domain word: `{ stations: { list: endpoint.get(…) } }`. */
export type Api = Record<string, Record<string, Endpoint>>

export type QueryOf<E extends Endpoint> = z.output<Exclude<E['query'], undefined>>
export type BodyOf<E extends Endpoint> = z.output<Exclude<E['body'], undefined>>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
export type ParamsOf<E extends Endpoint> = PathParams<E['path']>

/** What a caller hands over: path parameters, query and body side by side, each only where the call takes it. */
export type RequestOf<E extends Endpoint> = ParamsOf<E> &
  (Exclude<E['query'], undefined> extends NoInput ? unknown : { query?: z.input<Exclude<E['query'], undefined>> }) &
  (Exclude<E['body'], undefined> extends NoInput ? unknown : { body: z.input<Exclude<E['body'], undefined>> })

/** The envelope of every answer (G02). `code` is 200 on success, a catalogue code otherwise. */
export interface Envelope {
  result: boolean
  code: number
  message?: string
  info?: string
  /** Of 409002: what failed, and why. */
  failed_list?: { id: string; code: number }[]
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
    /** Of 409002: what failed, and why; what is not named here is done (G83). */
    failed_list: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, code: { type: 'integer' } },
        required: ['id', 'code'],
      },
    },
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
