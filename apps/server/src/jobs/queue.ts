/**
 * Work that is done later, by whichever server has time: queued in the transaction that causes it, tried until it succeeds, and
 * taken over from a server that died. It runs on pg-boss. Source: decision 0034; security rules 46, 52.
 *
 * A job may run twice, where its server froze or lost the database for longer than its heartbeat, so a task has to bear that.
 */
import { CompiledQuery, sql } from 'kysely'
import type { Pool } from 'pg'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Log } from '../platform/log.ts'
import type { Db, ServerDb } from '../platform/postgres/database.ts'
import { isStorageAway } from '../platform/postgres/storage-away.ts'
import type { JobPayloads } from './payloads.ts'

type JobName = keyof JobPayloads

export interface Job<Payload> {
  readonly payload: Payload
  /** Aborted when the server stops before the job is done; another try follows. */
  readonly signal: AbortSignal
  /** Which try this is, from 1. */
  readonly tries: number
  /** Says how far it is, in units of its own. */
  progress(done: number, total?: number): Promise<void>
}

export type Tasks = { readonly [Name in JobName]: (job: Job<JobPayloads[Name]>) => Promise<void> }

interface JobQueueSettings {
  readonly db: ServerDb
  readonly pool: Pool
  readonly log: Log
  /** Jobs of dead servers are looked for this often (s). */
  readonly monitorEveryS?: number
  /** At the end, jobs under way get this long (ms). */
  readonly finishWithinMs?: number
}

interface AddOptions {
  /** While a job of this kind and key waits or runs, no second one is added. */
  readonly key: string
  /** Not before then (epoch ms). */
  readonly runAt?: number
  /** Then it is given up; left out: about three weeks of tries. */
  readonly maxAttempts?: number
}

/** Each kind of job is looked for this often (s); a server sees at once what it added itself. */
const LOOK_EVERY_S = 5
/** A server says so often that a job still runs (s); one that did not is dead, and the job is tried again. */
const HEARTBEAT_S = 10
const MONITOR_EVERY_S = 5
const DAY_S = 86_400
/** What never runs out by itself (s). */
const FOREVER_S = 10 * 365 * DAY_S
const FINISH_WITHIN_MS = 7000

/** Of every kind of job: tried again after a second, then twice as long each time, up to an hour. */
const SETTINGS = {
  retryLimit: 500,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 3600,
  heartbeatSeconds: HEARTBEAT_S,
  expireInSeconds: DAY_S,
  retentionSeconds: FOREVER_S,
  // The operator may look this long for what became of one.
  deleteAfterSeconds: 7 * DAY_S,
}

/** The transaction that causes a job, as pg-boss asks a database. */
const within = (db: Db) => ({
  async executeSql(text: string, values: unknown[] = []) {
    const { rows } = await db.executeQuery<never>(CompiledQuery.raw(text, values))
    return { rows: [...rows] }
  },
})

/** A try of a job failed, which was logged. It is kept with the job for the operator, so it says no more than the message. */
class JobFailed extends Error {}

export class JobQueue {
  readonly #db: ServerDb
  readonly #log: Log
  readonly #boss: PgBoss
  readonly #finishWithinMs: number
  readonly #workers: string[] = []
  #isClosing = false

  constructor({ db, pool, log, monitorEveryS = MONITOR_EVERY_S, finishWithinMs = FINISH_WITHIN_MS }: JobQueueSettings) {
    this.#finishWithinMs = finishWithinMs
    this.#db = db
    this.#log = log
    this.#boss = new PgBoss({
      // Its upkeep is of several statements in one, whose answers only the pool has all.
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: 'jobs',
      // Our migrations make its schema, under our lock.
      ...{ migrate: false, createSchema: false },
      // Nothing recurs by a calendar, depends on another job or is traced; indexes are small, and servers are known by their own table.
      ...{
        schedule: false,
        reindex: false,
        monitorVacuum: false,
        registerInstance: false,
        openTelemetry: { enabled: false },
      },
      ...{ flowIntervalSeconds: DAY_S, bamIntervalSeconds: DAY_S },
      ...{ superviseIntervalSeconds: monitorEveryS, monitorIntervalSeconds: monitorEveryS },
    })
    this.#boss.on('error', (error) => this.#tell(error))
    this.#boss.on('warning', ({ message }) => log.warn({ reason: message }, 'Warning of the job queue'))
  }

  /** Begins to do what is queued of these kinds. Throws where the database has another version of the queue. */
  async start(tasks: Partial<Tasks>): Promise<void> {
    await this.#boss.start()
    for (const name of Object.keys(tasks) as JobName[]) await this.#work(name, tasks)
  }

  async #work<Name extends JobName>(name: Name, tasks: Partial<Tasks>): Promise<void> {
    const task: Tasks[Name] = tasks[name]!
    await this.#boss.createQueue(name, { policy: 'exclusive', ...SETTINGS })
    await this.#boss.updateQueue(name, SETTINGS)
    const options = { includeMetadata: true, pollingIntervalSeconds: LOOK_EVERY_S } as const
    const worker = await this.#boss.work(name, options, ([job]: JobWithMetadata<JobPayloads[Name]>[]) =>
      this.#run<JobPayloads[Name]>(task, job!),
    )
    this.#workers.push(worker)
  }

  /**
   * Queues a job; `db` is the transaction that causes it. Wake the queue once it is committed. False where one of this kind and key
   * waits or runs already.
   */
  async add<Name extends JobName>(
    db: Db,
    name: Name,
    payload: JobPayloads[Name],
    options: AddOptions,
  ): Promise<boolean> {
    const { key, runAt, maxAttempts } = options
    const id = await this.#boss.send(name, payload, {
      db: within(db),
      singletonKey: key,
      ...(runAt === undefined ? {} : { startAfter: new Date(runAt) }),
      ...(maxAttempts === undefined ? {} : { retryLimit: maxAttempts - 1 }),
    })
    return id !== null
  }

  /** Jobs were queued and committed: they begin at once, where there is room. */
  wake(): void {
    for (const worker of this.#workers) this.#boss.notifyWorker(worker)
  }

  /** Lets jobs under way finish for a while; what is not done by then is tried again, here or at another server. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#boss.stop({ graceful: true, timeout: this.#finishWithinMs, close: false })
  }

  async #run<Payload extends object>(
    task: (job: Job<Payload>) => Promise<void>,
    { id, name, data, signal, retryCount, retryLimit }: JobWithMetadata<Payload>,
  ): Promise<void> {
    const about = { job: id, kind: name, tries: retryCount + 1 }
    try {
      await task({
        payload: data,
        signal,
        tries: about.tries,
        progress: (done, total) => this.#saveProgress(id, done, total),
      })
      await sql`delete from job_progress where job_id = ${id}`.execute(this.#db)
      this.#log.info(about, 'Job done')
    } catch (error) {
      const { message, stack } = error as Error
      if (retryCount >= retryLimit) this.#log.error({ ...about, stack }, 'Failed to run a job; giving up')
      else if (isStorageAway(error)) this.#log.warn({ ...about, reason: message }, 'Failed to run a job; retrying')
      else if (!this.#isClosing) this.#log.error({ ...about, stack }, 'bug: failed to run a job; retrying')
      throw new JobFailed(message)
    } finally {
      // The next one does not wait for the next look.
      this.wake()
    }
  }

  async #saveProgress(id: string, done: number, total: number | undefined): Promise<void> {
    await sql`insert into job_progress (job_id, done, total) values (${id}, ${done}, ${total ?? null})
      on conflict (job_id) do update set done = excluded.done, total = excluded.total`.execute(this.#db)
  }

  #tell(error: Error): void {
    if (error instanceof JobFailed) return
    if (isStorageAway(error)) this.#log.warn({ reason: error.message }, 'Failed to read the job queue; retrying')
    else this.#log.error({ stack: error.stack }, 'bug: the job queue failed')
  }
}
