/**
 * The typed client of the contract. It imports types only, so that no schema library travels to the browser;
 * the routes come in as data, made from the contract when the console is built.
 */
import type { Answered, Api, Endpoint, Envelope, RequestOf } from './kit.ts'

/** `[method, path]` of each call by domain word. */
export type Routes<A extends Api> = {
  readonly [Word in keyof A]: { readonly [Call in keyof A[Word]]: readonly [string, string] }
}

type Caller<E extends Endpoint> =
  unknown extends RequestOf<E>
    ? (request?: undefined, options?: CallOptions) => Promise<Answered<E>>
    : Partial<RequestOf<E>> extends RequestOf<E>
      ? (request?: RequestOf<E>, options?: CallOptions) => Promise<Answered<E>>
      : (request: RequestOf<E>, options?: CallOptions) => Promise<Answered<E>>

export type Client<A extends Api> = {
  readonly [Word in keyof A]: { readonly [Call in keyof A[Word]]: Caller<A[Word][Call]> }
}

export interface CallOptions {
  signal?: AbortSignal
  /** Sent instead of the stored token. */
  token?: string
}

export interface FailedItem {
  readonly id: string
  readonly code: number
}

/** A refusal of the server, or a failure of the connection: then `status` is 0 and `code` undefined. */
export class CallError extends Error {
  readonly status: number
  readonly code: number | undefined
  readonly info: string | undefined
  /** When to try again, where the server says so. */
  readonly retryAfterSeconds: number | undefined
  /** Failed items of a batch with their codes; the others were done. */
  readonly failedList: readonly FailedItem[]
  /** Of a calibration: the stations that were left out. */
  readonly invalidT4: readonly string[]
  constructor(
    status: number,
    code: number | undefined,
    message: string,
    {
      info,
      retryAfterSeconds,
      failedList = [],
      invalidT4 = [],
    }: {
      info?: string | undefined
      retryAfterSeconds?: number | undefined
      failedList?: readonly FailedItem[] | undefined
      invalidT4?: readonly string[] | undefined
    } = {},
  ) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.info = info
    this.retryAfterSeconds = retryAfterSeconds
    this.failedList = failedList
    this.invalidT4 = invalidT4
  }
}

export interface ClientSettings {
  /** Where the API is, without a trailing slash: '' for the same origin. */
  readonly base: string
  readonly fetch: typeof fetch
  /** Headers of every call; read at each call, as tokens change. */
  readonly headers: (options: CallOptions) => Record<string, string>
  /** Sees each answer's headers, for the server's clock. */
  readonly onAnswer?: (response: Response) => void
  /** A random text that nobody can guess, of 1 to 128 visible ASCII characters. Without it calls carry no keys. */
  readonly newKey?: () => string
}

/** The call whose answer's `code` is the one that was asked about, and says nothing of the answer. */
const ASKS_ABOUT_CODE = '/app/errors'

/** Most writes that are remembered for a retry; more would only take memory. */
const MAX_UNANSWERED = 100

/** The paths' parameters in braces are filled from the request and escaped. */
function fill(path: string, request: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(request[name])))
}

function withQuery(path: string, query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search}`
}

/**
 * Calls by their names. A POST carries an Idempotency-Key: when its answer never arrives, the same POST made again carries the
 * same key, and the server does it once (security rule 47). Other methods are idempotent as they are.
 */
export function createClient<A extends Api>(routes: Routes<A>, settings: ClientSettings): Client<A> {
  /** Keys of POSTs whose answer never arrived, by address and body. */
  const unanswered = new Map<string, string>()

  const call =
    ([method, path]: readonly [string, string]) =>
    async (request: Record<string, unknown> = {}, options: CallOptions = {}) => {
      const address = withQuery(fill(path, request), request.query)
      const body = request.body === undefined ? undefined : JSON.stringify(request.body)
      const send = (key?: string) =>
        ask(path, `${settings.base}/v3${address}`, {
          method,
          headers: {
            ...settings.headers(options),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(key === undefined ? {} : { 'idempotency-key': key }),
          },
          ...(body === undefined ? {} : { body }),
          ...(options.signal ? { signal: options.signal } : {}),
        })
      if (method !== 'POST' || settings.newKey === undefined) return send()
      const write = `${address} ${body}`
      const key = unanswered.get(write) ?? settings.newKey()
      unanswered.delete(write)
      try {
        return await send(key)
      } catch (error) {
        if (!isAnswered(error)) unanswered.set(write, key)
        if (unanswered.size > MAX_UNANSWERED) unanswered.delete(unanswered.keys().next().value!)
        throw error
      }
    }

  const ask = async (path: string, url: string, init: RequestInit): Promise<never> => {
    try {
      const response = await settings.fetch(url, init)
      settings.onAnswer?.(response)
      return readAnswer(response, await response.text(), path === ASKS_ABOUT_CODE)
    } catch (cause) {
      if (cause instanceof CallError) throw cause
      throw new CallError(0, undefined, cause instanceof Error ? cause.message : String(cause))
    }
  }

  const client: Record<string, Record<string, unknown>> = {}
  for (const [word, calls] of Object.entries(routes as Record<string, Record<string, readonly [string, string]>>)) {
    client[word] = Object.fromEntries(Object.entries(calls).map(([name, route]) => [name, call(route)]))
  }
  return client as Client<A>
}

/**
 * The answer's body when the status is 200-299 and the body says so; else the refusal as a CallError. A refusal under a status of
 * success counts as one of status 400. Source: specification §8.
 */
export function readAnswer(response: Response, text: string, isCodeAsked = false): never {
  let body: Partial<Envelope> = {}
  try {
    body = text === '' ? {} : JSON.parse(text)
  } catch {
    // A proxy's error page is not JSON; then the status alone counts.
  }
  const isSuccess = response.status >= 200 && response.status < 300
  const isGood = body.code === undefined || body.code === 200 || isCodeAsked
  if (isSuccess && body.result !== false && isGood) return body as never
  throw new CallError(isSuccess ? 400 : response.status, body.code, body.message ?? `HTTP ${response.status}`, {
    info: body.info,
    retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
    failedList: Array.isArray(body.failed_list) ? body.failed_list : undefined,
    invalidT4: Array.isArray(body.invalid_t4) ? body.invalid_t4 : undefined,
  })
}

/** True for a final answer of our server: not a proxy's page, and not "the same request is still in progress". */
const isAnswered = (error: unknown): boolean =>
  error instanceof CallError && error.code !== undefined && error.info !== 'idempotency-key'

/** Our server gives seconds; a date, as proxies send it, is ignored. */
const secondsOf = (retryAfter: string | null): number | undefined =>
  retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined
