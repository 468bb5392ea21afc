/** Notices that times of shift reports have come. Any server may; each report is made once. Source: G75; decision 0042. */
import type { Background } from '../../context.ts'
import { isStorageAway } from '../../platform/postgres/storage-away.ts'
import { repeat } from '../../platform/repeat.ts'
import { queueReport } from './make.ts'
import { type DueReport, insertDue, listDue } from './queries.ts'

const LOOK_EVERY_MS = 5000

type Deps = Pick<Background, 'db' | 'clock' | 'random' | 'log' | 'jobs' | 'streams'>

export class ShiftTimes {
  readonly #deps: Deps
  #stop: (() => void) | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  start(): void {
    this.#stop = repeat(LOOK_EVERY_MS, () => this.look())
  }

  async close(): Promise<void> {
    this.#stop?.()
    await this.#looking
  }

  /** Queues the reports that are due. Never throws: what failed is due at the next look. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look()).catch(this.#onFault)
    return this.#looking
  }

  #onFault = (error: unknown): void => {
    const { log } = this.#deps
    if (isStorageAway(error))
      log.warn({ reason: (error as Error).message }, 'Failed to look for due shift reports; retrying')
    else log.error({ stack: (error as Error).stack }, 'bug: failed to look for due shift reports; retrying')
  }

  async #look(): Promise<void> {
    const { db, clock, jobs } = this.#deps
    const due = await listDue(db, clock.now())
    for (const each of due) await this.#queue(each).catch(this.#onFault)
    if (due.length > 0) jobs.wake()
  }

  /** The report and its job are there together, or neither. */
  async #queue(due: DueReport): Promise<void> {
    const { db, random, jobs, streams } = this.#deps
    const report_id = random.uuid()
    const isFirst = await db.transaction().execute(async (transaction) => {
      if (!(await insertDue(transaction, report_id, due))) return false
      await queueReport(transaction, { jobs }, { account_id: due.account_id, report_id })
      return true
    })
    if (isFirst) streams.listChanged(due.account_id, 'shift_reports')
  }
}
