/**
 * Notes at which log positions the clock was set back: times before and after cannot be compared. Each server notes it by its
 * own clock before it gives the next position, so none stores times of both under one note. Source: decision 0029.
 */
import { type RawBuilder, sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Db } from '../../platform/postgres/database.ts'
import { NEXT_POSITION, nextPosition } from '../../state/log-position.ts'
import { CLOCK_TOLERANCE_MS, type SetBacks } from '../../state/moments.ts'

/** All notes, as a column. */
export const setBacksIn: RawBuilder<readonly number[]> = sql`(
  select coalesce(jsonb_agg(log_order), '[]') from clock_set_backs)`

export class ClockSetBacks {
  #positions: SetBacks = []
  /** The latest time (epoch ms) since the last note. */
  #latestMs = Number.NEGATIVE_INFINITY
  #noting: Promise<void> | undefined

  get positions(): SetBacks {
    return this.#positions
  }

  /** Notes that are in the database. */
  heard(positions: SetBacks): void {
    if (positions.length > this.#positions.length) this.#positions = positions
  }

  /** Loads the notes. */
  async load(db: Db): Promise<void> {
    const { rows } = await sql<{ positions: SetBacks }>`select ${setBacksIn} as positions`.execute(db)
    this.heard(rows[0]!.positions)
  }

  /** Once all that is in the log is in the hot rows: notes a clock that was set back while no server ran. */
  async begin(db: Db, nowMs: number): Promise<void> {
    // The last stored time may have been ahead of its receipt by the tolerance.
    await sql`insert into clock_set_backs
      select ${nextPosition} where exists (select from tracker_states where last_seen_ms > ${nowMs + 2 * CLOCK_TOLERANCE_MS})
      on conflict do nothing`.execute(db)
    this.#latestMs = nowMs
    await this.load(db)
  }

  /** Before positions are given at a time (epoch ms). */
  async note(client: ClientBase, nowMs: number): Promise<void> {
    await this.#noting
    if (nowMs < this.#latestMs - CLOCK_TOLERANCE_MS) {
      this.#noting = this.#note(client, nowMs).finally(() => {
        this.#noting = undefined
      })
      await this.#noting
    }
    this.#latestMs = Math.max(this.#latestMs, nowMs)
  }

  async #note(client: ClientBase, nowMs: number): Promise<void> {
    const { rows } = await client.query<{ positions: SetBacks }>(`
      with noted as (insert into clock_set_backs select ${NEXT_POSITION} on conflict do nothing returning log_order)
      select jsonb_agg(log_order) as positions from (
        select log_order from clock_set_backs union select log_order from noted) as all_of_them`)
    this.#latestMs = nowMs
    this.heard(rows[0]!.positions)
  }
}
