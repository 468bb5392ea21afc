/**
 * Which of two things was heard later, also where a clock was set back between them, or one server's is behind the other's.
 * Source: decision 0029.
 */
import { type RawBuilder, sql } from 'kysely'

/** A sender's clock may run ahead of ours by this much (ms), and one server's of another's, before its time is doubted. */
export const CLOCK_TOLERANCE_MS = 1000

/** When something was heard. */
export interface Moment {
  /** By its own time (epoch ms). */
  readonly atMs: number
  /** By the clock of the server that received it (epoch ms). */
  readonly receivedMs: number
  /** Where it stands in the log. */
  readonly order: number
}

/**
 * Whether one thing was heard after another. Their own times tell, as a report may come late; but where what is earlier in the log
 * was received later by the clocks, or is of times to come, the clocks do not agree, and then the log's order tells.
 */
export function isAfter(one: Moment, other: Moment): boolean {
  return one.order > other.order
    ? one.atMs > other.atMs || isToCome(other, one)
    : one.atMs > other.atMs && !isToCome(one, other)
}

/** By the clock of who received the later one. */
const isToCome = (earlier: Moment, { receivedMs }: Moment): boolean =>
  Math.max(earlier.atMs, earlier.receivedMs) > receivedMs + CLOCK_TOLERANCE_MS

/** The columns of a moment. */
export type MomentColumns = { readonly [Name in keyof Moment]: RawBuilder<unknown> }

/** The same, asked in SQL. */
export const isAfterIn = (one: MomentColumns, other: MomentColumns) => sql<boolean>`(case
  when ${one.order} > ${other.order} then ${one.atMs} > ${other.atMs} or ${isToComeIn(other, one)}
  else ${one.atMs} > ${other.atMs} and not ${isToComeIn(one, other)} end)`

const isToComeIn = (earlier: MomentColumns, { receivedMs }: MomentColumns) =>
  sql`greatest(${earlier.atMs}, ${earlier.receivedMs}) > ${receivedMs} + ${sql.lit(CLOCK_TOLERANCE_MS)}`
