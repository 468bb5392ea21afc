/** A load instead of a story: generated trackers reported at a steady rate, and how fast the server acknowledges. */
import { readFile } from 'node:fs/promises'
import { setInterval as ticks } from 'node:timers/promises'
import { generateSite } from '@whereabouts/fixtures/generate-site'
import { demoSite } from '@whereabouts/fixtures/site'
import { type Counts, noCounts, type Outcome } from './deliveries.ts'
import { createHttpDelivery } from './http-delivery.ts'
import { createLoadReports, type LoadReport, type LoadSender } from './load-reports.ts'
import { createMqttDelivery, type MqttDelivery } from './mqtt-delivery.ts'
import { type LoadRun, UsageError } from './options.ts'

const TICK_MS = 20
const REPORT_MS = 10_000
/** Most reports in flight; more would measure our own queue. */
const MAX_UNDER_WAY = 256

/** Resolves when the signal fires or the time is over. */
export async function runLoad(run: LoadRun, signal: AbortSignal): Promise<void> {
  const senders = await readSenders(run.credentials)
  const { trackers } = generateSite({ devices: run.devices, seed: run.seed })
  const reports = createLoadReports(
    trackers.map((tracker) => tracker.device_id),
    senders,
    run.seed,
  )
  const delivery = run.via === 'http' ? overHttp(run) : overMqtt(run, senders)
  const counts = noCounts()
  const latenciesMs: number[] = []
  const underWay = new Set<Promise<void>>()
  const per = `${run.rate} sightings a second, ${run.batch} a report`
  console.log(`${run.devices} devices, ${senders.length} senders, ${per}, over ${run.via}.`)

  async function sendOne(): Promise<void> {
    const report = reports.next(run.batch, Date.now())
    counts.sent++
    const startedAt = performance.now()
    const outcome = await delivery.deliver(report)
    if (outcome === 'acknowledged') latenciesMs.push(performance.now() - startedAt)
    if (outcome === 'retry') counts.retried++
    else counts[outcome]++
  }

  const startedAt = performance.now()
  let reportedAt = startedAt
  let reportedCounts = { ...counts }
  let owed = 0
  let lastAt = startedAt
  try {
    for await (const _ of ticks(TICK_MS, undefined, { signal })) {
      const now = performance.now()
      owed += ((now - lastAt) / 1000) * (run.rate / run.batch)
      lastAt = now
      for (; owed >= 1 && underWay.size < MAX_UNDER_WAY; owed--) {
        const sending = sendOne().finally(() => underWay.delete(sending))
        underWay.add(sending)
      }
      // A backlog is not caught up with: the printed rate shows it.
      owed = Math.min(owed, run.rate / run.batch)
      const isOver = run.seconds !== undefined && now - startedAt >= run.seconds * 1000
      if (now - reportedAt >= REPORT_MS || isOver) {
        if (!run.quiet || isOver)
          console.log(loadText(reportedCounts, counts, (now - reportedAt) / 1000, run.batch, latenciesMs))
        reportedAt = now
        reportedCounts = { ...counts }
        latenciesMs.length = 0
      }
      if (isOver) break
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  await delivery.close()
  await Promise.all(underWay)
  console.log('Stopped.')
}

interface Delivery {
  deliver(report: LoadReport): Promise<Outcome>
  close(): Promise<void>
}

function overHttp(run: LoadRun): Delivery {
  const http = createHttpDelivery(run.url, MAX_UNDER_WAY)
  const headers = { 'content-type': 'application/json' }
  return {
    deliver: ({ sender, report }) =>
      http.deliver({ path: '/v3/device/report', headers, body: JSON.stringify({ ...report, key: sender.password }) }),
    close: async () => http.close(),
  }
}

/** A sender without a connection loses its report; the printed number of lost ones shows it. */
function overMqtt(run: LoadRun, senders: readonly LoadSender[]): Delivery {
  const connections = new Map<LoadSender, MqttDelivery>(
    senders.map((sender) => [
      sender,
      createMqttDelivery(run.mqttUrl, { senderId: sender.sender_id, password: sender.password }),
    ]),
  )
  return {
    deliver: ({ sender, report }) =>
      connections
        .get(sender)!
        .deliver({ topic: `whereabouts/${sender.sender_id}/up`, qos: 1, body: JSON.stringify(report) }),
    async close() {
      await Promise.all([...connections.values()].map((connection) => connection.close()))
    },
  }
}

async function readSenders(file: string | undefined): Promise<LoadSender[]> {
  if (file === undefined) {
    return demoSite.credentials.filter(({ kind, t4_id }) => kind === 'native' && t4_id !== null)
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw new UsageError(`The file of --credentials cannot be read as JSON: ${file}.`)
  }
  if (!Array.isArray(parsed) || parsed.length === 0 || !parsed.every(isSender)) {
    throw new UsageError('The file of --credentials is a list of {"sender_id", "password"}, with one entry at least.')
  }
  return parsed
}

const isSender = (value: unknown): value is LoadSender =>
  typeof value === 'object' &&
  value !== null &&
  'sender_id' in value &&
  typeof value.sender_id === 'string' &&
  'password' in value &&
  typeof value.password === 'string'

function loadText(before: Counts, after: Counts, seconds: number, batch: number, latenciesMs: number[]): string {
  const acknowledged = after.acknowledged - before.acknowledged
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  const quantile = (share: number): string => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
    return value === undefined ? '–' : `${value.toFixed(1)} ms`
  }
  const rate = ((acknowledged * batch) / seconds).toFixed(0)
  const failures = `${after.refused - before.refused} refused, ${after.retried - before.retried} lost`
  return `${rate} sightings/s acknowledged (${acknowledged} reports, ${failures}); acknowledged after p50 ${quantile(0.5)}, p99 ${quantile(0.99)}`
}
