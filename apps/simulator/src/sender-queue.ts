/**
 * The queue of a sender: one message after the other, in order, as in real phones and stations. While the server is away it
 * retries with back-off, and drops the oldest messages when the backlog is too large.
 */
import type { Counts, Outcome } from './deliveries.ts'

/** Largest backlog that fits a device's memory. */
const MAX_WAITING = 300
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

export interface SenderQueue<Message> {
  push(message: Message): void
  /** Stops delivering; resolves when the current try has ended. */
  stop(): Promise<void>
}

export interface QueueParts<Message> {
  /** One try; never rejects. */
  readonly deliver: (message: Message) => Promise<Outcome>
  readonly counts: Counts
  /** Resolves after so many milliseconds, or at once when the signal fires. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}

export function createSenderQueue<Message>({ deliver, counts, pause }: QueueParts<Message>): SenderQueue<Message> {
  const waiting: Message[] = []
  const stopping = new AbortController()
  let working: Promise<void> | undefined

  async function work(): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS
    for (let message = waiting[0]; message !== undefined && !stopping.signal.aborted; message = waiting[0]) {
      counts.sent++
      const outcome = await deliver(message)
      if (outcome === 'retry') {
        counts.retried++
        await pause(pauseMs, stopping.signal)
        pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
        continue
      }
      counts[outcome]++
      pauseMs = FIRST_PAUSE_MS
      waiting.shift()
    }
    working = undefined
  }

  return {
    push(message) {
      if (stopping.signal.aborted) return
      waiting.push(message)
      if (waiting.length > MAX_WAITING) {
        // The first one is being delivered.
        waiting.splice(1, 1)
        counts.dropped++
      }
      working ??= work()
    },
    async stop() {
      stopping.abort()
      await working
    },
  }
}
