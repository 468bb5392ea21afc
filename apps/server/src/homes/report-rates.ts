/** How much a sender and an account may report, so that neither fills the disk nor the others' time. Source: security rule 48. */
import type { Sender } from '../ingest/receive/recogniser.ts'
import type { Clock } from '../platform/clock.ts'
import type { Limits } from '../platform/http/limits.ts'
import { Rate } from '../platform/http/rate.ts'
import type { Log } from '../platform/log.ts'

export class ReportRates {
  readonly #ofAccount: Rate
  /** By account. */
  readonly #ofSender = new Map<string, Rate>()
  readonly #newRateOfSenders: (account: string) => Rate

  constructor({ rowsPerMinute }: Limits, { clock, log }: { clock: Clock; log: Log }) {
    this.#ofAccount = new Rate(rowsPerMinute.account, {
      clock,
      onExceeded: (account) => log.warn({ account }, 'Refusing reports: an account sends too many'),
    })
    this.#newRateOfSenders = (account) =>
      new Rate(rowsPerMinute.sender, {
        clock,
        onExceeded: () => log.warn({ account }, 'Refusing reports: a sender sends too many'),
      })
  }

  /** Counts the rows of a report before anything of it is stored; refuses with 429101 what is too much for a minute. */
  count({ accountId, senderId }: Pick<Sender, 'accountId' | 'senderId'>, rows: number): void {
    let ofSender = this.#ofSender.get(accountId)
    if (ofSender === undefined) {
      ofSender = this.#newRateOfSenders(accountId)
      this.#ofSender.set(accountId, ofSender)
    }
    ofSender.count(senderId, rows)
    this.#ofAccount.count(accountId, rows)
  }
}
