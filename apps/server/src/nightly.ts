/** Deletes old data once a day, and writes down where all trackers are: each step may be interrupted and is repeated, so a failed night costs nothing. */
import type { Pool } from 'pg'
import { sweepAlarms, sweepConditions } from './alarms/old.ts'
import type { App } from './context.ts'
import { sweepSignUps } from './features/accounts/sweep.ts'
import { sweepActivity } from './features/activity/sweep.ts'
import { sweepSignIns } from './features/auth/sweep.ts'
import { sweepCommands } from './features/device-commands/queue.ts'
import { settleExcursions } from './features/excursions/keep.ts'
import { sweepVersions } from './features/history/zone-versions.ts'
import { sweepCodes } from './features/line/queries.ts'
import { sweepMails } from './features/mail/sweep.ts'
import { sweepMedia } from './features/media/sweep.ts'
import { sweepOnboarding } from './features/onboarding/sweep.ts'
import { sweepRollCalls } from './features/roll-calls/queries.ts'
import { sweepReports } from './features/shift-reports/queries.ts'
import { sweepDeliveries } from './features/webhooks/queries.ts'
import { sweepStates } from './ingest/apply/gone-states.ts'
import { sweepAheadReports } from './ingest/log/ahead-reports.ts'
import { sweepUnclaimed } from './ingest/receive/unclaimed-tags.ts'
import { writeKeyPositions } from './ingest/write-behind/key-positions.ts'
import { MINUTES_KEPT_MS, thinTemperatures } from './ingest/write-behind/temperature-queries.ts'
import type { Clock } from './platform/clock.ts'
import { sweepIdempotencyKeys } from './platform/http/idempotency.ts'
import type { Log } from './platform/log.ts'
import type { ServerDb } from './platform/postgres/database.ts'
import { isHeldUp, isStorageAway } from './platform/postgres/storage-away.ts'
import { nightOf } from './state/nights.ts'
import {
  dropOldPartitions,
  LOCATION_LOGS,
  PAST_STATES,
  type Partitioned,
  SHOWN_POSITIONS,
  STAYS,
  TEMPERATURES,
  VISITS,
} from './state/partitions.ts'

const DAY_MS = 86_400_000
/** The activity log, roll-calls and shift reports are kept a year (ms), notifications at least that long. Source: G10. */
const KEPT_MS = 365 * DAY_MS
/** Deliveries of webhooks (ms). */
const DELIVERIES_KEPT_MS = 14 * DAY_MS
/** The time of day is checked this often (ms); failed steps are retried as often. */
const LOOK_EVERY_MS = 60_000

interface Deps {
  readonly db: ServerDb
  readonly pool: Pool
  /** Of the owner of the tables, who alone drops partitions. */
  readonly ownerPool: Pool
  readonly clock: Clock
  readonly jobs: App['jobs']
  readonly log: Log
  /** How many days location logs and history are kept. */
  readonly kept: { readonly logDays: number; readonly historyDays: number }
}

async function dropPartitions({ ownerPool, log }: Deps, tables: readonly Partitioned[], now: number, keptMs: number) {
  for (const table of tables) {
    const partitions = await dropOldPartitions(ownerPool, table, now, keptMs)
    if (partitions.length > 0)
      log.info({ partitions, days: keptMs / DAY_MS }, 'Dropped partitions past their retention')
  }
}

/** By what each deletes or writes, for the log. */
const STEPS: Readonly<Record<string, (deps: Deps, now: number) => Promise<void>>> = {
  'location logs': (deps, now) => dropPartitions(deps, [LOCATION_LOGS, PAST_STATES], now, deps.kept.logDays * DAY_MS),
  history: (deps, now) => dropPartitions(deps, [STAYS, SHOWN_POSITIONS, VISITS], now, deps.kept.historyDays * DAY_MS),
  'key positions': ({ db, pool }, now) => writeKeyPositions(db, pool, now),
  temperatures: async (deps, now) => {
    await settleExcursions(deps.db, now)
    await thinTemperatures(deps.db, now)
    await dropPartitions(deps, [TEMPERATURES], now, MINUTES_KEPT_MS)
  },
  'ahead reports': ({ db }, now) => sweepAheadReports(db, now),
  'unclaimed tags': ({ db }, now) => sweepUnclaimed(db, now),
  'sign-ins': ({ db }, now) => sweepSignIns(db, now),
  'LINE codes': ({ db }, now) => sweepCodes(db, now),
  mails: ({ db }, now) => sweepMails(db, now),
  'sign-ups': ({ db, ...deps }) => sweepSignUps(db, deps),
  'idempotency keys': ({ db }, now) => sweepIdempotencyKeys(db, now),
  commands: ({ db }, now) => sweepCommands(db, now),
  onboarding: ({ db }, now) => sweepOnboarding(db, now),
  states: (deps) => sweepStates(deps),
  // As long as the history too: an instant of it shows the alarms that were open then.
  alarms: ({ db, kept }, now) => sweepAlarms(db, now, now - Math.max(KEPT_MS, kept.historyDays * DAY_MS)),
  activity: ({ db }, now) => sweepActivity(db, now - KEPT_MS),
  'roll-calls': ({ db }, now) => sweepRollCalls(db, now - KEPT_MS),
  'shift reports': ({ db }, now) => sweepReports(db, now - KEPT_MS),
  // Longer than any is tried, and time to look for what was wrong.
  deliveries: ({ db }, now) => sweepDeliveries(db, now - DELIVERIES_KEPT_MS),
  conditions: ({ db, kept }, now) => sweepConditions(db, now - kept.historyDays * DAY_MS),
  versions: ({ db, kept }, now) => sweepVersions(db, now - kept.historyDays * DAY_MS),
  pictures: async ({ db, log }, now) => {
    const pictures = await sweepMedia(db, now)
    if (pictures > 0) log.info({ pictures }, 'Deleted pictures that nothing refers to')
  },
}

export class Nightly {
  readonly #deps: Deps
  #night: number | undefined
  /** Steps that are still to run this night. */
  #left = new Set<string>()
  #running: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.look())
    }, LOOK_EVERY_MS)
  }

  /** Waits for the step in progress. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  /**
   * Runs the steps that have not run since the night began. A failed step does not stop the others, and is retried at the next
   * check. Never throws.
   */
  async look(): Promise<void> {
    const { clock, log } = this.#deps
    const now = clock.now()
    if (this.#night !== nightOf(now)) this.#left = new Set(Object.keys(STEPS))
    this.#night = nightOf(now)
    for (const what of this.#left) {
      try {
        await STEPS[what]!(this.#deps, now)
        this.#left.delete(what)
      } catch (error) {
        if (!isStorageAway(error))
          log.error({ what, stack: (error as Error).stack }, 'bug: a step of the night failed; retrying')
        else
          log.warn(
            { what, reason: (error as Error).message },
            'A step of the night failed, as the database is away; retrying',
          )
        if (isStorageAway(error) && !isHeldUp(error)) return
      }
    }
  }
}
