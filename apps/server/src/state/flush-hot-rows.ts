/** What is read from hot rows is up to ten seconds old, unless their account's home is asked first. Source: decision 0079. */
import { Refusal } from '../platform/refusal.ts'

interface Homes {
  of(accountId: string): { flush(): Promise<void> }
}

/**
 * Afterwards hot rows of the account hold what was reported until now. Where its home cannot be reached, they are as old as they are,
 * and consoles say that they are not live.
 */
export async function flushHotRows({ homes }: { readonly homes: Homes }, accountId: string): Promise<void> {
  try {
    await homes.of(accountId).flush()
  } catch (error) {
    if (!(error instanceof Refusal) || error.errorName !== 'storageBusy') throw error
  }
}
