/**
 * Which server is home for which account. Accounts are spread over shards by a hash, and shards over the servers that are alive by
 * rendezvous hashing: each server has a score for each shard, and the highest holds it. Servers that know the same living servers come
 * to the same answer without asking each other, and one that comes or goes moves no shard but its own. Sources: Thaler and
 * Ravishankar, "Using name-based mappings to increase hit rates", IEEE/ACM Transactions on Networking 6 (1), 1998; the mixing steps are
 * the finaliser of MurmurHash3 (Appleby, public domain).
 */
import { hash } from 'node:crypto'

/** A power of two, so that a larger number of shards splits each of them. */
export const SHARDS = 64

/** The first two words of 32 bits of the SHA-256 of a text, which SQL can work out too. */
function wordsOf(text: string): readonly [number, number] {
  const digest = hash('sha256', text, 'buffer')
  return [digest.readUInt32BE(0), digest.readUInt32BE(4)]
}

/** By account the first word of its hash, as each row asks for its shard, often more than once. */
const known = new Map<string, number>()
const MOST_KNOWN = 100_000

/** The shard of an account: the same in every version, as servers of two versions may run beside each other. */
export function shardOf(accountId: string, shards = SHARDS): number {
  let word = known.get(accountId)
  if (word === undefined) {
    word = wordsOf(accountId)[0]
    if (known.size === MOST_KNOWN) known.clear()
    known.set(accountId, word)
  }
  return word % shards
}

/** Each bit of the answer depends on all bits of the word. */
function mixed(word: number): number {
  let value = word
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** By shard the id of the server that should hold it; empty where no server is alive. The order of the ids does not matter. */
export function shareOut(serverIds: readonly string[], shards = SHARDS): ReadonlyMap<number, string> {
  // Of equal scores the first id wins.
  const servers = serverIds.toSorted().map((id) => ({ id, words: wordsOf(id) }))
  const holders = new Map<number, string>()
  for (let shard = 0; shard < shards; shard += 1) {
    const spread = mixed(shard + 1)
    let best = -1
    for (const { id, words } of servers) {
      const score = mixed(words[0] ^ mixed(words[1] ^ spread))
      if (score <= best) continue
      best = score
      holders.set(shard, id)
    }
  }
  return holders
}
