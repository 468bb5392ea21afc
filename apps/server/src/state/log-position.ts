/** How positions in the log are counted. Source: decision 0029. */
import { type RawBuilder, sql } from 'kysely'

/** Positions of one number of the sequence; the log's COPY returns nothing, so they are given before it. */
export const PLACES = 4096

export const NEXT_POSITION = `coalesce(pg_sequence_last_value('log_orders') + ${PLACES}, 1)`

/** The first position that was not given out by then. */
export const nextPosition: RawBuilder<number> = sql.raw(NEXT_POSITION)
