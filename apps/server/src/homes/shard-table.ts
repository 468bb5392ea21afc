/** Who is home for which shard, as this server knows it. `Shards` keeps it; what hands reports to homes reads it. */

export interface Holder {
  readonly serverId: string
  /** Of this holding alone. */
  readonly epoch: number
}

export interface ShardWatcher {
  /** From now on this server accepts for the shard. */
  taken(shard: number, epoch: number): void
  /** It accepts nothing more for it: the shard moves to another server, or this one was taken for dead. */
  released(shard: number): void
}

export interface ShardTable {
  /** Of this server. Another one after it was taken for dead. */
  readonly serverId: string
  /** By the last reading, which each heartbeat repeats; undefined: nobody, as while a shard moves. */
  holderOf(shard: number): Holder | undefined
  /** Reads all holders again. Who asks meanwhile gets the same reading. Rejects while the database is away. */
  refresh(): Promise<void>
  /** The shards that this server accepts for, each with its epoch. */
  held(): ReadonlyMap<number, number>
  /** Tells what is taken and released from now on. */
  watch(watcher: ShardWatcher): void
}
