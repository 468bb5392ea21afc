/** Says in the log what may happen very often: at once the first time, then once a minute how often it happened since. */
import type { Log } from './log.ts'
import { repeat } from './repeat.ts'

const EVERY_MS = 60_000
/** As many different lines in a minute; what comes beyond is counted as one. */
const MOST_LINES = 200

/** Of a line, beside its message; never a name, a token or a position. */
type Facts = Readonly<Record<string, string | undefined>>

export class Tally {
  readonly #log: Log
  #counts = new Map<string, { readonly facts: Facts; readonly message: string; times: number }>()
  #stop: (() => void) | undefined

  constructor(log: Log) {
    this.#log = log
  }

  start(): void {
    this.#stop = repeat(EVERY_MS, async () => this.flush())
  }

  close(): void {
    this.#stop?.()
    this.flush()
  }

  count(message: string, facts: Facts = {}): void {
    const key = `${message} ${JSON.stringify(facts)}`
    const known = this.#counts.get(key)
    if (known !== undefined) known.times += 1
    else if (this.#counts.size < MOST_LINES) {
      this.#counts.set(key, { facts, message, times: 0 })
      this.#log.warn({ ...facts, times: 1 }, message)
    } else if (message !== OTHERS) this.count(OTHERS)
  }

  /** Writes what was counted since the last time. */
  flush(): void {
    const counts = this.#counts
    this.#counts = new Map()
    for (const { facts, message, times } of counts.values()) {
      if (times > 0) this.#log.warn({ ...facts, times }, message)
    }
  }
}

const OTHERS = 'more kinds of events than are logged one by one'
