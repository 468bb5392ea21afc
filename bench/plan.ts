/**
 * What homes of accounts come to at sizes that nobody has on a desk: by simulation, without database or network. Prints how evenly
 * accounts and their rows lie on servers, what moves as servers come and go, how long a planned move and a take-over keep accounts
 * waiting, and what hot accounts do. `npm run bench plan [-- --servers=1000 --accounts=100000 --load=0.5 --seed=1]`; `load` is the share of
 * all servers' capacity that reports take. The same options give the same figures, but for the times of working them out.
 * docs/scale.md draws conclusions from them.
 */
import { parseArgs } from 'node:util'
import { SHARDS, shareOut } from '@whereabouts/server/homes/share-out'
import { figures } from './lib/figures.ts'
import {
  ACCOUNT_CAP,
  byRemainder,
  CAPACITY,
  chances,
  idOf,
  makeFleet,
  mostOverMean,
  movedShards,
  ROW_EVERY_S,
  ratesOfShards,
  sumsOfServers,
} from './lib/fleet.ts'

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '1000' },
    accounts: { type: 'string', default: '100000' },
    load: { type: 'string', default: '0.5' },
    seed: { type: 'string', default: '1' },
  },
})
const [SERVERS, ACCOUNTS, LOAD, SEED] = [values.servers, values.accounts, values.load, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]

/** A heartbeat each so often (s). Without one for so long a server is dead; others look as often as they send their own. */
const [HEARTBEAT_S, DEAD_AFTER_S] = [3, 10]
/** Hot rows are written this often (s): a replay covers as much at most. */
const HOT_ROWS_EVERY_S = 10
/** Devices whose hot rows changed are those that brought a row within so long (s). */
const CHANGED_S = Math.min(HOT_ROWS_EVERY_S, ROW_EVERY_S)
/** To write or to read the hot row of a device (s). Source: docs/performance.md. */
const HOT_ROW_S = 13e-6
/** A statement, or a message with its answer, between machines of one site (s). */
const ROUND_TRIP_S = 0.002
/** Of a planned move: flush, write the position, free the row, take it, say so. */
const TRIPS_OF_A_MOVE = 5

const NUMBERS_OF_SHARDS = [SHARDS, 1024, 4096, 16_384, 65_536]
const servers = Array.from({ length: SERVERS }, (_, number) => idOf('server', number))
const fleet = makeFleet(ACCOUNTS, LOAD * CAPACITY * SERVERS, SEED)

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const twice = (value: number): string => `${value.toFixed(2)} ×`
const seconds = (value: number): string => (Number.isFinite(value) ? `${value.toFixed(2)} s` : 'never')

/** Most shards of a server over the mean, of many draws of server ids: p50 and p95. */
function evennessOfFew(): void {
  const draws = 200
  console.log(`\nEvenness of few servers: most shards of one server over the mean, p50 / p95 of ${draws} draws.`)
  console.table(
    [2, 3, 5, 10, 30, 100].map((count) => ({
      servers: count,
      ...Object.fromEntries(
        [SHARDS, 256, 1024].map((shards) => {
          const ratios = Array.from({ length: draws }, (_, draw) => {
            const ids = Array.from({ length: count }, (_, number) => idOf(`draw ${draw}`, number))
            const ones = new Uint8Array(shards).fill(1)
            return mostOverMean(sumsOfServers(ids, shareOut(ids, shards), ones).values())
          }).sort((a, b) => a - b)
          return [`${shards} shards`, `${ratios[draws / 2]!.toFixed(2)} / ${ratios[draws * 0.95]!.toFixed(2)} ×`]
        }),
      ),
    })),
  )
}

function evennessOfMany(): void {
  console.log(
    `\nEvenness of ${whole(SERVERS)} servers and ${whole(ACCOUNTS)} accounts, which bring ${whole(LOAD * 100)} % of the capacity.`,
  )
  console.table(
    NUMBERS_OF_SHARDS.map((shards) => {
      const startedAt = performance.now()
      const holders = shareOut(servers, shards)
      const workedOutMs = performance.now() - startedAt
      const counts = new Uint32Array(shards)
      for (const word of fleet.words) counts[word % shards]! += 1
      const accounts = [...sumsOfServers(servers, holders, counts).values()]
      const rates = [...sumsOfServers(servers, holders, ratesOfShards(fleet, shards)).values()]
      return {
        shards,
        'servers without a shard': accounts.filter((count) => count === 0).length,
        'accounts, most over mean': twice(mostOverMean(accounts)),
        'rows/s, most over mean': twice(mostOverMean(rates)),
        'servers beyond capacity': rates.filter((rate) => rate > CAPACITY).length,
        'worked out in ms': Number(workedOutMs.toFixed(1)),
      }
    }),
  )
}

/** Of shards, how many moved where servers came or went, beside what no share-out can do without and what a remainder would cost. */
function moves(shards: number): void {
  const few = Math.max(1, Math.round(SERVERS / 10))
  const without = (count: number) => servers.slice(count)
  const withMore = (count: number) => [...servers, ...Array.from({ length: count }, (_, at) => idOf('new server', at))]
  const cases: readonly (readonly [string, readonly string[], number])[] = [
    ['1 server leaves', without(1), 1 / SERVERS],
    ['1 server comes', withMore(1), 1 / (SERVERS + 1)],
    [`${few} servers leave`, without(few), few / SERVERS],
    [`${few} servers come`, withMore(few), few / (SERVERS + few)],
  ]
  console.log(`\nMoves, of ${whole(shards)} shards.`)
  console.table(
    cases.map(([event, after, least]) => {
      const share = (moved: number) => `${((100 * moved) / shards).toFixed(2)} %`
      return {
        event,
        moved: share(movedShards(shareOut(servers, shards), shareOut(after, shards)).length),
        'their even share': share(least * shards),
        'by remainder': share(movedShards(byRemainder(servers, shards), byRemainder(after, shards)).length),
      }
    }),
  )
}

/** How long (s) the accounts of a shard wait in a planned move where so many of their devices must be written and read meanwhile. */
const pauseOf = (devices: number): number => TRIPS_OF_A_MOVE * ROUND_TRIP_S + 2 * devices * HOT_ROW_S

/** The same where hot rows are written and read before the shard stops, and then those again that changed meanwhile. */
function pauseAfterFlush(rate: number): number {
  const flushS = 2 * rate * CHANGED_S * HOT_ROW_S
  return pauseOf(rate * Math.min(flushS, ROW_EVERY_S))
}

function plannedMoves(): void {
  console.log(
    '\nA planned move: how long one shard waits (write its hot rows, free it, take it, read them), in ms; and where all',
  )
  console.log('rows are written and read before it stops, so that only what changed meanwhile is left.')
  console.table(
    NUMBERS_OF_SHARDS.map((shards) => {
      const rates = ratesOfShards(fleet, shards)
      const inOne = rates.map((rate) => pauseOf(rate * CHANGED_S))
      const { p50, p99, worst } = figures([...inOne].map((pause) => pause * 1000))
      const inTwo = figures([...rates].map((rate) => pauseAfterFlush(rate) * 1000))
      const ofServers = sumsOfServers(servers, shareOut(servers, shards), inOne)
      return {
        shards,
        p50,
        p99,
        worst,
        'in two steps, p99': inTwo.p99,
        'worst in two steps': inTwo.worst,
        'fullest server stops in': seconds(Math.max(...ofServers.values())),
      }
    }),
  )
}

/**
 * Take-over of servers that were killed at once: noticed, then replayed by those that get their shards with the capacity they have to
 * spare. A replayed row is taken to cost as much as a received one, which is more than it does.
 */
function takeOvers(shards: number): void {
  const rates = ratesOfShards(fleet, shards)
  const before = shareOut(servers, shards)
  const held = sumsOfServers(servers, before, rates)
  console.log(
    `\nTake-over with ${whole(shards)} shards: noticed ${DEAD_AFTER_S - HEARTBEAT_S} to ${DEAD_AFTER_S + HEARTBEAT_S} s after the kill, then:`,
  )
  console.table(
    [1, Math.max(2, Math.round(SERVERS / 100)), Math.max(3, Math.round(SERVERS / 10))]
      .filter((killed) => killed < SERVERS)
      .map((killed) => {
        const living = servers.slice(killed)
        const after = shareOut(living, shards)
        const got = new Map<string, number>()
        for (const shard of movedShards(before, after)) {
          const holder = after.get(shard)!
          got.set(holder, (got.get(holder) ?? 0) + rates[shard]!)
        }
        const takes = [...got].map(([id, rate]) => {
          const spare = CAPACITY - held.get(id)! - rate
          return spare > 0 ? (rate * HOT_ROWS_EVERY_S) / spare : Number.POSITIVE_INFINITY
        })
        const sorted = takes.sort((a, b) => a - b)
        return {
          killed,
          'servers that take over': got.size,
          'rows to replay': whole([...got.values()].reduce((sum, rate) => sum + rate * HOT_ROWS_EVERY_S, 0)),
          'replay p50': seconds(sorted[Math.floor(sorted.length / 2)]!),
          'replay worst': seconds(sorted.at(-1)!),
          'servers beyond capacity then': takes.filter((time) => !Number.isFinite(time)).length,
        }
      }),
  )
}

/** Accounts that suddenly bring all they may: how many servers that brings beyond their capacity. */
function hotAccounts(shards: number): void {
  const holders = shareOut(servers, shards)
  const chance = chances(SEED + 1)
  console.log(
    `\nHot accounts with ${whole(shards)} shards: each brings ${whole(ACCOUNT_CAP)} rows/s, ${whole((100 * ACCOUNT_CAP) / CAPACITY)} % of a server.`,
  )
  console.table(
    [0, 1, 10, 100, 1000]
      .filter((hot) => hot <= ACCOUNTS)
      .map((hot) => {
        const rates = Float64Array.from(fleet.rates)
        for (let times = 0; times < hot; times += 1) rates[Math.floor(chance() * ACCOUNTS)] = ACCOUNT_CAP
        const ofServers = [...sumsOfServers(servers, holders, ratesOfShards({ ...fleet, rates }, shards)).values()]
        return {
          'hot accounts': hot,
          'load of all': `${((100 * ofServers.reduce((sum, rate) => sum + rate, 0)) / CAPACITY / SERVERS).toFixed(1)} %`,
          'fullest server': `${((100 * Math.max(...ofServers)) / CAPACITY).toFixed(0)} %`,
          'servers beyond capacity': ofServers.filter((rate) => rate > CAPACITY).length,
        }
      }),
  )
}

const MANY = 16_384
evennessOfFew()
evennessOfMany()
moves(MANY)
plannedMoves()
takeOvers(1024)
takeOvers(MANY)
hotAccounts(MANY)
