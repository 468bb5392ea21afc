/** How much a sender and an account may report, so that neither fills the disk nor the others' time. Source: security rule 48. */
import type { Clock } from '../platform/clock.ts'
import type { Limits } from '../platform/limits.ts'
import type { Log } from '../platform/log.ts'
import { Rate } from '../platform/rate.ts'
import type { KnownSender } from './senders.ts'

export class ReportRates {
  readonly #ofSender: Rate
  readonly #ofAccount: Rate

  constructor({ rowsPerMinute }: Limits, { clock, log }: { clock: Clock; log: Log }) {
    this.#ofSender = new Rate(rowsPerMinute.sender, {
      clock,
      onExceeded: (key) =>
        log.warn({ account: key.slice(0, key.indexOf('/')) }, 'Refusing reports: a sender sends too many'),
    })
    this.#ofAccount = new Rate(rowsPerMinute.account, {
      clock,
      onExceeded: (account) => log.warn({ account }, 'Refusing reports: an account sends too many'),
    })
  }

  /** Counts the rows of a report before anything of it is stored; refuses with 429101 what is too much for a minute. */
  count({ accountId, senderId }: Pick<KnownSender, 'accountId' | 'senderId'>, rows: number): void {
    this.#ofSender.count(`${accountId}/${senderId}`, rows)
    this.#ofAccount.count(accountId, rows)
  }
}
