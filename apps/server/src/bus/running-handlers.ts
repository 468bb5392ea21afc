/** Runs handlers of messages: what one throws harms nothing but its own message, and is told in the log. */
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { BusMessage, Handler } from './bus.ts'

/** Somebody who publishes what we cannot read must not fill the log: a line for each subject each so often (ms). */
const LINE_EVERY_MS = 60_000
/** Handlers that run when the server stops get so long (ms). */
export const DRAIN_MS = 5000
/** Subjects whose last line is remembered. */
const MOST_SUBJECTS = 10_000

/** Resolves with the work, or when it has taken so long (ms). */
export async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}

export class RunningHandlers {
  readonly #log: Log
  readonly #clock: Clock
  readonly #running = new Set<Promise<void>>()
  /** By subject, when its last line was written (ms of the steady clock). */
  readonly #saidAt = new Map<string, number>()

  constructor(log: Log, clock: Clock) {
    this.#log = log
    this.#clock = clock
  }

  /** `answer` sends what the handler answers; it may throw. Never throws itself. */
  run(handler: Handler, message: BusMessage, answer: (payload: Uint8Array) => void): void {
    try {
      const answered = handler(message)
      if (answered === undefined) return
      const run = answered
        .then(answer)
        .catch((error: unknown) => this.#say(message.subject, error))
        .finally(() => this.#running.delete(run))
      this.#running.add(run)
    } catch (error) {
      this.#say(message.subject, error)
    }
  }

  /** Resolves once no handler runs. */
  async finished(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #say(subject: string, error: unknown): void {
    const nowMs = this.#clock.steady()
    const saidAt = this.#saidAt.get(subject)
    if (saidAt !== undefined && nowMs - saidAt < LINE_EVERY_MS) return
    if (this.#saidAt.size >= MOST_SUBJECTS) this.#saidAt.clear()
    this.#saidAt.set(subject, nowMs)
    this.#log.warn({ subject, err: error }, 'Failed to handle a message of the bus; it gets no answer')
  }
}
