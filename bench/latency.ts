/**
 * From the packet to the dot: the time from sending a report to the event that moves the tracker, at 50 consoles under
 * load and at rest; and the list of 10,000 trackers beside bare Fastify sending the same bytes. Goals: architecture §6.
 * `node bench/latency.ts [seconds a case]`.
 */
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import mqtt from 'mqtt'
import { figures } from './lib/figures.ts'
import { openPosts } from './lib/post.ts'
import { type BenchServer, fill, startBenchServer, stationId, stationPassword, trackerId } from './lib/server.ts'
import { openStream, signIn } from './lib/stream.ts'

const TRACKERS = 10_000
const STATIONS = 20
const CONSOLES = 50
const CONSOLES_PER_SESSION = 10
const REPORTS_PER_SECOND = 1000
const LISTS_PER_SECOND = 50
const CASE_MS = Number(process.argv[2] ?? 20) * 1000

const agent = new Agent({ keepAlive: true, maxSockets: 256 })
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

/** Times from sending to each console's event, and how many never came. */
async function packetToDot(
  server: BenchServer,
  load: { consoles: number; perSecond: number; forMs: number },
): Promise<{ timesMs: number[]; missing: number; refused: number }> {
  const refusedBefore = refused
  const sentAt = new Map<string, number>()
  const timesMs: number[] = []
  const tokens = await Promise.all(
    Array.from({ length: Math.ceil(load.consoles / CONSOLES_PER_SESSION) }, () => signIn(server.url)),
  )
  const streams = await Promise.all(
    Array.from({ length: load.consoles }, (_, index) => {
      const seen = new Map<string, number>()
      return openStream(server.url, tokens[index % tokens.length]!, (ids) => {
        const now = performance.now()
        for (const id of ids) {
          const sent = sentAt.get(id)
          if (sent === undefined || seen.get(id) === sent) continue
          seen.set(id, sent)
          timesMs.push(now - sent)
        }
      })
    }),
  )
  const { send, close } = await senders(server)
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
  for (const stream of streams) stream.close()
  await close()
  return { timesMs, missing: sent * load.consoles - timesMs.length, refused: refused - refusedBefore }
}

/** Answer times (ms) of GETs at a steady rate, whether or not the ones before have been answered. */
async function steadyGets(url: string, headers: Record<string, string>, perSecond: number): Promise<number[]> {
  const one = async () => {
    const sentAt = performance.now()
    const call = get(url, { agent, headers })
    const [response] = await once(call, 'response')
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`)
    response.resume()
    await once(response, 'end')
    return performance.now() - sentAt
  }
  const calls: Promise<number>[] = []
  const startedAt = performance.now()
  const count = Math.round((Math.min(CASE_MS, 10_000) * perSecond) / 1000)
  while (calls.length < count) {
    const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1000)
    while (calls.length < Math.min(due, count)) calls.push(one())
    await wait(2)
  }
  return Promise.all(calls)
}

/** Fastify in a thread of its own that answers every call with these bytes. */
async function bareFastify(body: string): Promise<{ url: string; stop(): Promise<unknown> }> {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads')
    const http = require('fastify')({ forceCloseConnections: true })
    http.get('/', async (_request, reply) => reply.type('application/json; charset=utf-8').send(workerData))
    http.listen({ port: 0, host: '127.0.0.1' }).then((url) => parentPort.postMessage(url))`
  const worker = new Worker(source, { eval: true, workerData: body })
  const [url] = await once(worker, 'message')
  return { url, stop: () => worker.terminate() }
}

async function lists(server: BenchServer): Promise<void> {
  const headers = { authorization: `Bearer ${await signIn(server.url)}` }
  const table: Record<string, object> = {}
  for (const [name, path, perSecond] of [
    ['a page of 50', '/v3/app/trackers', LISTS_PER_SECOND],
    ['all 10,000 at once', `/v3/app/trackers?count=${TRACKERS}`, 1],
  ] as const) {
    const url = `${server.url}${path}`
    const body = await (await fetch(url, { headers })).text()
    const bare = await bareFastify(body)
    await steadyGets(url, headers, perSecond)
    const ours = figures(await steadyGets(url, headers, perSecond))
    const theirs = figures(await steadyGets(bare.url, {}, perSecond))
    await bare.stop()
    table[name] = {
      'per second': perSecond,
      kB: Math.round(body.length / 1000),
      ...ours,
      'bare Fastify p99': theirs.p99,
    }
  }
  console.log('\nGET /v3/app/trackers of an account with 10,000 (ms; goal: p99 ≤ 100 ms beyond bare Fastify)')
  console.table(table)
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
    'at rest, 1 console, 5 reports/s': { ...figures(rest.timesMs), missing: rest.missing, refused: rest.refused },
    '50 consoles, 1,000 reports/s': { ...figures(busy.timesMs), missing: busy.missing, refused: busy.refused },
  })
  await lists(server)
} finally {
  agent.destroy()
  posts.close()
  await server.stop()
}
