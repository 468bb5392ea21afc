/** What is cleared away once a day: each step may be broken off and is done again, so a failed night costs nothing. */
import type { Pool } from 'pg'
import { sweepAlarms } from './alarms/old.ts'
import { sweepConditions } from './alarms/sweep-queries.ts'
import { sweepErasures } from './features/accounts/erase.ts'
import { sweepSignUps } from './features/accounts/sweep.ts'
import { sweepActivity } from './features/activity/sweep.ts'
import { sweepSignIns } from './features/auth/sweep.ts'
import { sweepCommands } from './features/device-commands/queue.ts'
import { sweepCodes } from './features/line/queries.ts'
import { sweepMails } from './features/mail/sweep.ts'
import { sweepMedia } from './features/media/sweep.ts'
import { sweepOnboarding } from './features/onboarding/sweep.ts'
import { sweepStates } from './features/trackers/sweep.ts'
import { sweepAheadReports } from './ingest/ahead-reports.ts'
import { dropOldPartitions, RETENTION_MS } from './ingest/partitions.ts'
import { sweepUnclaimed } from './ingest/unclaimed-tags.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/database.ts'
import { sweepIdempotencyKeys } from './platform/idempotency.ts'
import type { Log } from './platform/log.ts'
import { isStorageAway } from './platform/storage-away.ts'

const DAY_MS = 86_400_000
/** What happened, and what people did, is kept a year (ms). Source: G10. */
const KEPT_MS = 365 * DAY_MS
/** The time of day is looked at this often (ms); what failed is tried again as soon. */
const LOOK_EVERY_MS = 60_000
/** 18:00 UTC (ms): the small hours in Taiwan and Japan. */
const NIGHT_MS = 18 * 3_600_000

/** The night a time belongs to; the first look after a start counts as a new one. */
const nightOf = (ms: number): number => Math.floor((ms - NIGHT_MS) / DAY_MS)

export class Nightly {
  readonly #settings: { db: Db; pool: Pool; clock: Clock; log: Log }
  #done: number | undefined
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(settings: { db: Db; pool: Pool; clock: Clock; log: Log }) {
    this.#settings = settings
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.look())
    }, LOOK_EVERY_MS)
  }

  /** Lets what is under way finish. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  /** Clears away what is over, unless that was done since the night began. Never throws. */
  async look(): Promise<void> {
    const { db, pool, clock, log } = this.#settings
    const now = clock.now()
    if (this.#done === nightOf(now)) return
    try {
      const dropped = await dropOldPartitions(pool, now)
      if (dropped.length > 0) log.info({ partitions: dropped }, 'dropped location logs past their 90 days')
      await sweepAheadReports(db, now)
      await sweepUnclaimed(db, now)
      await sweepSignIns(db, now)
      await sweepCodes(db, now)
      await sweepMails(db, now)
      await sweepSignUps(db, clock)
      await sweepErasures(db, now)
      await sweepIdempotencyKeys(db, now)
      await sweepCommands(db, now)
      await sweepOnboarding(db, now)
      await sweepStates(db)
      await sweepAlarms(db, now, now - KEPT_MS)
      await sweepActivity(db, now - KEPT_MS)
      await sweepConditions(db, now - RETENTION_MS)
      const pictures = await sweepMedia(db, now)
      if (pictures > 0) log.info({ pictures }, 'deleted pictures that nothing refers to')
      this.#done = nightOf(now)
    } catch (error) {
      if (isStorageAway(error)) log.warn({ reason: (error as Error).message }, 'clearing away waits for the database')
      else log.error({ stack: (error as Error).stack }, 'bug: clearing away failed')
    }
  }
}
