/** omlox's WebSocket, `/v2/ws/socket`: where trackers are and what zones they cross, as it changes. Source: wire formats §8.1. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { OmloxCrs } from '@whereabouts/protocol/omlox'
import {
  type OmloxTopic,
  omloxMessage,
  omloxSocketError,
  omloxSubscribed,
  omloxUnsubscribed,
  readOmloxRequest,
} from '@whereabouts/protocol/omlox-socket'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { Background } from '../context.ts'
import { toRefusal } from '../platform/http/answer.ts'
import { proved } from '../platform/http/connections.ts'
import type { Crossing } from '../state/zone-stays.ts'
import type { AccountFeeds, Changes } from './account-feed.ts'
import { bearer, identifyReader } from './omlox.ts'
import { fenceEventsOf } from './omlox-fences.ts'
import { locationOf, motionOf, readSite, type Site } from './omlox-objects.ts'

const PATH = '/v2/ws/socket'
/** Bytes of a request: it names a topic and a few filters. */
const MAX_REQUEST = 4096
const MAX_SUBSCRIPTIONS = 20
const MAX_SOCKETS_PER_READER = 10
/** A client with a larger backlog than this (bytes) is disconnected. */
const MAX_QUEUE = 1 << 20
/** A client that does not answer a ping before the next one (ms) is disconnected. */
const PING_EVERY_MS = 30_000
/** Codes of RFC 6455 and its registry. */
const TOO_SLOW = 1008
const GOING_AWAY = 1001

interface Subscription {
  readonly topic: OmloxTopic
  readonly crs: OmloxCrs | undefined
}

/** One client. */
class Client {
  readonly #socket: WebSocket
  readonly #app: Background
  readonly #accountId: string
  readonly #subscriptions = new Map<number, Subscription>()
  /** Time of the last position that was sent (epoch ms), by device. */
  readonly #toldAtMs = new Map<string, number>()
  #lastId = 0
  #isAlive = true
  /** Settles when everything so far was sent. */
  #told: Promise<void> = Promise.resolve()

  constructor(socket: WebSocket, app: Background, accountId: string) {
    this.#socket = socket
    this.#app = app
    this.#accountId = accountId
    socket.on('pong', () => {
      this.#isAlive = true
    })
    socket.on('message', (data) => this.#send(this.#answerTo(bytesOf(data))))
  }

  #answerTo(message: Uint8Array): string {
    const request = readOmloxRequest(message)
    if (request.kind === 'fault') return omloxSocketError(request.fault, 'The request cannot be served.')
    if (request.kind === 'unsubscribe') {
      const known = this.#subscriptions.get(request.subscriptionId)
      this.#subscriptions.delete(request.subscriptionId)
      return known === undefined
        ? omloxSocketError('unsubscribeFailed', 'There is no such subscription.')
        : omloxUnsubscribed(known.topic, request.subscriptionId)
    }
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS) {
      return omloxSocketError('subscriptionFailed', 'There are too many subscriptions.')
    }
    this.#lastId += 1
    this.#subscriptions.set(this.#lastId, request)
    return omloxSubscribed(request.topic, this.#lastId)
  }

  /** Trackers that were placed again since their last message. */
  newsOf(trackers: readonly Tracker[]): Tracker[] {
    return trackers.filter(({ device_id, qualified_location_info: info }) => {
      const before = this.#toldAtMs.get(device_id)
      if (info === null || info.scanned_at_ms === before) return false
      this.#toldAtMs.set(device_id, info.scanned_at_ms)
      return true
    })
  }

  /** One change after the other, so that an older place never follows a newer one. */
  tell({ trackers, crossings }: Changes): void {
    const moved = this.newsOf(trackers)
    if (moved.length + crossings.length === 0 || this.#subscriptions.size === 0) return
    this.#told = this.#told
      .then(() => this.#tell(moved, crossings))
      .catch((error: Error) =>
        this.#app.log.warn({ reason: error.message }, 'Failed to send a change to an omlox client'),
      )
  }

  async #tell(moved: readonly Tracker[], crossings: readonly Crossing[]): Promise<void> {
    const site = await readSite(this.#app.db, this.#accountId)
    for (const [id, { topic, crs }] of this.#subscriptions) {
      const payload =
        topic === 'fence_events'
          ? fenceEventsOf(site, crossings)
          : moved.map((tracker) => payloadOf(topic, site, tracker, crs)).filter((one) => one !== undefined)
      if (payload.length > 0) this.#send(omloxMessage(topic, id, payload))
    }
  }

  /** Checks that the client is still there. */
  ping(): void {
    if (this.#isAlive) this.#socket.ping()
    else this.#socket.terminate()
    this.#isAlive = false
  }

  #send(text: string): void {
    if (this.#socket.bufferedAmount > MAX_QUEUE) this.#socket.close(TOO_SLOW)
    else this.#socket.send(text)
  }
}

const bytesOf = (data: RawData): Uint8Array =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? new Uint8Array(data) : data

/** The message of a topic about a tracker that moved; undefined: none. */
function payloadOf(topic: OmloxTopic, site: Site, tracker: Tracker, crs: OmloxCrs | undefined): unknown {
  if (topic === 'location_updates') return locationOf(site, tracker, crs)
  return topic === 'trackable_motions' ? motionOf(site, tracker, crs) : undefined
}

/** Serves the WebSocket until the answered function is called. */
export function omloxSocket(server: Server, app: Background, feeds: AccountFeeds): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_REQUEST, perMessageDeflate: false })
  const clients = new Map<WebSocket, Client>()
  /** By account and sender. */
  const counts = new Map<string, number>()

  async function admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const password = bearer(request.headers.authorization)
    const { accountId, senderId } = await identifyReader(app, password)
    proved(request.socket)
    const key = `${accountId}/${senderId}`
    // Subscribers get changes only; the current state comes from the hub's other calls.
    const known = await feeds.read(accountId)
    if (socket.destroyed) return
    if ((counts.get(key) ?? 0) >= MAX_SOCKETS_PER_READER) return hangUp(socket, '429 Too Many Requests')
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const client = new Client(webSocket, app, accountId)
      clients.set(webSocket, client)
      counts.set(key, (counts.get(key) ?? 0) + 1)
      client.newsOf([...known.trackers.values()])
      const { stop } = feeds.watch(accountId, (changes) => client.tell(changes))
      const letGo = app.senders.connected(password!, () => webSocket.close(TOO_SLOW))
      webSocket.on('error', () => webSocket.terminate())
      webSocket.on('close', () => {
        stop()
        letGo()
        clients.delete(webSocket)
        const left = (counts.get(key) ?? 1) - 1
        if (left === 0) counts.delete(key)
        else counts.set(key, left)
      })
    })
  }

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    if (request.url?.split('?')[0] !== PATH) return hangUp(socket, '404 Not Found')
    admit(request, socket, head).catch((error: unknown) => {
      const { errorName } = toRefusal(error)
      if (errorName === 'unauthorized') return hangUp(socket, '401 Unauthorized')
      return hangUp(socket, errorName === 'forbidden' ? '403 Forbidden' : '503 Service Unavailable')
    })
  })
  const timer = setInterval(() => {
    for (const client of clients.values()) client.ping()
  }, PING_EVERY_MS)

  return () => {
    clearInterval(timer)
    for (const webSocket of clients.keys()) webSocket.close(GOING_AWAY)
  }
}

const hangUp = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
