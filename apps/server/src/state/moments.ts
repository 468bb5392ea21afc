/** Which of two things was heard later, also where the clock was set back between them. Source: decision 0029. */
import { type RawBuilder, sql } from 'kysely'

/** A sender's clock may run ahead of ours by this much (ms), and ours be corrected by it, before times are doubted. */
export const CLOCK_TOLERANCE_MS = 1000

/** When something was heard. */
export interface Moment {
  /** By its own time (epoch ms). */
  readonly atMs: number
  /** Its position in the log. */
  readonly order: number
}

/** The log positions from which on the clock was set back, in any order; of most sites there are none. */
export type SetBacks = readonly number[]

/**
 * Whether one thing was heard after another: a total order. Where the clock was set back between them the log's order tells.
 * Else their own times tell, as a report may come late; of the same time that counts as later which is later in the log.
 */
export function isAfter(one: Moment, other: Moment, setBacks: SetBacks): boolean {
  if (one.atMs === other.atMs || isSetBackBetween(one.order, other.order, setBacks)) return one.order > other.order
  return one.atMs > other.atMs
}

const isSetBackBetween = (one: number, other: number, setBacks: SetBacks): boolean =>
  setBacks.some((position) => Math.min(one, other) < position && position <= Math.max(one, other))

/** The columns of a moment. */
export type MomentColumns = { readonly [Name in keyof Moment]: RawBuilder<unknown> }

/** The same, asked in SQL. */
export const isAfterIn = (one: MomentColumns, other: MomentColumns) => sql<boolean>`(case
  when exists (select from clock_set_backs b where b.log_order > least(${one.order}, ${other.order})
    and b.log_order <= greatest(${one.order}, ${other.order})) then ${one.order} > ${other.order}
  else (${one.atMs}, ${one.order}) > (${other.atMs}, ${other.order}) end)`
