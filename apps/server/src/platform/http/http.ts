/** The HTTP server before any route: limits of requests, and headers of every answer. Source: security rules 19, 28, 29, 30. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { refuse } from '../refusal.ts'
import type { Settings } from '../settings.ts'
import { holdToAccounts, isOfSenders, type Refused, refuseInEnvelope, sendRefusal, toRefusal } from './answer.ts'
import { refuseClientFault } from './client-faults.ts'
import { proved } from './connections.ts'
import { takeJsonAlone } from './json-body.ts'
import type { Limits } from './limits.ts'
import { Rate } from './rate.ts'
import { budgetBodies, PUBLIC_BODY_LIMIT } from './read-body.ts'
import { safeHeaders } from './safe-headers.ts'

/** The last slash of a path that senders report to. */
const SENDERS_LAST_SLASH = /^(\/(?:gateway|v3\/device)\/[^?]*[^?/])\/+(?=$|\?)/

/** Limits of the request line and all headers together (bytes), and of path and query alone (characters). */
const MAX_HEADERS = 16 * 1024
const MAX_URL = 8 * 1024

const AUTHORIZATION = 'authorization'

export function createHttp({
  settings,
  limits,
  clock,
  log,
  onRefused,
}: {
  settings: Settings
  limits: Limits
  clock: Clock
  log: Log
  onRefused: (refused: Refused) => void
}): FastifyInstance {
  const headers = safeHeaders(settings)
  const rate = new Rate(limits.callsPerMinute, {
    clock,
    onExceeded: (session_id) => log.warn({ session_id }, 'Throttling the calls of a session'),
  })
  const node = {
    maxHeaderSize: MAX_HEADERS,
    headersTimeout: limits.headersWithinMs,
    // By default Node looks for slow requests every 30 s only.
    connectionsCheckingInterval: limits.headersWithinMs / 10,
    // Clients that offer HTTP/2 (`Upgrade: h2c`) get their answer over HTTP/1.1.
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
  }
  const http = Fastify({
    // Requests are counted, and refusals logged, by their handlers; a path may hold a credential or a position.
    logger: false,
    bodyLimit: PUBLIC_BODY_LIMIT,
    routerOptions: { maxParamLength: 256 },
    // Senders are set up with and without a last slash.
    rewriteUrl: ({ url = '/' }) => url.replace(SENDERS_LAST_SLASH, '$1'),
    requestTimeout: limits.requestWithinMs,
    trustProxy: settings.proxies.length > 0 ? [...settings.proxies] : false,
    // Refusals of Fastify before a route is found; its own answer would repeat the path.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendRefusal(request, reply.headers(headers), toRefusal(error)),
    clientErrorHandler: (error: Error, socket: Socket) => refuseClientFault(error, socket, headers),
    ...(settings.tls === undefined
      ? { http: node }
      : { https: { ...settings.tls, ...node, handshakeTimeout: limits.headersWithinMs } }),
  } as FastifyServerOptions)
  takeJsonAlone(http, limits)
  refuseInEnvelope(http, log, onRefused)
  holdToAccounts(http)
  http.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers)
    if (request.url.startsWith('/v3/')) reply.header('cache-control', 'no-store')
    next(faultOf(request))
  })
  http.addHook('preParsing', (request, _reply, body, next) => {
    try {
      mustBePlain(request)
      // Streams decide in their handlers and are not calls; senders have no session.
      if (request.actor !== null && request.routeOptions.config.isUnrated !== true) rate.count(request.actor.sessionId)
      next(null, body)
    } catch (error) {
      next(error as Error)
    }
  })
  budgetBodies(http, limits)
  http.addHook('onSend', (request, reply, payload, next) => {
    // Calls of senders succeed by their credential alone.
    if (request.actor !== null || (isOfSenders(request) && reply.statusCode < 300)) proved(request.raw.socket)
    next(null, payload)
  })
  return http
}

/** The fault of a request, no matter who sends it; undefined: none. */
function faultOf({ url, raw: { rawHeaders } }: FastifyRequest): Error | undefined {
  if (url.length > MAX_URL) return refuse('invalidInput', { info: 'url too long' })
  // Node keeps the first of two, a proxy may have looked at the last.
  let authorizations = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === AUTHORIZATION.length && rawHeaders[at]?.toLowerCase() === AUTHORIZATION) {
      authorizations += 1
    }
  }
  return authorizations > 1 ? refuse('badHeader', { info: AUTHORIZATION }) : undefined
}

/** A compressed body is small in transit and may have any size after it. */
function mustBePlain({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw refuse('invalidInput', { info: 'content-encoding' })
}
