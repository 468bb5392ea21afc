/**
 * Takes alarms further that nobody has seen or answered for: push to everybody, and contact after contact. Any server takes
 * what is due; a step is there with its pushes and its letters or not at all. Source: decision 0024; security rules 50, 52, 54.
 */
import { type AlarmLife, isDue, nextStep } from '@whereabouts/domain/alarm-life'
import { sql } from 'kysely'
import { saveLives } from '../features/alarms/queries.ts'
import { findAlertSettings } from '../features/alarms/settings.ts'
import { pushToAll } from '../features/notifications/push-queries.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'

/** Steps of one transaction. */
const BATCH = 200

interface DueAlarm extends AlarmLife {
  readonly account_id: string
  readonly alarm_id: string
  /** The notification that spoke of it last. */
  readonly notification_id: string
}

interface Steps {
  /** Alarms that went further. */
  readonly count: number
  /** There may be more. */
  readonly isMore: boolean
}

/** Does the steps that are due, as many as fit in one transaction. */
export const takeSteps = (db: Db, clock: Clock): Promise<Steps> =>
  db.transaction().execute(async (transaction) => {
    const now = clock.now()
    const due = (await holdDue(transaction, now)).filter((alarm) => isDue(alarm, now))
    const byAccount = Map.groupBy(due, ({ account_id }) => account_id)
    const settings = await findAlertSettings(transaction, [...byAccount.keys()])
    for (const [accountId, alarms] of byAccount) {
      // An account that was deleted took its alarms along.
      const wanted = settings.get(accountId)
      if (wanted === undefined) continue
      const steps = alarms.map((alarm) => ({ ...alarm, ...nextStep(alarm, wanted, now) }))
      await saveLives(transaction, accountId, steps, now)
      const pushed = steps.filter(({ push }) => push).map(({ notification_id }) => notification_id)
      await pushToAll(transaction, accountId, pushed, now)
      await addLetters(
        transaction,
        accountId,
        steps.flatMap(({ alarm_id, contact }) =>
          contact === undefined ? [] : [{ alarm_id, email: wanted.contacts[contact]!.email }],
        ),
        now,
      )
    }
    return { count: due.length, isMore: due.length === BATCH }
  })

/** Locks what is due by that time; what another server holds is its. */
async function holdDue(db: Db, now: number): Promise<DueAlarm[]> {
  const { rows } = await sql<DueAlarm>`
    select a.account_id, a.alarm_id, a.state, a.repeat, a.shown_at_ms is not null as "isShown", a.told, a.due_at_ms, a.wait_ms,
      coalesce((select n.id from notifications n where n.account_id = a.account_id and n.event_time_ms = a.event_time_ms
        and coalesce(n.again_of, n.id) = a.alarm_id limit 1), a.alarm_id) as notification_id
    from alarms a
    where due_at_ms is not null and (due_at_ms <= ${now} or due_at_ms > ${now}::bigint + wait_ms)
    order by due_at_ms limit ${BATCH} for update of a skip locked`.execute(db)
  return rows
}

/** What contacts are to be told; the letters that tell it are written a moment later. */
async function addLetters(
  db: Db,
  accountId: string,
  letters: readonly { readonly alarm_id: string; readonly email: string }[],
  now: number,
): Promise<void> {
  await sql`
    insert into alarm_letters (account_id, email, alarm_id, created_at_ms)
    select ${accountId}::uuid, email, alarm_id, ${now}::bigint
    from unnest(${letters.map(({ email }) => email)}::text[], ${letters.map(({ alarm_id }) => alarm_id)}::uuid[])
      as letters (email, alarm_id)
    on conflict do nothing`.execute(db)
}
