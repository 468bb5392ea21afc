/**
 * Rings alarms again to whose person somebody went, and nobody said in time that the person was seen. The account is locked against raising
 * and stopping meanwhile, so that of several servers one does it and the time of the event is later than every stop. Source: decision 0040.
 */
import { arrivalStep } from '@whereabouts/domain/alarm-life'
import { sql } from 'kysely'
import { recordActivity } from '../events/activity.ts'
import { hasListeners, resend, takeEventTimes } from '../events/raise.ts'
import { namesOf } from '../features/alarms/names.ts'
import { endGoing, holdOverdue, listAccountsOverdue, saveLives } from '../features/alarms/queries.ts'
import { pushToAll } from '../features/push/queue.ts'
import type { Clock, Random } from '../platform/clock.ts'
import type { Db } from '../platform/postgres/database.ts'
import { isAwayForAll, isHeldUp } from '../platform/postgres/storage-away.ts'
import { limitLockWait } from './life.ts'

interface Deps {
  readonly clock: Clock
  readonly random: Random
}

interface Ringing extends Deps {
  /** Something rings again, and that is committed. */
  readonly onTaken: () => void
  /** A fault of one account's. */
  readonly onFault: (error: unknown) => void
}

/** An account that is blocked or faulty is skipped until the next round and delays no other. */
export async function ringAgain(db: Db, { onTaken, onFault, ...deps }: Ringing): Promise<void> {
  let wasHeldUp = false
  for (const accountId of await listAccountsOverdue(db, deps.clock.now())) {
    try {
      const count = await db.transaction().execute(async (transaction) => {
        await limitLockWait(transaction, wasHeldUp)
        return ringAccount(transaction, deps, accountId)
      })
      if (count > 0) onTaken()
    } catch (error) {
      if (isAwayForAll(error)) throw error
      wasHeldUp ||= isHeldUp(error)
      if (!isHeldUp(error)) onFault(error)
    }
  }
}

async function ringAccount(db: Db, deps: Deps, accountId: string): Promise<number> {
  // In the same order of locks as raising and stopping.
  await sql`select from alert_states where account_id = ${accountId} for update`.execute(db)
  const now = deps.clock.now()
  const overdue = await holdOverdue(db, accountId, now)
  const isHeard = await hasListeners(db, accountId)
  const steps = overdue.map((alarm) => ({ alarm, ...arrivalStep(alarm, isHeard, now) }))
  const waiting = steps.filter(({ ringsAgain }) => !ringsAgain)
  await waitOn(
    db,
    accountId,
    waiting.map(({ alarm, life }) => ({ alarm_id: alarm.alarm_id, due_at_ms: life.due_at_ms })),
  )
  const again = steps.filter(({ ringsAgain }) => ringsAgain)
  if (again.length === 0) return 0
  const ids = again.map(({ alarm }) => alarm.alarm_id)
  const resent = ids.map((alarm_id) => ({ alarm_id, id: deps.random.uuid() }))
  await resend(db, accountId, resent, await takeEventTimes(db, accountId, resent.length, now), now)
  await saveLives(
    db,
    accountId,
    again.map(({ alarm, life }) => ({ alarm_id: alarm.alarm_id, life })),
    now,
  )
  await endGoing(db, accountId, ids, now)
  for (const [name, alarms] of Map.groupBy(again, ({ alarm }) => alarm.going_by ?? '')) {
    const doer = { accountId, sessionId: null, deviceType: 'web', name } as const
    const target = namesOf(alarms.map(({ alarm }) => alarm))
    await recordActivity(db, deps, doer, { action: 'ring_again', target, ip: '' })
  }
  // One that is escalated at once is pushed by that step.
  const pushed = again.some(({ life }) => life.wait_ms > 0) ? resent.map(({ id }) => id) : []
  await pushToAll(db, accountId, pushed, now)
  return again.length
}

/** The clock was set back: they wait their delay again. */
async function waitOn(
  db: Db,
  accountId: string,
  alarms: readonly { readonly alarm_id: string; readonly due_at_ms: number | null }[],
): Promise<void> {
  if (alarms.length === 0) return
  await sql`update alarms a set due_at_ms = w.due_at_ms
    from jsonb_to_recordset(${JSON.stringify(alarms)}::jsonb) as w (alarm_id uuid, due_at_ms bigint)
    where a.account_id = ${accountId} and a.alarm_id = w.alarm_id`.execute(db)
}
