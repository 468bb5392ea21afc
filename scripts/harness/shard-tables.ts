/** Who is home for which shard, as a test says. */
import { randomUUID } from 'node:crypto'
import { SHARDS } from '../../apps/server/src/homes/share-out.ts'
import type { HeldShards } from '../../apps/server/src/live/watchers.ts'

type Table = HeldShards & { readonly serverId: string }

const ALL = Array.from({ length: SHARDS }, (_, shard) => shard)

/** The tables of two servers. The first holds all shards at first. */
export function shardTables(): { one: Table; other: Table; move(to: Table, shards?: readonly number[]): void } {
  let epoch = 1
  const watchers = new Map<Table, Parameters<HeldShards['watch']>[0]>()
  const held = new Map<Table, Map<number, number>>()
  const tableOf = (shards: readonly number[]): Table => {
    const table: Table = {
      serverId: randomUUID(),
      held: () => held.get(table)!,
      watch: (watcher) => void watchers.set(table, watcher),
    }
    held.set(table, new Map(shards.map((shard) => [shard, epoch])))
    return table
  }
  const [one, other] = [tableOf(ALL), tableOf([])]
  return {
    one,
    other,
    move(to, shards = ALL) {
      const from = to === one ? other : one
      epoch += 1
      for (const shard of shards) {
        held.get(from)!.delete(shard)
        watchers.get(from)?.released(shard)
        held.get(to)!.set(shard, epoch)
        watchers.get(to)?.taken(shard, epoch)
      }
    },
  }
}
