/**
 * This server's checkpoint: every row of the log before it is in the hot rows, and after a crash the log is replayed from there.
 * Source: decisions 0024, 0029.
 */
interface Deps {
  /** The log: the first position that may still be given, and how it hears of positions that others were given. */
  readonly positions: { readonly next: number; heard(next: number): void }
  /** Writes it to the database with a heartbeat; answers the first position in the log that was not given out. */
  readonly saveCheckpoint: (checkpoint: number) => Promise<number>
  /** Parts with rows that are not in the hot rows yet: the position of the oldest; Infinity: none. */
  readonly onTheWay: readonly { readonly oldestPosition: number }[]
}

export class Checkpoint {
  readonly #deps: Deps
  /** Position from which the log is being replayed for a server that died; Infinity: no replay. */
  #replayedFrom = Number.POSITIVE_INFINITY

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Saves it with a heartbeat, while no hot row is being written. */
  async save(): Promise<void> {
    const { positions, saveCheckpoint, onTheWay } = this.#deps
    const oldest = onTheWay.map(({ oldestPosition }) => oldestPosition)
    positions.heard(await saveCheckpoint(Math.min(positions.next, this.#replayedFrom, ...oldest)))
  }

  get replayedFrom(): number {
    return this.#replayedFrom
  }

  /** A replay from that position begins, for a server that died; until `replayed` the checkpoint stays there. */
  replayFrom(position: number): void {
    this.#replayedFrom = Math.min(this.#replayedFrom, position)
  }

  replayed(): void {
    this.#replayedFrom = Number.POSITIVE_INFINITY
  }
}
