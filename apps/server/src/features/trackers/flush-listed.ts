/** Lists are read from hot rows, which are written up to ten seconds after the reports. */
import type { AnyApp } from '../../context.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { listGivers } from '../../state/shares.ts'

/** Afterwards the hot rows of all trackers that the account sees hold what was reported until now: its own, and those shared with it. */
export async function flushListed(app: Pick<AnyApp, 'db' | 'homes'>, accountId: string): Promise<void> {
  const givers = await listGivers(app.db, accountId)
  await Promise.all([accountId, ...givers].map((id) => flushHotRows(app, id)))
}
