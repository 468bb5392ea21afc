/** Somebody's MQTT broker, as people have one at home: aedes, which speaks MQTT 3.1.1. It ends with the test. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Aedes, type AuthenticateError, type PublishPacket } from 'aedes'
import { whenDone } from './when-done.ts'

export interface TestBroker {
  readonly port: number
  /** Everything that clients published, in order. */
  readonly published: PublishPacket[]
  /** Client ids that are connected. */
  readonly clients: () => readonly string[]
  /** What is subscribed to. */
  readonly filters: Set<string>
  /** Publishes as a device would, and resolves once every subscriber of QoS 1 was sent it. */
  publish(topic: string, payload: string | object, options?: { qos?: 0 | 1; retain?: boolean }): Promise<void>
  /** Cuts all connections; it is away until it is opened again. */
  shut(): Promise<void>
  open(): Promise<void>
}

/** With a password, only `home` with that one may enter. */
export async function testBroker({
  password,
  onAck,
}: {
  password?: string
  /** A client acknowledged a message of QoS 1. */
  onAck?: () => Promise<void>
} = {}): Promise<TestBroker> {
  const published: PublishPacket[] = []
  const filters = new Set<string>()
  const broker = await Aedes.createBroker({
    authenticate(_client, username, given, done) {
      if (password === undefined || (username === 'home' && given?.toString() === password)) return done(null, true)
      const refusal = new Error('refused') as AuthenticateError
      refusal.returnCode = 4
      done(refusal, false)
    },
  })
  broker.on('publish', (packet, client) => {
    if (client !== null) published.push(packet as PublishPacket)
  })
  broker.on('subscribe', (subscriptions) => {
    for (const { topic } of subscriptions) filters.add(topic)
  })
  broker.on('unsubscribe', (topics) => {
    for (const topic of topics) filters.delete(topic)
  })
  broker.on('ack', () => void onAck?.())
  const clients = new Set<string>()
  broker.on('client', ({ id }) => clients.add(id))
  broker.on('clientDisconnect', ({ id }) => clients.delete(id))
  const sockets = new Set<Socket>()
  const listen = async (port: number) => {
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
      socket.on('error', () => {})
      broker.handle(socket)
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  let server = await listen(0)
  const { port } = server.address() as AddressInfo
  const shut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  whenDone(async () => {
    if (server.listening) await shut()
    await new Promise<void>((resolve) => broker.close(resolve))
  })
  return {
    port,
    published,
    filters,
    clients: () => [...clients],
    publish: (topic, payload, { qos = 0, retain = false } = {}) =>
      new Promise((resolve, reject) => {
        const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
        const packet = { cmd: 'publish', topic, payload: Buffer.from(text), qos, retain, dup: false } as const
        broker.publish(packet, (error) => (error ? reject(error) : resolve()))
      }),
    shut,
    async open() {
      server = await listen(port)
    },
  }
}
