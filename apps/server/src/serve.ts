/** Runs a server from settings to signal: database, migrations, app, orderly shutdown. Shared by `start` and `demo`. */
import { type AppSettings, createApp, type RunningApp } from './app.ts'
import type { Bus } from './bus/bus.ts'
import { openNatsBus } from './bus/nats-bus.ts'
import { refuseBesideEarlier, refuseBesideOthers } from './homes/other-servers.ts'
import { systemClock, systemRandom } from './platform/clock.ts'
import type { Log } from './platform/log.ts'
import { listenFault } from './platform/net/listen-fault.ts'
import { backUpBeforeUpgrade } from './platform/postgres/backups.ts'
import { connectDatabase, type Database, type Db } from './platform/postgres/database.ts'
import { type DatabaseClock, databaseClock } from './platform/postgres/database-clock.ts'
import { DiskWatch } from './platform/postgres/disk-watch.ts'
import { lostWhileStarting } from './platform/postgres/lost-while-starting.ts'
import { migrateDatabase } from './platform/postgres/migrations.ts'
import { superviseDatabase } from './platform/postgres/supervise-database.ts'
import { createLog } from './platform/program.ts'
import type { HardwarePorts, Settings } from './platform/settings.ts'

/** Work in progress gets this long at shutdown (ms). Source: security rule 57. */
const CLOSE_WITHIN_MS = 12_000

export interface Serving {
  readonly running: RunningApp
  readonly database: Database
  readonly port: number
  readonly mqttPort: number
  readonly hardwarePorts: HardwarePorts
  readonly plainMqttPort?: number
  readonly log: Log
}

/**
 * Starts everything; `check` runs before a database that has tables is changed, `prepare` after the migrations and before the ports
 * open. SIGTERM and SIGINT end it in order.
 */
export async function serve(
  settings: Settings,
  options: Pick<AppSettings, 'providers'> & {
    demo: boolean
    check?: (db: Db) => Promise<void>
    prepare?: (database: Database, log: Log) => Promise<void>
    onClose?: () => Promise<void>
  },
): Promise<Serving> {
  const log = createLog()
  const supervised = await superviseDatabase(settings, log)
  let database: Database | undefined
  let clock: DatabaseClock | undefined
  const disk = settings.databaseUrl === undefined ? new DiskWatch({ folder: settings.dataDir, log }) : undefined
  let bus: Bus | undefined
  let running: RunningApp | undefined
  let closing: Promise<void> | undefined
  const close = async () => {
    await options.onClose?.()
    await running?.close()
    // Senders and what is at home here have ended by now; what other servers asked is answered.
    await bus?.close()
    await clock?.close()
    disk?.close()
    await database?.close()
    await supervised.stop()
  }
  const end = (code: number) => {
    closing ??= close()
    const late = setTimeout(() => process.exit(1), CLOSE_WITHIN_MS)
    late.unref()
    closing.then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'Failed to shut down in order')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  // From an unknown state nothing may be acknowledged, not even what is in progress: log the error and exit at once. The
  // supervisor restarts us, and recovery is the same as after a kill (rule 31).
  const crash = (error: unknown) => {
    log.error({ stack: (error as Error).stack }, 'bug: an uncaught error; the server exits')
    process.exit(1)
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)

  try {
    const { address } = supervised
    const beforeUpgrade = (migration: string) =>
      backUpBeforeUpgrade(settings, { address, clock: systemClock, log }, migration)
    const roles = await migrateDatabase(address, log, {
      beforeUpgrade,
      async beforeAll(db) {
        await options.check?.(db)
        // Nobody else has the bundled one.
        if (settings.databaseUrl !== undefined) await refuseBesideEarlier(db)
      },
      beforeDistribution: refuseBesideOthers,
    })
    database = connectDatabase(address, log, roles)
    await options.prepare?.(database, log)
    const { demo, providers } = options
    clock = await databaseClock({
      ...{ db: database.db, steady: systemClock.steady },
      onAway: (error) =>
        log.warn({ reason: (error as Error).message }, 'Failed to read the database clock; going by the last reading'),
      onJump: (ms) => log.warn({ seconds: Math.round(ms / 1000) }, 'The database clock was set; going by its new time'),
    })
    await disk?.start()
    if (settings.nats !== undefined) bus = await openNatsBus({ settings: settings.nats, log, clock })
    running = await createApp({
      settings,
      database,
      clock,
      random: systemRandom,
      log,
      demo,
      isOwnDatabase: settings.databaseUrl === undefined,
      ...(bus === undefined ? {} : { bus }),
      ...(disk === undefined ? {} : { disk }),
      ...(providers === undefined ? {} : { providers }),
    })
    const ports = await listen(running, settings)
    return { running, database, log, ...ports }
  } catch (error) {
    await close().catch(() => {})
    throw lostWhileStarting(error)
  }
}

async function listen(running: RunningApp, settings: Settings): ReturnType<RunningApp['listen']> {
  try {
    return await running.listen()
  } catch (error) {
    throw listenFault(error, settings)
  }
}
