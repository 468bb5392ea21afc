/**
 * Reports stored per second over HTTP and MQTT, as ratios to one COPY stream of the same rows in the same run.
 * With them stands the CPU time per report (µs), which tells more where others use the machine too. Goals: docs/architecture.md#goals.
 * `node bench/ingest.ts [seconds a case] [part of a case's name]`.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { COPY_STATEMENT, type LogRow, toCopyText } from '@whereabouts/server/ingest/log-row'
import { from as copyFrom } from 'pg-copy-streams'
import { cpuMs, cpuMsOfChildren } from './lib/cpu.ts'
import { openPosts } from './lib/post.ts'
import {
  ACCOUNT,
  type BenchServer,
  fill,
  startBenchServer,
  stationId,
  stationPassword,
  trackerId,
} from './lib/server.ts'

const TRACKERS = 10_000
const STATIONS = 20
const CASE_MS = Number(process.argv[2] ?? 6) * 1000
const WANTED = process.argv[3] ?? ''
const IN_FLIGHT = 64
/** Unacknowledged messages of one publisher. */
const WINDOW = 100

let next = 0
let seq = 0

const scan = () => {
  next = (next + 1) % TRACKERS
  return { device_id: trackerId(next), rssi: -60 - (next % 30), connected: true, battery: 80, moving: false }
}

function report(station: number, scans: number) {
  seq += 1
  return {
    t4_id: stationId(station),
    key: stationPassword(station),
    seq,
    scanned_at_ms: Date.now(),
    scans: Array.from({ length: scans }, scan),
  }
}

const posts = openPosts(IN_FLIGHT)

/** Reports acknowledged per second, with a steady number of requests in flight. */
async function http(server: BenchServer, scans: number): Promise<number> {
  const startedAt = performance.now()
  let stored = 0
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async (_, lane) => {
      while (performance.now() - startedAt < CASE_MS) {
        const status = await posts.post(server.url, JSON.stringify(report(lane % STATIONS, scans)))
        if (status !== 200) throw new Error(`A report was answered ${status}.`)
        stored += scans
      }
    }),
  )
  return (stored / (performance.now() - startedAt)) * 1000
}

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

/** One publisher of raw packets, so that the load costs as little as it can: QoS 1, `window` in flight. */
async function publisher(
  server: BenchServer,
  station: number,
  scans: number,
  window: number,
  untilMs: number,
): Promise<number> {
  const socket: Socket = connect(server.mqttPort, '127.0.0.1')
  await once(socket, 'connect')
  const credentials = Buffer.concat([
    text(`bench-${station}`),
    text(stationId(station)),
    text(stationPassword(station)),
  ])
  socket.write(packet(0x10, Buffer.concat([text('MQTT'), Buffer.from([4, 0xc2, 0, 60]), credentials])))
  await once(socket, 'data')
  const topic = text(`whereabouts/${stationId(station)}/up`)
  let id = 0
  let acknowledged = 0
  const publish = () => {
    id = (id % 65_535) + 1
    const { key: _inTheConnection, ...body } = report(station, scans)
    const payload = Buffer.from(JSON.stringify(body))
    socket.write(packet(0x32, Buffer.concat([topic, Buffer.from([id >> 8, id & 0xff]), payload])))
  }
  return new Promise((resolve, reject) => {
    let pending = 0
    socket.on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      // A PUBACK has four bytes and nothing else is sent to us.
      const acks = Math.round(chunk.length / 4)
      acknowledged += acks * scans
      pending -= acks
      if (performance.now() < untilMs) {
        for (; pending < window; pending += 1) publish()
      } else if (pending <= 0) {
        socket.destroy()
        resolve(acknowledged)
      }
    })
    for (; pending < window; pending += 1) publish()
  })
}

async function mqtt(server: BenchServer, scans: number): Promise<number> {
  const startedAt = performance.now()
  const counts = await Promise.all(
    Array.from({ length: STATIONS }, (_, station) => publisher(server, station, scans, WINDOW, startedAt + CASE_MS)),
  )
  return (counts.reduce((sum, count) => sum + count, 0) / (performance.now() - startedAt)) * 1000
}

/** Rows per second of one COPY stream into the same table. */
async function copy(server: BenchServer): Promise<number> {
  const client = await server.database.pool.connect()
  const base = Date.now() - 3_600_000
  let copied = 0
  try {
    const day = Math.floor(base / 86_400_000) * 86_400_000
    const name = `location_logs_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '_')}`
    await client.query(
      `create table if not exists ${name} partition of location_logs for values from (${day}) to (${day + 86_400_000})`,
    )
    const startedAt = performance.now()
    while (performance.now() - startedAt < CASE_MS) {
      const rows: LogRow[] = Array.from({ length: 3000 }, () => {
        seq += 1
        const { device_id, rssi, connected, battery, moving } = scan()
        return {
          account_id: ACCOUNT,
          device_id,
          scanned_at_ms: base + (seq % 1000),
          sender_id: stationId(seq % STATIONS),
          seq: String(seq),
          received_at_ms: base + 5,
          clock_ahead: false,
          rssi,
          connected,
          battery,
          firmware: null,
          moving,
          heading: null,
          speed: null,
          steps: null,
          temperature: null,
          help: null,
          gps_latitude: null,
          gps_longitude: null,
          accuracy: null,
          log_order: seq,
        }
      })
      const stream = client.query(copyFrom(COPY_STATEMENT))
      stream.end(toCopyText(rows))
      await once(stream, 'finish')
      copied += rows.length
    }
    return (copied / (performance.now() - startedAt)) * 1000
  } finally {
    client.release()
  }
}

/** Runs a case; rows per second, and CPU time of the server and the database per row (µs). */
async function measured(server: BenchServer, postmaster: number, run: () => Promise<number>) {
  const serverBefore = cpuMs(server.process.pid!)
  const databaseBefore = cpuMsOfChildren(postmaster)
  const startedAt = performance.now()
  const rate = await run()
  const rows = (rate * (performance.now() - startedAt)) / 1000
  return {
    rate,
    serverMicros: ((cpuMs(server.process.pid!) - serverBefore) * 1000) / rows,
    databaseMicros: ((cpuMsOfChildren(postmaster) - databaseBefore) * 1000) / rows,
  }
}

const server = await startBenchServer()
try {
  await fill(server.database, { trackers: TRACKERS, stations: STATIONS })
  const { rows } = await server.database.pool.query<{ pid: string }>(`select pg_read_file('postmaster.pid') as pid`)
  const postmaster = Number.parseInt(rows[0]!.pid, 10)
  const cases: [name: string, goal: number, run: () => Promise<number>][] = [
    ['HTTP, 100 reports a request', 0.5, () => http(server, 100)],
    ['HTTP, 20 reports a request', 0.38, () => http(server, 20)],
    ['HTTP, single reports', 0.08, () => http(server, 1)],
    ['MQTT QoS 1, single reports', 0.22, () => mqtt(server, 1)],
    ['MQTT QoS 1, 20 reports a message', 0.4, () => mqtt(server, 20)],
  ]
  // A first round warms both sides; COPY is measured beside each case, as the machine's other load moves.
  await http(server, 100)
  const table: Record<string, object> = {}
  for (const [name, goal, run] of cases) {
    if (!name.includes(WANTED)) continue
    const before = await measured(server, postmaster, () => copy(server))
    const { rate, serverMicros, databaseMicros } = await measured(server, postmaster, run)
    const after = await measured(server, postmaster, () => copy(server))
    const copied = (before.rate + after.rate) / 2
    const copyMicros = (before.databaseMicros + after.databaseMicros) / 2
    table[name] = {
      'reports/s': Math.round(rate),
      'COPY rows/s': Math.round(copied),
      ratio: (rate / copied).toFixed(2),
      goal,
      'server µs': serverMicros.toFixed(1),
      'database µs': databaseMicros.toFixed(1),
      'of COPY µs': copyMicros.toFixed(1),
      // Tells on a busy machine too; for 100 a request the goal is 2.6.
      'CPU of COPY': ((serverMicros + databaseMicros) / copyMicros).toFixed(1),
    }
  }
  console.table(table)
} finally {
  posts.close()
  await server.stop()
}
