/** Notifies the account's home and open consoles that the account has another carepad, or changed one. */
import type { Carepad } from '@whereabouts/contract/carepads'
import type { App } from '../../context.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { presentCarepad } from './present.ts'
import { getCarepad } from './queries.ts'

/** Call it once the transaction is committed; answers the carepad as calls do. */
export async function tellCarepad(app: App, accountId: string, carepadId: string): Promise<Carepad> {
  await app.homes.of(accountId).tell({ kind: 'changed' })
  app.streams.listChanged(accountId, 'carepads')
  await flushHotRows(app, accountId)
  return presentCarepad(await getCarepad(app.db, accountId, carepadId, app.clock.now()))
}
