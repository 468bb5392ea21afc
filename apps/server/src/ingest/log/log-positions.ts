/**
 * Where rows stand in the log. Clocks are set back, and those of servers differ; what the database counts does neither.
 * Source: decision 0029.
 */
import type { ClientBase } from 'pg'
import { PLACES } from '../../state/log-position.ts'
import type { LogRow } from '../../state/log-row.ts'
import type { ClockSetBacks } from './clock-set-backs.ts'

/** Who gets his place within this time (ms) did not wait for it. Half of what clocks may differ by. */
const AT_ONCE_MS = 500

export class LogPositions {
  readonly #setBacks: ClockSetBacks
  #next = 0

  constructor(setBacks: ClockSetBacks) {
    this.#setBacks = setBacks
  }

  /** All that is given from now on is no less. */
  get next(): number {
    return this.#next
  }

  /** The database said that this was `nextPosition`. */
  heard(next: number): void {
    this.#next = Math.max(this.#next, next)
  }

  /**
   * Gives rows that are about to be written their places, in their order. What waited until then counts as received by then: of
   * two rows the one with the later place was not received earlier, whichever servers they waited at.
   */
  async give(
    client: ClientBase,
    rows: readonly Pick<LogRow, 'log_order' | 'received_at_ms'>[],
    nowMs: number,
  ): Promise<void> {
    await this.#setBacks.note(client, nowMs)
    const taken = await this.#take(client, Math.ceil(rows.length / PLACES))
    for (let index = 0; index < rows.length; index += 1) {
      rows[index]!.log_order = taken[Math.floor(index / PLACES)]! + (index % PLACES)
      if (Math.abs(nowMs - rows[index]!.received_at_ms) > AT_ONCE_MS) rows[index]!.received_at_ms = nowMs
    }
  }

  /** Takes numbers from the sequence. */
  async #take(client: ClientBase, count: number): Promise<readonly number[]> {
    const { rows } = await client.query<{ number: number }>({
      // With a name it is planned once a connection.
      name: 'log_orders',
      text: `select nextval('log_orders') as number from generate_series(1, $1)`,
      values: [count],
    })
    const numbers = rows.map(({ number }) => number)
    this.heard(numbers.at(-1)! + PLACES)
    return numbers
  }
}
