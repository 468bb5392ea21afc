/**
 * Escalates alarms that nobody has seen or acknowledged: push to every browser, and contact after contact. Any server takes
 * due alarms; a step is committed with its pushes and its mails, or not at all. Source: decision 0024; security rules 50, 52, 54.
 */
import { type AlarmLife, type AlertSettings, isDue, nextStep } from '@whereabouts/domain/alarm-life'
import { sql } from 'kysely'
import { saveLives } from '../features/alarms/queries.ts'
import { findAlertSettings } from '../features/alarms/settings.ts'
import { pushToAll } from '../features/push/queue.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/postgres/database.ts'
import { isAwayForAll, isHeldUp } from '../platform/postgres/storage-away.ts'

/** Most steps of one transaction. */
const BATCH = 200
/** A lock that lasts longer (ms) may be held by a frozen server: the account waits for the next round, and the others go on. */
const LOCK_WAIT_MS = 500
/** The limit after the first blocked account (ms): the same lock may block many, and the others would wait as often. */
const LATER_LOCK_WAIT_MS = 20

interface DueAlarm extends AlarmLife {
  readonly account_id: string
  readonly alarm_id: string
  /** Its latest notification. */
  readonly notification_id: string
}

interface Taking {
  readonly clock: Clock
  /** Some alarms were escalated, and that is committed. */
  readonly onTaken: () => void
  /** A fault of one account's. */
  readonly onFault: (error: unknown) => void
}

/**
 * Takes the due steps. An account that is blocked or faulty is skipped and delays no other.
 */
export async function takeSteps(db: Db, { clock, onTaken, onFault }: Taking): Promise<void> {
  const passedOver = new Set<string>()
  const pass = (accountId: string, error: unknown) => {
    passedOver.add(accountId)
    if (!isHeldUp(error)) onFault(error)
  }
  for (let isMore = true; isMore; ) {
    const found = await db.transaction().execute((transaction) => takeSome(transaction, clock.now(), passedOver, pass))
    if (found.taken > 0) onTaken()
    isMore = found.isFull
  }
}

async function takeSome(
  db: Db,
  now: number,
  passedOver: ReadonlySet<string>,
  pass: (accountId: string, error: unknown) => void,
): Promise<{ taken: number; isFull: boolean }> {
  await limitLockWait(db, passedOver.size > 0)
  const due = (await holdDue(db, now, [...passedOver])).filter((alarm) => isDue(alarm, now))
  const byAccount = Map.groupBy(due, ({ account_id }) => account_id)
  const settings = await findAlertSettings(db, [...byAccount.keys()])
  let taken = 0
  for (const [accountId, alarms] of byAccount) {
    // An account that was deleted took its alarms along.
    const wanted = settings.get(accountId)
    if (wanted === undefined) continue
    await sql`savepoint account`.execute(db)
    try {
      await goFurther(db, accountId, wanted, alarms, now)
      taken += alarms.length
    } catch (error) {
      if (isAwayForAll(error)) throw error
      pass(accountId, error)
      await sql`rollback to savepoint account`.execute(db)
      await limitLockWait(db, true)
    }
    await sql`release savepoint account`.execute(db)
  }
  return { taken, isFull: due.length === BATCH }
}

async function goFurther(
  db: Db,
  accountId: string,
  settings: AlertSettings,
  alarms: readonly DueAlarm[],
  now: number,
): Promise<void> {
  const steps = alarms.map((alarm) => ({ ...alarm, ...nextStep(alarm, settings, now) }))
  await saveLives(db, accountId, steps, now)
  const pushed = steps.filter(({ push }) => push).map(({ notification_id }) => notification_id)
  await pushToAll(db, accountId, pushed, now)
  const letters = steps.flatMap(({ alarm_id, contact }) =>
    contact === undefined ? [] : [{ alarm_id, email: settings.contacts[contact]!.email }],
  )
  await addLetters(db, accountId, letters, now)
}

/** From now on the transaction waits for no lock longer than that; less long once one was blocked in this round. */
export async function limitLockWait(db: Db, wasHeldUp: boolean): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(wasHeldUp ? LATER_LOCK_WAIT_MS : LOCK_WAIT_MS)}`.execute(db)
}

/** Locks the alarms that are due by that time, except of these accounts; those that another server has locked are skipped. */
async function holdDue(db: Db, now: number, passedOver: readonly string[]): Promise<DueAlarm[]> {
  const { rows } = await sql<DueAlarm>`
    select a.account_id, a.alarm_id, a.state, a.repeat, a.shown_at_ms is not null as "isShown", a.told, a.due_at_ms, a.wait_ms,
      coalesce((select n.id from notifications n where n.account_id = a.account_id and n.event_time_ms = a.event_time_ms
        and coalesce(n.again_of, n.id) = a.alarm_id limit 1), a.alarm_id) as notification_id
    from alarms a
    where due_at_ms is not null and state <> 'acknowledged' and (due_at_ms <= ${now} or due_at_ms > ${now}::bigint + wait_ms)
      and account_id <> all(${passedOver}::uuid[])
    order by due_at_ms limit ${BATCH} for update of a skip locked`.execute(db)
  return rows
}

/** Rows for contacts; the mails are queued a moment later. */
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
