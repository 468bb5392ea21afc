/**
 * From the packet to the dot: the time from sending a report to the event that moves the tracker, at 50 consoles under
 * load and at rest. Goals: docs/architecture.md#goals.
 * `node bench/latency.ts [seconds a case]`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { cpuMs } from './lib/cpu.ts'
import { figures } from './lib/figures.ts'
import { openPosts } from './lib/post.ts'
import { type BenchServer, fill, startBenchServer, stationId, stationPassword, trackerId } from './lib/server.ts'
import { openStream, signIn } from './lib/stream.ts'

const TRACKERS = 10_000
const STATIONS = 20
const CONSOLES = 50
const CONSOLES_PER_SESSION = 10
const REPORTS_PER_SECOND = 1000
const CASE_MS = Number(process.argv[2] ?? 20) * 1000

// As if each report came from a station of its own.
const posts = openPosts(200)
let seq = 0
/** Reports the server asked to send again later. */
let refused = 0

const report = (station: number, deviceId: string) => {
  seq += 1
  const scans = [{ device_id: deviceId, rssi: -60 - (seq % 30), connected: true, battery: seq % 101, moving: true }]
  return JSON.stringify({
    t4_id: stationId(station),
    key: stationPassword(station),
    seq,
    scanned_at_ms: Date.now(),
    scans,
  })
}

async function post(server: BenchServer, body: string): Promise<void> {
  const status = await posts.post(server.url, body)
  if (status === 200) return
  if (status !== 503) throw new Error(`A report was answered ${status}.`)
  // As senders do; the time goes on counting from the first try.
  refused += 1
  await wait(1000)
  await post(server, body)
}

type Send = (deviceId: string) => Promise<unknown>

/** Stations in turn; every other one speaks MQTT. */
async function senders(server: BenchServer): Promise<{ send: Send; close(): Promise<void> }> {
  const clients = await Promise.all(
    Array.from({ length: STATIONS }, (_, station) =>
      station % 2 === 0
        ? undefined
        : mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
            username: stationId(station),
            password: stationPassword(station),
            protocolVersion: 4,
          }),
    ),
  )
  let turn = 0
  return {
    send(deviceId) {
      turn = (turn + 1) % STATIONS
      const client = clients[turn]
      const body = report(turn, deviceId)
      return client === undefined
        ? post(server, body)
        : client.publishAsync(`whereabouts/${stationId(turn)}/up`, body, { qos: 1 })
    },
    close: async () => {
      await Promise.all(clients.map((client) => client?.endAsync()))
    },
  }
}

/** Times (ms) from sending to each console's event, how many never came, and what delayed them. */
async function packetToDot(
  server: BenchServer,
  load: { consoles: number; perSecond: number; forMs: number },
): Promise<Record<string, number>> {
  const refusedBefore = refused
  const ownDelay = monitorEventLoopDelay({ resolution: 5 })
  const sentAt = new Map<string, number>()
  const timesMs: number[] = []
  let cut = 0
  const tokens = await Promise.all(
    Array.from({ length: Math.ceil(load.consoles / CONSOLES_PER_SESSION) }, () => signIn(server.url)),
  )
  const streams = await Promise.all(
    Array.from({ length: load.consoles }, (_, index) => {
      const seen = new Map<string, number>()
      const onTrackers = (ids: readonly string[]) => {
        const now = performance.now()
        for (const id of ids) {
          const sent = sentAt.get(id)
          if (sent === undefined || seen.get(id) === sent) continue
          seen.set(id, sent)
          timesMs.push(now - sent)
        }
      }
      return openStream(server.url, tokens[index % tokens.length]!, onTrackers, () => {
        cut += 1
      })
    }),
  )
  const { send, close } = await senders(server)
  const cpuBefore = cpuMs(server.process.pid!)
  ownDelay.enable()
  const startedAt = performance.now()
  const underWay: Promise<unknown>[] = []
  let sent = 0
  while (performance.now() - startedAt < load.forMs) {
    const due = Math.floor(((performance.now() - startedAt) * load.perSecond) / 1000)
    for (; sent < due; sent += 1) {
      // Each tracker speaks long after its last word has reached every console.
      const id = trackerId(sent % TRACKERS)
      sentAt.set(id, performance.now())
      underWay.push(send(id))
    }
    await wait(2)
  }
  await Promise.all(underWay)
  await wait(2000)
  ownDelay.disable()
  const serverMicros = ((cpuMs(server.process.pid!) - cpuBefore) * 1000) / sent
  for (const stream of streams) stream.close()
  await close()
  return {
    ...figures(timesMs),
    missing: sent * load.consoles - timesMs.length,
    refused: refused - refusedBefore,
    'streams cut': cut,
    'own delay p99': Number((ownDelay.percentile(99) / 1e6).toFixed(1)),
    'server µs a report': Math.round(serverMicros),
  }
}

const server = await startBenchServer()
try {
  await fill(server.database, { trackers: TRACKERS, stations: STATIONS })
  const load = { consoles: CONSOLES, perSecond: REPORTS_PER_SECOND, forMs: CASE_MS }
  // A round nobody counts, in which every tracker is heard once and both programs get warm.
  await packetToDot(server, { ...load, consoles: 1, forMs: (TRACKERS / REPORTS_PER_SECOND) * 1000 })
  const rest = await packetToDot(server, { consoles: 1, perSecond: 5, forMs: CASE_MS })
  const busy = await packetToDot(server, load)
  console.log('\nFrom sending a report to its event on a console (ms; goal under load: p99 ≤ 1000)')
  console.table({
    'at rest, 1 console, 5 reports/s': rest,
    '50 consoles, 1,000 reports/s': busy,
  })
} finally {
  posts.close()
  await server.stop()
}
