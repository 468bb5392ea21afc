/** The mock behind `fetch`: calls, pictures and the live stream as a server would answer them. */
import { API_PREFIX, exportPolicy } from '@whereabouts/contract/api'
import { MEDIA_PATH } from '@whereabouts/contract/branding'
import { errors, statusOf } from '@whereabouts/contract/errors'
import { toLocale } from '@whereabouts/contract/locales'
import { may } from '@whereabouts/contract/roles'
import { EXPORT_PATH } from '@whereabouts/domain/history'
import { STREAM_PATH } from '@whereabouts/domain/live'
import type { MockApi } from './mock-api.ts'
import { isFresh, record } from './world.ts'

export interface FetchSettings {
  /** For what is not of the API, and for the bytes of pictures. */
  readonly fetch: typeof fetch
  /** Of this browser, as its cookie says. */
  readonly language?: () => string
}

/**
 * A `fetch` that answers `/v3/…` from the mock and passes everything else on. A fault of the mock itself is logged as an error and
 * answered as 500001.
 */
export function mockFetch(api: MockApi, { fetch: realFetch, language = () => '' }: FetchSettings): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    if (!pathname.startsWith(`${API_PREFIX}/`)) return realFetch(input, init)
    const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
    if (pathname === API_PREFIX + STREAM_PATH) return streamTo(api, token, request.signal)
    if (pathname === API_PREFIX + EXPORT_PATH) return sendArchive(api, token)
    const picture = pictureIn(pathname)
    if (picture !== undefined) return sendPicture(api, token, picture, realFetch)
    const text = await request.text()
    request.signal.throwIfAborted()
    try {
      const locale = toLocale(language()) ?? 'en-us'
      const body = text === '' ? undefined : JSON.parse(text)
      const answer = api.call(request.method, pathname + search, { token, body, locale })
      const headers = { date: new Date(api.world.now()).toUTCString() }
      return Response.json(answer.body, { status: answer.status, headers })
    } catch (error) {
      console.error(error)
      return refusal('serverError')
    }
  }
}

const refusal = (name: keyof typeof errors, info?: string): Response => {
  const { code, words } = errors[name]
  return Response.json({ result: false, code, message: words['en-us'], info }, { status: statusOf(code) })
}

/** The name of a picture's bytes, of an upload or of a map; undefined: another address. */
function pictureIn(pathname: string): string | undefined {
  if (pathname.startsWith(API_PREFIX + MEDIA_PATH)) return pathname.slice(API_PREFIX.length + MEDIA_PATH.length)
  return /\/indoormaps\/([^/]+)\/image$/.exec(pathname)?.[1]
}

async function sendPicture(
  api: MockApi,
  token: string | undefined,
  name: string,
  realFetch: typeof fetch,
): Promise<Response> {
  if (api.actorOf(token) === undefined) return refusal('unauthorized')
  const address = api.state.pictures.get(name)
  return address === undefined ? refusal('resourceNotFound') : realFetch(address)
}

/** The end of an archive, which alone is one without files. */
const EMPTY_ARCHIVE = Uint8Array.of(0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0))

/** Everything an account owns; of the mock's there is nothing to keep. */
function sendArchive({ world, actorOf }: MockApi, token: string | undefined): Response {
  const actor = actorOf(token)
  if (actor === undefined) return refusal('unauthorized')
  if (!may(actor, exportPolicy)) return refusal('forbidden')
  if (!isFresh(world, actor)) return refusal('preconditionFailed', 'reauth')
  record(world, actor, 'export_account')
  return new Response(EMPTY_ARCHIVE, { headers: { 'content-type': 'application/zip' } })
}

/** Server-sent events, as long as somebody reads them. */
function streamTo(api: MockApi, token: string | undefined, signal: AbortSignal): Response {
  const actor = api.actorOf(token)
  if (actor === undefined) return refusal('unauthorized')
  if (actor.isExpired) return refusal('tokenExpired')
  const encoder = new TextEncoder()
  let close = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const end = () => {
        close()
        controller.close()
      }
      signal.addEventListener('abort', end, { once: true })
      close = api.streams.open(actor, ({ event, id, data }) => {
        const lines = [`event: ${event}`, ...(id === '' ? [] : [`id: ${id}`]), `data: ${JSON.stringify(data)}`]
        controller.enqueue(encoder.encode(`${lines.join('\n')}\n\n`))
      })
    },
    cancel: () => close(),
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}
