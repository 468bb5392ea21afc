/** Makes a tracker ring, so that somebody finds it. Source: G47, G48; security rules 30, 45. */
import type { BodyOf } from '@whereabouts/contract/kit'
import type { trackers } from '@whereabouts/contract/trackers'
import { RING_MS } from '@whereabouts/domain/device-settings'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { recordActivity, recordAtHome } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { acrossAccounts } from '../../platform/postgres/account-scope.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { flushHotRows } from '../../state/flush-hot-rows.ts'
import { countCommand, queueCommands, URGENT_MS } from '../device-commands/queue.ts'
import { sendersNear } from '../device-commands/senders-near.ts'
import { presentCommands, statusOfState } from './present.ts'
import { getTracker, stateOf } from './queries.ts'
import { tellTrackers } from './tell.ts'

/** Answers until when it rings (epoch ms), or null. */
export async function ringTracker(
  app: App,
  actor: Actor,
  body: BodyOf<typeof trackers.ring>,
  ip: string,
): Promise<number | null> {
  const accountId = await accountOf(app.db, actor.accountId, body.device_id)
  const ring = () => ringOf(app, actor, accountId, body, ip)
  return accountId === actor.accountId ? ring() : acrossAccounts(ring)
}

async function ringOf(
  app: App,
  actor: Actor,
  accountId: string,
  { device_id, ringing }: BodyOf<typeof trackers.ring>,
  ip: string,
): Promise<number | null> {
  // What was heard a moment ago counts.
  await flushHotRows(app, accountId)
  const now = app.clock.now()
  const tracker = await getTracker(app.db, accountId, device_id, now)
  // Repeated calls to silence it tell it nothing new, and do not count against the limit.
  if (!ringing && presentCommands(tracker, now).ringing_until_ms === null) return null
  const [near] = await sendersNear(app.db, [{ account_id: accountId, device_id }], now)
  if (ringing) {
    if (tracker.make !== '') throw refuse('notAllowed', { info: 'make' })
    const isConnected = statusOfState(tracker.device_model, stateOf(tracker), now) === 'connected'
    if (!isConnected || near === undefined) throw refuse('notAllowed', { info: 'offline' })
    await countCommand(app, actor, device_id)
  }
  const untilMs = ringing ? now + RING_MS : null
  await app.db.transaction().execute(async (db) => {
    await sql`update trackers set ringing_until_ms = ${untilMs}
      where account_id = ${accountId} and device_id = ${device_id}`.execute(db)
    // A ring that no sender has fetched yet must not start after its end.
    await sql`delete from device_commands
      where account_id = ${accountId} and device_id = ${device_id} and command = 'ring' and taken_at_ms is null`.execute(
      db,
    )
    const parameters = { ringing, duration_s: ringing ? RING_MS / 1000 : 0 }
    if (near !== undefined) {
      const to = { accountId, senderId: near.sender_id, deviceId: device_id }
      await queueCommands(db, app, [{ ...to, command: 'ring', parameters, lastsMs: URGENT_MS }])
    }
    const deed = { action: 'ring_tracker', target: tracker.name } as const
    await recordActivity(db, app, actor, { ...deed, ip })
    // The giver of a shared device can read who rang it.
    if (accountId !== actor.accountId) await recordAtHome(db, app, accountId, actor.name, deed)
  })
  app.downlink.wake()
  await tellTrackers(app, accountId, [{ device_id, ringing_until_ms: untilMs }])
  return untilMs
}

/** The account that owns the device: the caller's own, or the giver of a share. Refuses with 404103 all others. */
async function accountOf(db: Db, accountId: string, deviceId: string): Promise<string> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from trackers where account_id = ${accountId} and device_id = ${deviceId}
    union all
    select account_id from shares where receiver_account_id = ${accountId} and device_id = ${deviceId}`.execute(db)
  if (rows[0] === undefined) throw refuse('deviceNotFound')
  return rows[0].account_id
}
