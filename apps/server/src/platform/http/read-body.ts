/** Reads the body of a request within its limit, its budget and its time. Source: security rules 19, 48. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../net/network.ts'
import { refuse } from '../refusal.ts'
import { BodyBudget, type BodyKind, type BodyLease } from './body-budget.ts'
import { connectionOf } from './connections.ts'
import type { Limits } from './limits.ts'

/** Largest bodies (bytes): of calls that need no session, of all others, and of those with pictures. Source: G08; security rule 19. */
export const PUBLIC_BODY_LIMIT = 8 * 1024
export const BODY_LIMIT = 1024 * 1024
export const PICTURE_BODY_LIMIT = 16 * 1024 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** Its part of the budget; null where it brings no body. */
    bodyLease: BodyLease | null
  }
  interface FastifyContextConfig {
    /** Whose budget its bodies count in; those of strangers by default. */
    bodyKind?: BodyKind
  }
}

type BodyParser = (request: FastifyRequest, body: Buffer, done: (error: Error | null, body?: unknown) => void) => void

const tooLarge = () => refuse('invalidInput', { info: 'body too large' })

/** The largest body (bytes) and whose budget it counts in. Who may not send pictures has the limit of other calls. */
function boundsOf({ routeOptions: { bodyLimit, config }, actor }: FastifyRequest): { limit: number; kind: BodyKind } {
  const { bodyKind: kind = 'public', mayBringPicture } = config
  if (kind !== 'picture' || actor === null || mayBringPicture?.(actor) !== false) return { limit: bodyLimit, kind }
  return { limit: BODY_LIMIT, kind: 'session' }
}

/** Takes a part of the budget for each request with a body before it is read, until it is answered. */
export function budgetBodies(http: FastifyInstance, { bodies }: Limits): void {
  const budget = new BodyBudget(bodies)
  http.decorateRequest('bodyLease', null)
  http.addHook('preParsing', (request, reply, payload, next) => {
    try {
      openLease(budget, request, reply)
      next(null, payload)
    } catch (error) {
      // The body is still coming.
      reply.header('connection', 'close')
      next(error as Error)
    }
  })
}

function openLease(budget: BodyBudget, request: FastifyRequest, reply: FastifyReply): void {
  const { headers, actor } = request
  const declared = Number(headers['content-length'] ?? 0)
  if (declared === 0 && headers['transfer-encoding'] === undefined) return
  const { limit, kind } = boundsOf(request)
  if (declared > limit) throw tooLarge()
  const caller = actor?.sessionId ?? connectionOf(request.raw.socket)?.network ?? networkOf(request.ip)
  const lease = budget.open(kind, caller, declared)
  request.bodyLease = lease
  reply.raw.on('close', () => lease.release())
}

/** Has bodies of a media type read as bytes and handed to `parse`. One that stalls is cut after `bodyStallsMs`. */
export function readBodies(
  http: FastifyInstance,
  mediaType: string,
  { bodyStallsMs }: Limits,
  parse: BodyParser,
): void {
  http.addContentTypeParser(mediaType, (request: FastifyRequest, payload, done) => {
    const { limit } = boundsOf(request)
    const { bodyLease: lease } = request
    const declared = request.headers['content-length']
    const chunks: Buffer[] = []
    let received = 0
    // What else happens to the connection once this is true says nothing new.
    let isOver = false
    const finish = (work: () => void) => {
      if (isOver) return
      isOver = true
      clearTimeout(stalled)
      work()
    }
    const fail = (error: Error) => finish(() => done(error))
    const stalled = setTimeout(() => fail(refuse('invalidInput', { info: 'request too slow' })), bodyStallsMs)
    const take = (chunk: Buffer) => {
      if (isOver) return
      stalled.refresh()
      received += chunk.length
      if (received > limit) return fail(tooLarge())
      try {
        lease?.received(chunk.length)
      } catch (error) {
        return fail(error as Error)
      }
      chunks.push(chunk)
    }
    const end = () => {
      const isWhole = declared === undefined || Number(declared) === received
      if (!isWhole) return fail(refuse('invalidInput', { info: 'request' }))
      finish(() => parse(request, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, received), done))
    }
    // Its sender has gone: nobody reads the answer.
    const abort = () => fail(refuse('invalidInput', { info: 'request' }))
    payload.on('data', take).on('end', end).on('error', abort)
  })
}
