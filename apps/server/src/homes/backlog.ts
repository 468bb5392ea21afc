/** What a front door holds for homes that have not answered yet: so much and no more, in all and for one shard. */
import { refuse } from '../platform/refusal.ts'

/** Bytes. A home that does not answer takes up a part of it alone. */
const MOST = { inAll: 64 * 1024 * 1024, ofShard: 8 * 1024 * 1024 }

export class Backlog {
  readonly #most: typeof MOST
  #bytes = 0
  readonly #ofShard = new Map<number, number>()

  constructor(most = MOST) {
    this.#most = most
  }

  /** Does the work while so many bytes are held for a shard; refuses with 500002 where that is too much. */
  async during<Result>(shard: number, bytes: number, work: () => Promise<Result>): Promise<Result> {
    const held = this.#ofShard.get(shard) ?? 0
    if (this.#bytes + bytes > this.#most.inAll || held + bytes > this.#most.ofShard) {
      throw refuse('storageBusy', { retryAfterSeconds: 2 })
    }
    this.#add(shard, bytes)
    try {
      return await work()
    } finally {
      this.#add(shard, -bytes)
    }
  }

  #add(shard: number, bytes: number): void {
    this.#bytes += bytes
    const held = (this.#ofShard.get(shard) ?? 0) + bytes
    if (held === 0) this.#ofShard.delete(shard)
    else this.#ofShard.set(shard, held)
  }
}
