/** How senders that keep a connection open wait: they are answered when their message is stored, however long that takes. */
import { toRefusal } from '../platform/http/answer.ts'

/**
 * Retries while the database is away, or too much was reported within a minute: the sender waits, its socket pauses by itself, nothing
 * is lost. A sender that disconnected meanwhile will send its message again, so the retries end.
 */
export async function untilAnswered<Answer>(work: () => Promise<Answer>, isGone: () => boolean): Promise<Answer> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { errorName } = toRefusal(error)
      if (isGone() || (errorName !== 'storageBusy' && errorName !== 'tooManyRequests')) throw error
      await new Promise((next) => setTimeout(next, 500 + Math.random() * 500))
    }
  }
}
