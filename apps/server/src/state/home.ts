/** What a server that is home for accounts may do: only as long as it is. */
import { Refusal } from '../platform/refusal.ts'

/** This server is not home for the account, or not any more. Senders that hear it try again. */
export class Moved extends Refusal {
  override readonly name = 'Moved'

  constructor() {
    super('storageBusy', { retryAfterSeconds: 1 })
  }
}
