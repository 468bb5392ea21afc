/** What streams need of other servers: without them there are none, and every account is at home here. */
import type { Batch } from './batch.ts'

export interface Exchange {
  isHome(accountId: string): boolean
  /** The account is at home here, and other servers have consoles of it. */
  isWatched(accountId: string): boolean
  /** Tells consoles of other servers what changed of an account at home here. */
  publish(accountId: string, batch: Batch): void
  /** Brings what changed of an account to its home, which tells all consoles; never fails, as it is repeated until it has arrived. */
  bring(accountId: string, batch: Batch): void
  /** The first console of the account is here. */
  opened(accountId: string): void
  /** The last one left. */
  closed(accountId: string): void
  /** False while consoles here may miss changes of the account. */
  isLive(accountId: string): boolean
  /** Resolves once consoles here get all changes of the account, or soon with false. */
  whenLive(accountId: string): Promise<boolean>
  /** When people last changed the account (epoch ms), as far as its home knows. */
  editedAtMs(accountId: string): number | undefined
  close(): void
}
