/**
 * What it costs to hand rows to the home of their account: the encodings beside each other, and the way there and back within a process and
 * through a nats-server on this machine. CPU time, which tells the same on a busy machine; ratios are of one run, and runs alternate.
 * `npm run bench bus [-- --runs=5 --cbor=<folder with cbor-x>]`: CBOR is no dependency, so a copy is named.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import v8 from 'node:v8'
import { nativeObservation } from '@whereabouts/protocol/native'
import type { Bus } from '@whereabouts/server/bus/bus'
import { LocalBus } from '@whereabouts/server/bus/local-bus'
import { openNatsBus } from '@whereabouts/server/bus/nats-bus'
import { homeSubject } from '@whereabouts/server/bus/subjects'
import type { Handover } from '@whereabouts/server/homes/handover'
import {
  decodeAnswer,
  decodeMessage,
  encodeAnswer,
  encodeAsked,
  encodeMessage,
  encodeQuestion,
} from '@whereabouts/server/homes/questions'
import { systemClock } from '@whereabouts/server/platform/clock'
import { findNats } from '../scripts/harness/find-nats.ts'
import { quietLog } from '../scripts/harness/quiet-log.ts'
import { cpuMs } from './lib/cpu.ts'
import { median } from './lib/figures.ts'
import { reportsOf } from './lib/reports.ts'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, cbor: { type: 'string' } } })
const RUNS = Number(values.runs)
const ACCOUNT = '6f1d2c3b-4a59-4e87-9b60-0c1d2e3f4a5b'
const HOME = homeSubject('0d6e3c1a-5b7f-4c28-8e94-1f2a3b4c5d6e')
/** Rows that each measurement handles, whatever their messages carry. */
const ROWS = 40_000

/** Reports of a station as they come in, and how many rows and reports a message has. */
const SIZES = [
  { rows: 1, reports: 1 },
  { rows: 1, reports: 20 },
  { rows: 20, reports: 1 },
  { rows: 1, reports: 100 },
  { rows: 20, reports: 5 },
  { rows: 100, reports: 1 },
  { rows: 20, reports: 20 },
  { rows: 400, reports: 1 },
]

function handoversOf({ rows, reports }: { rows: number; reports: number }): Handover[] {
  const next = reportsOf({ stations: 10, trackers: 4000 }, 0, rows, false)
  return Array.from({ length: reports }, () => ({
    kind: 'handover' as const,
    sender: { senderId: 'T4-00000000ABCD', t4Id: 'T4-00000000ABCD' },
    generation: 1,
    speaksAs: 'station' as const,
    observations: [nativeObservation(JSON.parse(next()), 'station')],
    receivedAtMs: Date.now(),
  }))
}

const messageOf = (handovers: readonly Handover[]): Uint8Array =>
  encodeMessage(handovers.map((handover) => encodeAsked(1, ACCOUNT, encodeQuestion(handover))))

/** CPU time (µs) of this process for one row. */
function costOf(rows: number, work: () => void): number {
  const times = Math.ceil(ROWS / rows)
  const before = process.cpuUsage()
  for (let time = 0; time < times; time += 1) work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times / rows
}

interface Encoding {
  readonly name: string
  readonly encode: (told: unknown) => Uint8Array
  readonly decode: (bytes: Uint8Array) => unknown
}

function encodings(): Encoding[] {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  const known: Encoding[] = [
    {
      name: 'JSON',
      encode: (told) => Buffer.from(JSON.stringify(told)),
      decode: (said) => JSON.parse(utf8.decode(said)),
    },
    { name: 'v8.serialize', encode: (told) => v8.serialize(told), decode: (said) => v8.deserialize(said) },
  ]
  if (values.cbor === undefined) return known
  const { Encoder } = createRequire(join(values.cbor, 'package.json'))('cbor-x')
  const cbor = new Encoder({ useRecords: false, mapsAsObjects: true })
  return [...known, { name: 'CBOR', encode: (told) => cbor.encode(told), decode: (said) => cbor.decode(said) }]
}

const shown = (value: number): string => value.toFixed(2)

function compareEncodings(): void {
  const all = encodings()
  console.log(
    'Encodings: µs of CPU a row to encode + to decode, bytes a row. Checking what was decoded comes on top of each.',
  )
  console.table(
    SIZES.map((size) => {
      const rows = size.rows * size.reports
      const payload = messageOf(handoversOf(size))
      const told = JSON.parse(new TextDecoder().decode(payload))
      const costs = all.map(({ encode, decode }) => {
        const bytes = encode(told)
        return { bytes, encode, decode, encoding: [] as number[], decoding: [] as number[] }
      })
      const checked: number[] = []
      for (let run = 0; run < RUNS; run += 1) {
        for (const cost of costs) {
          cost.encoding.push(costOf(rows, () => cost.encode(told)))
          cost.decoding.push(costOf(rows, () => cost.decode(cost.bytes)))
        }
        checked.push(costOf(rows, () => decodeMessage(payload)) - costs[0]!.decoding.at(-1)!)
      }
      return {
        'reports × rows': `${size.reports} × ${size.rows}`,
        ...Object.fromEntries(
          costs.map(({ encoding, decoding, bytes }, at) => [
            all[at]!.name,
            `${shown(median(encoding))} + ${shown(median(decoding))}, ${Math.round(bytes.length / rows)} B`,
          ]),
        ),
        checking: shown(median(checked)),
      }
    }),
  )
}

/** Hands rows over so many times, eight messages under way; answers µs a row of this process and of the nats-server. */
async function wayCost(from: Bus, size: (typeof SIZES)[number], nats: number | undefined): Promise<[number, number]> {
  const handovers = handoversOf(size)
  const rows = size.rows * size.reports
  const times = Math.ceil(ROWS / rows)
  let left = times
  const hand = async () => {
    while (left > 0) {
      left -= 1
      const payload = messageOf(handovers)
      decodeAnswer(await from.request(HOME, payload, 60_000), handovers.length)
    }
  }
  const own = process.cpuUsage()
  const theirs = nats === undefined ? 0 : cpuMs(nats)
  await Promise.all(Array.from({ length: 8 }, hand))
  const { user, system } = process.cpuUsage(own)
  const served = nats === undefined ? 0 : (cpuMs(nats) - theirs) * 1000
  return [(user + system) / times / rows, served / times / rows]
}

function answerAt(bus: Bus): void {
  bus.subscribe(HOME, async ({ payload }) => {
    const replies = decodeMessage(payload).map(({ question }) => {
      if (question.kind !== 'handover') throw new Error(`There is no ${question.kind} in the load.`)
      const stored = question.observations.reduce((sum, { items }) => sum + items.length, 0)
      return { kind: 'accepted' as const, stored, repeated: 0, unknown: 0 }
    })
    return encodeAnswer(replies)
  })
}

async function compareWays(): Promise<void> {
  const program = findNats()
  if (program === undefined) throw new Error('There is no nats-server: install it, or set NATS_SERVER_PATH.')
  const child = spawn(program, ['-a', '127.0.0.1', '-p', '21777'], { stdio: ['ignore', 'ignore', 'pipe'] })
  try {
    let said = ''
    while (!said.includes('Server is ready')) said += (await once(child.stderr, 'data'))[0]
    const settings = {
      servers: ['127.0.0.1:21777'],
      needsTls: false,
      ca: undefined,
      credentials: undefined,
      prefix: 'bench',
    }
    const open = () => openNatsBus({ settings, log: quietLog, clock: systemClock })
    const [local, asking, answering] = [new LocalBus({ log: quietLog, clock: systemClock }), await open(), await open()]
    answerAt(local)
    answerAt(answering)
    while (
      !(await asking.request(HOME, messageOf([]), 1000).then(
        () => true,
        () => false,
      ))
    );
    console.log('The way to the home and back, front door and home in this process: µs of CPU a row.')
    const table: Record<string, string>[] = []
    for (const size of SIZES) {
      const costs = { local: [] as number[], own: [] as number[], nats: [] as number[] }
      for (let run = 0; run < RUNS; run += 1) {
        costs.local.push((await wayCost(local, size, undefined))[0])
        const [own, nats] = await wayCost(asking, size, child.pid)
        costs.own.push(own)
        costs.nats.push(nats)
      }
      table.push({
        'reports × rows': `${size.reports} × ${size.rows}`,
        'in the process': shown(median(costs.local)),
        'by NATS': shown(median(costs.own)),
        'nats-server': shown(median(costs.nats)),
      })
    }
    console.table(table)
    for (const bus of [local, asking, answering]) await bus.close()
  } finally {
    child.kill()
  }
}

compareEncodings()
await compareWays()
