/**
 * What the list of 10,000 trackers takes beside bare Fastify sending the same bytes: a page, and all at once as the console
 * asks for. Goals: docs/architecture.md#goals. `node bench/list.ts [seconds a case]`.
 */
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { cpuMs } from './lib/cpu.ts'
import { figures } from './lib/figures.ts'
import { openPosts } from './lib/post.ts'
import { fill, startBenchServer, stationId, stationPassword, trackerId } from './lib/server.ts'
import { signIn } from './lib/stream.ts'

const TRACKERS = 10_000
const STATIONS = 20
const SCANS = 500
const CASE_MS = Number(process.argv[2] ?? 10) * 1000
/** Consoles that ask in turn: each may call so often a minute only. */
const SESSIONS = 20

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

type Headers = Record<string, string>
/** The headers of the next call. */
type NextHeaders = () => Headers

/** How long an answer takes to the last byte (ms). */
async function getOnce(url: string, headers: Headers): Promise<number> {
  const sentAt = performance.now()
  const call = get(url, { agent, headers })
  const [response] = await once(call, 'response')
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`)
  response.resume()
  await once(response, 'end')
  return performance.now() - sentAt
}

/** Answer times of GETs at a steady rate, whether or not the ones before have been answered. */
const steadily = (perSecond: number) => async (url: string, next: NextHeaders) => {
  const calls: Promise<number>[] = []
  const startedAt = performance.now()
  const count = Math.round((CASE_MS * perSecond) / 1000)
  while (calls.length < count) {
    const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1000)
    while (calls.length < Math.min(due, count)) calls.push(getOnce(url, next()))
    await wait(2)
  }
  return Promise.all(calls)
}

/** Answer times of that many GETs at the same moment. */
const together = (count: number) => (url: string, next: NextHeaders) =>
  Promise.all(Array.from({ length: count }, () => getOnce(url, next())))

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

/** Every tracker has been heard, so that the list is as long as it gets. */
async function hearAll(url: string): Promise<void> {
  const posts = openPosts(4)
  for (let first = 0; first < TRACKERS; first += SCANS) {
    const station = (first / SCANS) % STATIONS
    const scans = Array.from({ length: SCANS }, (_, index) => ({
      device_id: trackerId(first + index),
      rssi: -60,
      connected: true,
      battery: 80,
      moving: true,
    }))
    const named = { t4_id: stationId(station), key: stationPassword(station), seq: first, scanned_at_ms: Date.now() }
    const status = await posts.post(url, JSON.stringify({ ...named, scans }))
    if (status !== 200) throw new Error(`A report was answered ${status}.`)
  }
  posts.close()
  await wait(2000)
}

const server = await startBenchServer()
try {
  await fill(server.database, { trackers: TRACKERS, stations: STATIONS })
  await hearAll(server.url)
  const sessions: Headers[] = []
  for (let nth = 0; nth < SESSIONS; nth += 1) sessions.push({ authorization: `Bearer ${await signIn(server.url)}` })
  let calls = 0
  const next = () => {
    calls += 1
    return sessions[calls % SESSIONS]!
  }
  const table: Record<string, object> = {}
  const all = `/v3/app/trackers?count=${TRACKERS}`
  for (const [name, path, measure] of [
    ['pages of 50, 50 a second', '/v3/app/trackers', steadily(50)],
    ['all 10,000 at once, 1 a second', all, steadily(1)],
    ['all 10,000 at once, 50 consoles together', all, together(50)],
  ] as const) {
    const url = `${server.url}${path}`
    const body = await (await fetch(url, { headers: next() })).text()
    const bare = await bareFastify(body)
    await measure(url, next)
    const cpuBefore = cpuMs(server.process.pid!)
    const times = await measure(url, next)
    const cpu = cpuMs(server.process.pid!) - cpuBefore
    const theirs = figures(await measure(bare.url, () => ({})))
    await bare.stop()
    const { p50, p99 } = figures(times)
    table[name] = {
      kB: Math.round(body.length / 1000),
      p50,
      p99,
      'bare p50': theirs.p50,
      'bare p99': theirs.p99,
      'p99 beyond bare': Number((p99 - theirs.p99).toFixed(1)),
      'server CPU ms/list': Number((cpu / times.length).toFixed(1)),
    }
  }
  console.log('GET /v3/app/trackers of an account with 10,000 (ms; goal: p99 ≤ 100 ms beyond bare Fastify)')
  console.table(table)
} finally {
  agent.destroy()
  await server.stop()
}
