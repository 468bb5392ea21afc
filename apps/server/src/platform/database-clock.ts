/**
 * The database's clock, as one for all servers on it: what each stores is compared with what the others stored. Between two
 * looks time passes evenly, whatever the machine's clock is set to. Source: decision 0031.
 */
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import { repeat } from './repeat.ts'

const LOOK_EVERY_MS = 500
/** A clock that is corrected by less (ms) stands still for so long: it was not set back. */
const CORRECTION_MS = 100

export interface DatabaseClock extends Clock {
  /** Stops looking. */
  close(): Promise<void>
}

interface Deps {
  readonly db: Db
  /** Milliseconds that pass evenly. */
  readonly steady: () => number
  /** The database is away; time passes without it. */
  readonly onAway: (error: unknown) => void
}

/** Answers once the database said what time it is; throws while it is away. */
export async function databaseClock({ db, steady, onAway }: Deps): Promise<DatabaseClock> {
  /** What the database's clock is ahead of the steady one (ms). */
  let aheadMs = Number.NaN
  const look = async () => {
    const askedMs = steady()
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::double precision as ms`.execute(db)
    const halfWayMs = (steady() - askedMs) / 2
    const seenMs = rows[0]!.ms - askedMs - halfWayMs
    // What the way there and back may make of a difference is left out: where the machine stood still meanwhile, the clock
    // would else be wrong by half of that.
    const [leastMs, mostMs] = [seenMs - halfWayMs - 1, seenMs + halfWayMs + 1]
    aheadMs = Number.isNaN(aheadMs) ? seenMs : Math.min(Math.max(aheadMs, leastMs), mostMs)
  }
  // The first opens a connection, which takes longer one way.
  await look()
  await look()
  let lastMs = 0
  const now = () => {
    const ms = Math.floor(steady() + aheadMs)
    if (ms > lastMs || lastMs - ms > CORRECTION_MS) lastMs = ms
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
