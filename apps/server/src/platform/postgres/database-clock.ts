/**
 * The database's clock, shared by all its servers, because times that one stores are compared with those of the others. Between
 * two readings time passes evenly, unaffected by changes of the system clock. Source: decision 0031.
 */
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { repeat } from '../repeat.ts'
import type { Db } from './database.ts'

const LOOK_EVERY_MS = 500
/** For a smaller correction back (ms) the clock stands still until it is right. */
const CORRECTION_MS = 100
/** A change (ms) of more than this is a jump, as of a machine that resumes; clocks that are kept right change by less. */
const JUMP_MS = 1000

export interface DatabaseClock extends Clock {
  /** Stops reading. */
  close(): Promise<void>
}

interface Deps {
  readonly db: Db
  /** Monotonic milliseconds. */
  readonly steady: () => number
  /** The database is away; time passes without it. */
  readonly onAway: (error: unknown) => void
  /** The clock was set forward by so much (ms), or back where negative. */
  readonly onJump: (ms: number) => void
}

/** What the clock shows (whole ms) after `lastMs` where the corrected time is `ms`: it stands still for a small correction back. */
export function shownNext(lastMs: number, ms: number): number {
  const wholeMs = Math.floor(ms)
  return wholeMs > lastMs || lastMs - wholeMs > CORRECTION_MS ? wholeMs : lastMs
}

/** Resolves once the database has told its time; rejects while it is away. */
export async function databaseClock({ db, steady, onAway, onJump }: Deps): Promise<DatabaseClock> {
  /** Difference between the database's clock and the monotonic one (ms). */
  let aheadMs = Number.NaN
  const look = async () => {
    const askedMs = steady()
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`.execute(db)
    const halfWayMs = (steady() - askedMs) / 2
    const seenMs = rows[0]!.ms - askedMs - halfWayMs
    // The round trip's uncertainty is left out of a correction: after a pause of the machine the clock would else be wrong by half
    // of it.
    const [leastMs, mostMs] = [seenMs - halfWayMs - 1, seenMs + halfWayMs + 1]
    const beforeMs = aheadMs
    aheadMs = Number.isNaN(beforeMs) ? seenMs : Math.min(Math.max(beforeMs, leastMs), mostMs)
    const jumpMs = aheadMs - beforeMs
    if (Math.abs(jumpMs) > JUMP_MS) onJump(jumpMs)
  }
  // The first query opens a connection, which makes the way there longer.
  await look()
  await look()
  let lastMs = 0
  const now = () => {
    lastMs = shownNext(lastMs, steady() + aheadMs)
    return lastMs
  }
  let looking = Promise.resolve()
  const stop = repeat(LOOK_EVERY_MS, () => {
    looking = look().catch(onAway)
    return looking
  })
  return {
    now,
    steady,
    async close() {
      stop()
      await looking
    },
  }
}
