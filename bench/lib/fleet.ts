/** A fleet on paper: accounts with what they report, on servers that hold their shards. The same seed gives the same fleet. */
import { createHash } from 'node:crypto'
import { shardOf } from '@whereabouts/server/homes/share-out'

/** What a server with its share of the database stores, rows/s: measured with one server on two cores. Source: docs/scale.md. */
export const CAPACITY = 21_000
/** The most that one account may bring by default (rows/s): 300,000 a minute. */
export const ACCOUNT_CAP = 5000
/** A device brings a row each so many seconds. */
export const ROW_EVERY_S = 10

export interface Fleet {
  /** By account, its rows/s. */
  readonly rates: Float64Array
  /** By account, the first word of its hash: the shard for any number of shards. */
  readonly words: Uint32Array
}

/** Numbers from 0 to 1 that a seed gives (mulberry32). */
export function chances(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

/** An id as servers and accounts have them: without a pattern. */
export const idOf = (kind: string, number: number): string => {
  const hex = createHash('sha256').update(`${kind} ${number}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Few accounts bring most rows, as of four fifths from one fifth (Pareto). */
const TAIL = 1.16
const WORDS = 2 ** 32

/** So many accounts which bring so many rows/s together; none more than its cap. */
export function makeFleet(accounts: number, rowsASecond: number, seed: number): Fleet {
  const chance = chances(seed)
  const sizes = Float64Array.from({ length: accounts }, () => (1 - chance()) ** (-1 / TAIL))
  const sumAt = (scale: number) => sizes.reduce((sum, size) => sum + Math.min(ACCOUNT_CAP, size * scale), 0)
  const goal = Math.min(rowsASecond, accounts * ACCOUNT_CAP * 0.999)
  let [low, high] = [0, ACCOUNT_CAP]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (sumAt(middle) < goal) low = middle
    else high = middle
  }
  return {
    rates: sizes.map((size) => Math.min(ACCOUNT_CAP, size * high)),
    words: Uint32Array.from({ length: accounts }, (_, account) => shardOf(idOf('account', account), WORDS)),
  }
}

/** By shard, the rows/s of its accounts. */
export function ratesOfShards({ rates, words }: Fleet, shards: number): Float64Array {
  const sums = new Float64Array(shards)
  for (const [account, word] of words.entries()) sums[word % shards]! += rates[account]!
  return sums
}

/** By server id, a sum over the shards that it holds; 0 for one that holds none. */
export function sumsOfServers(
  servers: readonly string[],
  holders: ReadonlyMap<number, string>,
  ofShard: ArrayLike<number>,
): Map<string, number> {
  const sums = new Map(servers.map((id) => [id, 0]))
  for (const [shard, holder] of holders) sums.set(holder, sums.get(holder)! + ofShard[shard]!)
  return sums
}

/** How many times the mean the largest is. */
export function mostOverMean(values: Iterable<number>): number {
  const all = [...values]
  return Math.max(...all) / (all.reduce((sum, value) => sum + value, 0) / all.length)
}

/** Shards whose holder is another in the second share-out. */
export function movedShards(before: ReadonlyMap<number, string>, after: ReadonlyMap<number, string>): number[] {
  return [...before].filter(([shard, holder]) => after.get(shard) !== holder).map(([shard]) => shard)
}

/** Where each shard lies by its remainder, for comparison. */
export const byRemainder = (servers: readonly string[], shards: number): ReadonlyMap<number, string> =>
  new Map(Array.from({ length: shards }, (_, shard) => [shard, servers[shard % servers.length]!]))
