/**
 * This server's checkpoint: every row of the log before it is in the hot rows, and after a crash the log is replayed from there.
 * Source: decisions 0024, 0029.
 */
interface Deps {
  /** The log: the first position that may still be given, and how it hears of positions that others were given. */
  readonly positions: { readonly next: number; heard(next: number): void }
  /** Writes it to the database with a heartbeat; answers the first position in the log that was not given out. */
  readonly saveCheckpoint: (checkpoint: number) => Promise<number>
  /** Parts with rows that are not in the states yet: the position of the oldest; Infinity: none. */
  readonly onTheWay: readonly { readonly oldestPosition: number }[]
}

export class Checkpoint {
  readonly #deps: Deps
  /** As last saved; 1: nothing is in the hot rows. */
  #position = 1
  /** Position from which the log is being replayed for a server that died; Infinity: no replay. */
  #replayedFrom = Number.POSITIVE_INFINITY

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The checkpoint at the start. */
  begin(position: number): void {
    this.#position = position
  }

  /** Before hot rows are written: the checkpoint that they will reach. */
  reached(): number {
    const { positions, onTheWay } = this.#deps
    return Math.min(positions.next, this.#replayedFrom, ...onTheWay.map(({ oldestPosition }) => oldestPosition))
  }

  /** Saves the checkpoint with a heartbeat once hot rows are written; where some were blocked, it stays where it was. */
  async save(reached: number, isHeldUp: boolean): Promise<void> {
    const { positions, saveCheckpoint } = this.#deps
    this.#position = isHeldUp ? Math.min(reached, this.#position) : reached
    positions.heard(await saveCheckpoint(this.#position))
  }

  get replayedFrom(): number {
    return this.#replayedFrom
  }

  /** A replay from that position begins, for a server that died; until `replayed` the checkpoint stays there. */
  replayFrom(position: number): void {
    this.#replayedFrom = Math.min(this.#replayedFrom, position)
    this.#position = Math.min(this.#position, position)
  }

  replayed(): void {
    this.#replayedFrom = Number.POSITIVE_INFINITY
  }
}
