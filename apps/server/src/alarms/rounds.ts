/** Work that runs at an interval, and at once on request; never twice at a time. */
import type { Log } from '../platform/log.ts'
import { isStorageAway } from '../platform/postgres/storage-away.ts'

interface RoundsSettings {
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  readonly log: Pick<Log, 'warn' | 'error'>
  /** Name of the work, for the log. */
  readonly what: string
}

export class Rounds {
  readonly #settings: RoundsSettings
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isWoken = false
  #isClosing = false
  #isAway = false

  constructor(settings: RoundsSettings) {
    this.#settings = settings
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), this.#settings.everyMs)
    this.wake()
  }

  /** A round starts now, or as soon as the current one is done. */
  wake(): void {
    if (this.#isClosing || this.#timer === undefined) return
    this.#isWoken = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Waits for the current round. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#timer)
    await this.#running
  }

  async #run(): Promise<void> {
    const { work, log, what } = this.#settings
    while (this.#isWoken && !this.#isClosing) {
      this.#isWoken = false
      try {
        await work()
        this.#isAway = false
      } catch (error) {
        if (!isStorageAway(error))
          log.error({ stack: (error as Error).stack }, `bug: failed to handle ${what}; retrying`)
        // Twice a second would bury everything else in the log.
        else if (!this.#isAway)
          log.warn({ reason: (error as Error).message }, `Failed to handle ${what}, as the database is away; retrying`)
        this.#isAway = isStorageAway(error)
      }
    }
  }
}
