/**
 * The MQTT half of the gateway: aedes in the process, no anonymous clients, PUBACK after COMMIT.
 * Source: decision 0005; security rules 40, 41, 42, 43.
 */
import { createServer, type Server, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { downTopic } from '@whereabouts/domain/senders'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import type { Background } from '../context.ts'
import { toRefusal } from '../platform/http/answer.ts'
import { connectionOf, type Door, guardDoor, proved } from '../platform/http/connections.ts'
import { MAX_KEEPALIVE_S } from '../platform/http/limits.ts'
import { createMqttCommands } from './mqtt-commands.ts'
import { MqttFrames } from './mqtt-frames.ts'
import { acceptMessage, isOwnSubscription } from './mqtt-topics.ts'
import { speakVersion5, versionOf } from './mqtt-version-5.ts'
import { untilAnswered } from './patience.ts'
import { isReaderFilter, type Reader } from './readers.ts'

/** Before CONNECT (ms). */
const CONNECT_TIMEOUT_MS = 5000
/** Connections of one credential; one more closes the oldest, which may be dead (rule 42). */
const MAX_CONNECTIONS_PER_SENDER = 2
/** Messages of one connection that are not acknowledged yet. */
const MAX_INFLIGHT = 20
const BAD_PASSWORD = 4

/** Bytes of unread backlog, above which a reader is sent nothing more. */
const MAX_READER_QUEUE = 256 * 1024

/** Topic of messages that are stored: nobody may subscribe to it. */
const HEARD_TOPIC = 'heard'

interface SignedIn {
  readonly username: string
  readonly password: string
  readonly accountId: string
  /** Account and sender in one key. */
  readonly sender: string
}

interface Tls {
  readonly cert: Buffer
  readonly key: Buffer
}

export interface MqttGateway {
  /** May be called for several ports. Resolves with the port. */
  listen(port: number, host: string, tls?: Tls): Promise<number>
  /** Accepts nothing new, acknowledges what is stored within that time, then closes all connections. */
  close(withinMs: number): Promise<void>
}

export async function createMqttGateway(app: Background, door: Door): Promise<MqttGateway> {
  const signedIn = new WeakMap<Client, SignedIn>()
  const socketOf = new WeakMap<Client, Socket>()
  const connections = new Map<string, Client[]>()
  /** Connections that read and send nothing. */
  const readerOf = new WeakMap<Client, Reader>()
  /** Unregisters a connection from `Senders`. */
  const letGo = new WeakMap<Client, () => void>()
  const underWay = new Set<Promise<void>>()
  const commands = createMqttCommands(app)
  let closing = false

  const broker = await Aedes.createBroker({
    concurrency: 1000,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Stations of other makes send long client ids.
    maxClientsIdLength: 256,
    maxTopicLevels: 8,
    maxInflightInbound: MAX_INFLIGHT,
    authenticate(client, username, password, done) {
      const secret = password?.toString('utf8') ?? ''
      // Many clients never come back after a refusal, whatever its reason: while the database is away they wait.
      untilAnswered(
        () => app.senders.identify(secret, username ?? ''),
        () => isGone(client),
      ).then(
        (known) => {
          // It left while it waited: nothing would take it off again.
          if (isGone(client)) return done(null, false)
          const { accountId, senderId, kind } = known
          // A client id is the firmware's own: it may repeat at other senders, and takes over none of them (rule 41).
          const sender = `${accountId}/${senderId}`
          signedIn.set(client, { username: username ?? '', password: secret, accountId, sender })
          client.id = `${sender}/${client.id}`
          admit(sender, client)
          if (kind === 'reader') {
            readerOf.set(client, newReader({ accountId, senderId }, client))
            // Its message cannot be accepted.
            app.senders.used(known, app.clock.now())
          }
          letGo.set(
            client,
            app.senders.connected(secret, () => client.close()),
          )
          done(null, true)
        },
        (error: unknown) => {
          const wasAway = toRefusal(error).errorName === 'storageBusy'
          if (!wasAway) app.counts.add({ accountId: null, senderId: 'unknown' }, 'wrongCredential', app.clock.now())
          const refusal = new Error('refused') as AuthenticateError
          refusal.returnCode = BAD_PASSWORD
          const socket = socketOf.get(client)
          const lateMs = wasAway || socket === undefined ? 0 : (connectionOf(socket)?.wrongTry() ?? 0)
          if (lateMs === 0) done(refusal, false)
          else setTimeout(() => done(refusal, false), lateMs).unref()
        },
      )
    },
    authorizePublish(client, packet, done) {
      if (client === null) return done(new Error('no client'))
      // Its sender will repeat it to the next server.
      if (closing) return
      const storing = publish(client, packet, app.clock.now())
      const finished = storing.then(
        () => {},
        () => {},
      )
      underWay.add(finished)
      finished.then(() => underWay.delete(finished))
      storing.then(
        () => {
          // Nothing is retained or forwarded: the gateway is the only subscriber.
          packet.retain = false
          packet.topic = HEARD_TOPIC
          gatherWrites(socketOf.get(client))
          done(null)
        },
        (error: unknown) => done(error instanceof Error ? error : new Error('refused')),
      )
    },
    authorizeSubscribe(client, subscription, done) {
      const sender = signedIn.get(client)
      const isOwn = readerOf.has(client) ? isReaderFilter : isOwnSubscription
      const mine = sender !== undefined && isOwn(sender.username, subscription.topic)
      // A refused subscription is answered with 128 and has no other effect.
      done(null, mine ? subscription : null)
    },
  })

  /** Whether it left. aedes hears of that only as it reads on, which it does not while a packet waits for its answer. */
  const isGone = (client: Client): boolean => client.closed || socketOf.get(client)?.destroyed === true

  /** Registers a connection, in place of the sender's oldest one where there are too many. */
  function admit(sender: string, client: Client): void {
    const others = (connections.get(sender) ?? []).filter((other) => !isGone(other))
    for (const oldest of others.splice(0, others.length + 1 - MAX_CONNECTIONS_PER_SENDER)) oldest.close()
    connections.set(sender, [...others, client])
  }

  const newReader = (who: Pick<Reader, 'accountId' | 'senderId'>, client: Client): Reader => ({
    ...who,
    isReady: () => (socketOf.get(client)?.writableLength ?? 0) < MAX_READER_QUEUE,
    send: (message) =>
      new Promise((resolve, reject) => {
        const packet = { ...message, cmd: 'publish', qos: 0, dup: false } as const
        client.publish(packet, (error) => (error ? reject(error) : resolve()))
      }),
  })

  broker.on('subscribe', (subscriptions, client) => {
    const credential = signedIn.get(client)
    if (credential === undefined) return
    const { accountId, username: senderId } = credential
    // Refused messages arrive here too.
    const granted = subscriptions.filter(({ qos }) => Number(qos) !== 128).map(({ topic }) => topic)
    const reader = readerOf.get(client)
    if (reader !== undefined) app.readers.listener?.subscribed(reader, granted)
    else if (granted.includes(downTopic(senderId))) commands.listen({ accountId, senderId, client })
  })
  broker.on('unsubscribe', (topics, client) => {
    const reader = readerOf.get(client)
    if (reader !== undefined) app.readers.listener?.unsubscribed(reader, topics)
    else if (topics.includes(downTopic(signedIn.get(client)?.username ?? ''))) commands.forget(client)
  })

  broker.on('clientDisconnect', (client) => {
    commands.forget(client)
    const reader = readerOf.get(client)
    if (reader !== undefined) app.readers.listener?.left(reader)
    const sender = signedIn.get(client)?.sender ?? ''
    const left = (connections.get(sender) ?? []).filter((other) => other !== client)
    if (left.length === 0) connections.delete(sender)
    else connections.set(sender, left)
  })

  /** Resolves after COMMIT. Rejecting closes the connection, so only faults that must stop the sender reject. */
  async function publish(client: Client, packet: PublishPacket, receivedAtMs: number): Promise<void> {
    const credential = signedIn.get(client)
    if (credential === undefined) throw new Error('not signed in')
    const sender = await untilAnswered(
      () => app.senders.identify(credential.password, credential.username),
      () => isGone(client),
    )
    const reader = readerOf.get(client)
    if (reader !== undefined) {
      app.readers.listener?.said(reader, packet.topic, String(packet.payload))
      return
    }
    try {
      await untilAnswered(
        () => acceptMessage(app, sender, packet, receivedAtMs),
        () => isGone(client),
      )
    } catch (error) {
      // It will send the message again over its next connection.
      if (isGone(client)) throw error
      const refusal = toRefusal(error)
      // A poison message is acknowledged, counted and quarantined: refused, it would be repeated for ever (rule 43).
      app.counts.add(sender, refusal.errorName, receivedAtMs)
      if (refusal.errorName === 'serverError')
        app.log.error(
          { stack: (error as Error).stack },
          'bug: failed to process a message; it is acknowledged and quarantined',
        )
      if (refusal.errorName === 'forbidden' || refusal.errorName === 'unauthorized') throw refusal
    }
  }

  const onSocket = (socket: Socket) => {
    const frames = new MqttFrames()
    frames.on('error', () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.setTimeout(app.limits.mqttSilenceMs, () => socket.destroy())
    // A CONNECT that has begun is not hung up on for the next that says nothing.
    frames.once('data', () => connectionOf(socket)?.set('busy'))
    const patience = setTimeout(() => socket.destroy(), CONNECT_TIMEOUT_MS)
    socket.once('close', () => clearTimeout(patience))
    let begun = Buffer.alloc(0)
    const onBegun = (chunk: Buffer) => {
      begun = Buffer.concat([begun, chunk])
      const version = versionOf(begun)
      if (version === undefined) return
      clearTimeout(patience)
      frames.off('data', onBegun).pause().unshift(begun)
      const conn =
        version === 5
          ? speakVersion5(frames, socket, { keepaliveS: MAX_KEEPALIVE_S, inflight: MAX_INFLIGHT }, app.random.uuid)
          : Duplex.from({ readable: frames, writable: socket })
      const client = broker.handle(conn)
      socketOf.set(client, socket)
      client.once('connected', () => proved(socket))
      socket.once('close', () => letGo.get(client)?.())
    }
    socket.pipe(frames).on('data', onBegun)
  }
  const servers: Server[] = []
  const sockets = new Set<Socket>()

  return {
    listen(port, host, tls) {
      const server =
        tls === undefined
          ? createServer(onSocket)
          : createTlsServer({ ...tls, handshakeTimeout: CONNECT_TIMEOUT_MS }, onSocket)
      guardDoor(server, door, tls !== undefined)
      server.on('connection', (socket: Socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
      })
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          servers.push(server)
          resolve((server.address() as { port: number }).port)
        })
      })
    },
    async close(withinMs) {
      closing = true
      await commands.close()
      const closed = Promise.all(servers.map((server) => new Promise<void>((done) => server.close(() => done()))))
      const patience = new AbortController()
      await Promise.race([
        Promise.all(underWay),
        wait(withinMs, undefined, { signal: patience.signal }).catch(() => {}),
      ])
      patience.abort()
      // The last acknowledgements are written in the turns after their commits.
      await nextTurn()
      broker.close(() => {
        for (const socket of sockets) socket.destroySoon()
      })
      await closed
    },
  }
}

/** Flushes the acknowledgements of this turn at once: one commit acknowledges many messages of a busy sender. */
function gatherWrites(socket: Socket | undefined): void {
  if (socket === undefined || socket.writableCorked > 0) return
  socket.cork()
  setImmediate(() => socket.uncork())
}
