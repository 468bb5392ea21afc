/**
 * How far this server's hot rows are: every row of the log before the checkpoint is in them, and after a crash the log is replayed
 * from there. Source: decisions 0024, 0029.
 */
import type { Db } from '../platform/database.ts'
import type { LogOrders } from './log-orders.ts'
import { saveCheckpoint } from './servers.ts'

interface Means {
  readonly db: Db
  readonly serverId: string
  readonly orders: LogOrders
  /** Where rows are on their way into the states: the position of the oldest; Infinity: none is. */
  readonly onTheWay: readonly { readonly oldestOrder: number }[]
}

export class Checkpoint {
  readonly #means: Means
  /** As this server last said; 1: nothing is in the hot rows. */
  #position = 1
  /** From which position on the log is being replayed for a server that died; Infinity: for none. */
  #replayedFrom = Number.POSITIVE_INFINITY

  constructor(means: Means) {
    this.#means = means
  }

  /** As it stands at the start. */
  begin(position: number): void {
    this.#position = position
  }

  /** Before hot rows are written: how far they will be then. */
  reached(): number {
    const { orders, onTheWay } = this.#means
    return Math.min(orders.next, this.#replayedFrom, ...onTheWay.map(({ oldestOrder }) => oldestOrder))
  }

  /** Hot rows are that far; where some were held up, no further than before. The server says so, and that it lives. */
  async save(reached: number, isHeldUp: boolean): Promise<void> {
    const { db, serverId, orders } = this.#means
    this.#position = isHeldUp ? Math.min(reached, this.#position) : reached
    orders.heard(await saveCheckpoint(db, serverId, this.#position))
  }

  get replayedFrom(): number {
    return this.#replayedFrom
  }

  /** The log is to be replayed from there on, for a server that died; until `replayed` the checkpoint stays there. */
  replayFrom(position: number): void {
    this.#replayedFrom = Math.min(this.#replayedFrom, position)
    this.#position = Math.min(this.#position, position)
  }

  replayed(): void {
    this.#replayedFrom = Number.POSITIVE_INFINITY
  }
}
