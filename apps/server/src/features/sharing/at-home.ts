/** What people of another account do with a shared device is written down where the device is at home, too. */
import type { App } from '../../context.ts'
import type { Db } from '../../platform/database.ts'
import { recordActivity } from '../activity/record.ts'

/** Writes down in the giver's account what somebody of another account did with a share; from which address is not theirs to know. */
export const recordAtHome = (
  db: Db,
  app: App,
  accountId: string,
  name: string,
  deed: Omit<Parameters<typeof recordActivity>[3], 'ip'>,
): Promise<void> =>
  recordActivity(db, app, { accountId, sessionId: null, deviceType: 'web', name }, { ...deed, ip: '' })
