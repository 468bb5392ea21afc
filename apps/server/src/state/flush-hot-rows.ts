/** What is read from hot rows is up to ten seconds old, unless their account's home is asked first. Source: decision 0079. */
import { Refusal } from '../platform/refusal.ts'

interface Homes {
  of(accountId: string): { flush(): Promise<void>; settle(): Promise<void> }
}

/**
 * Afterwards hot rows of the account hold what was reported until now. Where its home cannot be reached, they are as old as they are,
 * and consoles say that they are not live.
 */
export const flushHotRows = ({ homes }: { readonly homes: Homes }, accountId: string): Promise<void> =>
  unlessAway(homes.of(accountId).flush())

/**
 * The same before a question about the past: it holds what was reported until now, also what came late, unless that takes longer than
 * two seconds. Source: decision 0086.
 */
export const settlePast = ({ homes }: { readonly homes: Homes }, accountId: string): Promise<void> =>
  unlessAway(homes.of(accountId).settle())

async function unlessAway(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refusal) || error.errorName !== 'storageBusy') throw error
  }
}
