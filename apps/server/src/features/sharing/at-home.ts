/** Records what people of another account do with a shared device in its own account's activity log, too. */
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Records in the giver's account what a receiver did with a share; the receiver's address is left out. */
export const recordAtHome = (
  db: Db,
  app: App,
  accountId: string,
  name: string,
  deed: Omit<Parameters<typeof recordActivity>[3], 'ip'>,
): Promise<void> =>
  recordActivity(db, app, { accountId, sessionId: null, deviceType: 'web', name }, { ...deed, ip: '' })
