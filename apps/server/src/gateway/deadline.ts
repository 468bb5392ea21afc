/** How long an HTTP sender waits for its COMMIT before it is asked to retry. Source: security rule 48. */
import { refuse } from '../platform/refusal.ts'

const PATIENCE_MS = 5000

/**
 * The work's answer, or 500002 with Retry-After when it takes too long. The work continues: if the report is stored after all, the
 * sender's retry is recognised as a repeat.
 */
export function inTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(refuse('storageBusy', { retryAfterSeconds: 2 })), PATIENCE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
