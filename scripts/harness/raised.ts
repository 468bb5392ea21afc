/** Raises alarms as the rules do, in a transaction of their own, for tests of what becomes of them. */
import { type Happening, raiseAll } from '../../apps/server/src/events/raise.ts'
import { asAccount } from '../../apps/server/src/platform/postgres/account-scope.ts'
import type { TestApp } from './test-app.ts'

/** Somebody pressed a help button. */
export const helpOf = (deviceId: string, name: string, happenedAtMs: number): Happening => ({
  type: 'help',
  deviceId,
  facts: { device_name: name, place: '2F East' },
  happenedAtMs,
})

/** Raises what happened in an account, and wakes the server as who raises does; answers the ids. */
export async function raised(
  { running: { app } }: Pick<TestApp, 'running'>,
  accountId: string,
  ...happenings: readonly Happening[]
): Promise<readonly string[]> {
  const ids = await asAccount(accountId, () =>
    app.urgentDb.transaction().execute((db) => raiseAll(db, app, accountId, happenings)),
  )
  app.alarms.wake()
  return ids
}
