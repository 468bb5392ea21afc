/** Work that is looked after regularly, and at once when somebody says that there is some; never twice at a time. */
import type { Log } from '../platform/log.ts'
import { isStorageAway } from '../platform/storage-away.ts'

interface RoundsSettings {
  readonly everyMs: number
  readonly work: () => Promise<unknown>
  readonly log: Pick<Log, 'warn' | 'error'>
  /** What waits while the database is away, for the log. */
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

  /** A round begins now, or as soon as the one under way is done. */
  wake(): void {
    if (this.#isClosing || this.#timer === undefined) return
    this.#isWoken = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  /** Lets the round under way finish. */
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
        if (!isStorageAway(error)) log.error({ stack: (error as Error).stack }, `bug: ${what} wait in vain`)
        // Twice a second would bury all else.
        else if (!this.#isAway) log.warn({ reason: (error as Error).message }, `${what} wait for the database`)
        this.#isAway = isStorageAway(error)
      }
    }
  }
}
