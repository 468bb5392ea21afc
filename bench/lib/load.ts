/**
 * Devices that report over connections of their own, each as soon as the report before is acknowledged. They speak by raw
 * sockets, so that the load costs as little as it can of the machine it shares with the server.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { isWholeAnswer } from './post.ts'
import { reportsOf } from './reports.ts'
import { type BenchServer, stationId, stationPassword } from './server.ts'

/** The gateway lets one address have 512 connections that have not signed in or reported; fewer at once are quicker. */
const CONNECTING_AT_ONCE = 40
/** So long an answer may take (ms). */
const PATIENCE_MS = 60_000

/** What the bytes say that came since a report: it is stored, or to be sent again later; undefined: more is to come. */
type Answer = 'stored' | 'later' | undefined
/** As devices of ours wait (ms). */
const LATER_MS = 1000

/** How a device connects and reports. */
interface Protocol {
  connect(server: BenchServer, station: number): Promise<Socket>
  /** The bytes of the next report. */
  reports(server: BenchServer, station: number): () => string | Buffer
  /** Throws where it was refused. */
  read(bytes: string): Answer
}

export interface LoadCase {
  readonly protocol: 'http' | 'mqtt' | 'mqtt5'
  /** Each of a station of its own. */
  readonly connections: number
  readonly scans: number
  readonly trackers: number
  /** That the stations belong to; one unless named. */
  readonly accounts?: number
}

export interface Load {
  /** Lets every device report for so long (ms); resolves with the rows that were acknowledged once nothing is in flight. */
  run(forMs: number): Promise<number>
  /** Reports so far that were answered to come again later. */
  delayed(): number
  close(): void
}

/** Connects every device, each with a first report, to the servers in turn. */
export async function openLoad(servers: readonly BenchServer[], load: LoadCase): Promise<Load> {
  const spoken = load.protocol === 'http' ? http(load) : mqtt(load, load.protocol === 'mqtt5' ? 5 : 4)
  let delayed = 0
  const protocol: Protocol = {
    ...spoken,
    read(bytes) {
      const answer = spoken.read(bytes)
      if (answer === 'later') delayed += 1
      return answer
    },
  }
  const senders: { socket: Socket; next: () => string | Buffer }[] = []
  for (let first = 0; first < load.connections; first += CONNECTING_AT_ONCE) {
    const group = Array.from({ length: Math.min(CONNECTING_AT_ONCE, load.connections - first) }, (_, i) => first + i)
    const opened = group.map(async (station) => {
      const server = servers[station % servers.length]!
      const sender = { socket: await protocol.connect(server, station), next: protocol.reports(server, station) }
      await report(sender.socket, sender.next, protocol, 0)
      return sender
    })
    senders.push(...(await Promise.all(opened)))
  }
  return {
    async run(forMs) {
      const untilMs = performance.now() + forMs
      const counts = await Promise.all(senders.map(({ socket, next }) => report(socket, next, protocol, untilMs)))
      return counts.reduce((sum, count) => sum + count, 0) * load.scans
    },
    delayed: () => delayed,
    close() {
      for (const { socket } of senders) socket.destroy()
    },
  }
}

/** Reports until then, once at least; how many were acknowledged. */
function report(socket: Socket, next: () => string | Buffer, { read }: Protocol, untilMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let acknowledged = 0
    let bytes = ''
    const hangUp = () => reject(new Error('The server hung up.'))
    const settle = () => {
      socket.off('data', hear).off('error', reject).off('close', hangUp).setTimeout(0)
      resolve(acknowledged)
    }
    const hear = (chunk: Buffer) => {
      bytes += chunk.toString('latin1')
      let answer: Answer
      try {
        answer = read(bytes)
      } catch (error) {
        reject(error)
        return
      }
      if (answer === undefined) return
      bytes = ''
      if (answer === 'later') {
        setTimeout(() => socket.write(next()), LATER_MS)
        return
      }
      acknowledged += 1
      if (performance.now() < untilMs) socket.write(next())
      else settle()
    }
    if (socket.destroyed) hangUp()
    socket
      .on('data', hear)
      .on('error', reject)
      .on('close', hangUp)
      .setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.write(next())
  })
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  await once(socket, 'connect')
  return socket
}

const http = ({ connections, scans, ...site }: LoadCase): Protocol => ({
  connect: ({ url }) => open(Number(new URL(url).port)),
  reports(_server, station) {
    const body = reportsOf({ stations: connections, ...site }, station, scans, true)
    return () => {
      const report = body()
      return `POST /v3/device/report HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${report.length}\r\n\r\n${report}`
    }
  },
  read(bytes) {
    if (!isWholeAnswer(bytes)) return undefined
    const status = bytes.slice(9, 12)
    if (status === '503') return 'later'
    if (status !== '200') throw new Error(`A report was answered ${status}.`)
    return 'stored'
  },
})

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
}
function packet(type: number, body: Buffer): Buffer {
  const length: number[] = []
  let rest = body.length
  do {
    length.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
    rest >>= 7
  } while (rest > 0)
  return Buffer.concat([Buffer.from([type, ...length]), body])
}
/** Seconds: longer than any run. */
const KEEP_ALIVE = 3600

/** Whether these bytes (latin1) hold a whole packet; answers to us are short. */
const isWholePacket = (bytes: string): boolean => bytes.length >= 2 && bytes.length >= 2 + bytes.charCodeAt(1)

/** MQTT 3.1.1 or 5 with QoS 1. */
function mqtt({ connections, scans, ...site }: LoadCase, version: 4 | 5): Protocol {
  const properties = Buffer.from(version === 5 ? [0] : [])
  return {
    async connect({ mqttPort }, station) {
      const socket = await open(mqttPort)
      const flags = Buffer.from([version, 0xc2, KEEP_ALIVE >> 8, KEEP_ALIVE & 0xff])
      const credentials = [text(`bench-${station}`), text(stationId(station)), text(stationPassword(station))]
      socket.write(packet(0x10, Buffer.concat([text('MQTT'), flags, properties, ...credentials])))
      let answer = ''
      while (!isWholePacket(answer)) answer += ((await once(socket, 'data')) as [Buffer])[0].toString('latin1')
      if (answer.charCodeAt(3) !== 0) throw new Error(`A station was refused (${answer.charCodeAt(3)}).`)
      return socket
    },
    reports(_server, station) {
      const body = reportsOf({ stations: connections, ...site }, station, scans, false)
      const head = Buffer.concat([text(`whereabouts/${stationId(station)}/up`), Buffer.from([0, 1]), properties])
      return () => packet(0x32, Buffer.concat([head, Buffer.from(body())]))
    },
    // Nothing but a PUBACK is sent to us.
    read: (bytes) => (isWholePacket(bytes) ? 'stored' : undefined),
  }
}
