/** Keys under which phones encrypt what they send: sealed for one account and sender, opened only while a message is read. */
import type { Log } from '../platform/log.ts'
import type { Seal } from '../platform/seal.ts'
import type { KnownSender } from './senders.ts'

export class PayloadKeys {
  readonly #seal: Seal
  readonly #log: Log

  constructor(seal: Seal, log: Log) {
    this.#seal = seal
    this.#log = log
  }

  /** A key as it is stored: it opens for this account and sender only. */
  close(accountId: string, senderId: string, key: string): Buffer {
    return this.#seal.close(key, placeOf(accountId, senderId))
  }

  /**
   * The key of a sender; undefined where none was entered. One that cannot be opened, as after a restore without the server's
   * secret, counts as none: its messages are set aside as those of a sender without a key, until somebody enters it again.
   */
  of({ accountId, senderId, payloadKeySealed }: KnownSender): string | undefined {
    if (payloadKeySealed === null || payloadKeySealed === undefined) return undefined
    try {
      return this.#seal.open(payloadKeySealed, placeOf(accountId, senderId))
    } catch (error) {
      this.#log.error(
        { reason: (error as Error).message },
        'Failed to decrypt the encryption key of a sender; enter it again at the sender',
      )
      return undefined
    }
  }
}

const placeOf = (accountId: string, senderId: string): string => `${accountId} ${senderId}`
