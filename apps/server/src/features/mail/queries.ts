/** SQL of the outbox. Cross-account by nature: a server takes what is due, of any account. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

export interface TakenMail {
  readonly id: string
  /** Null: belongs to no account. */
  readonly account_id: string | null
  readonly email: string
  readonly kind: string
  readonly subject: string
  readonly body_text: string
  readonly body_html: string
  readonly created_at_ms: number
  /** With the one it was taken for. */
  readonly tries: number
  /** Its alarms; none for other mails, and for those queued before there was such a list. */
  readonly alarm_ids: readonly string[]
}

interface Taking {
  readonly now: number
  /** Older ones have expired (epoch ms). */
  readonly usefulFrom: number
  /** End of the lease (epoch ms). */
  readonly leaseUntil: number
  readonly most: number
}

/** Of `mails_alarms`: when it was written, a minute earlier for each try. */
const TURN = sql`created_at_ms - tries * 60000::bigint`
/** How far (ms) the tries of a day put it back at most: two a minute, as leases last half a minute and waits are soon longer. */
const MOST_PUT_BACK_MS = 2 * 86_400_000

/**
 * Leases due mails of alarms. The newest first, since a call for help now cannot wait for everything that happened before; and
 * a failed one goes behind those of about the same age. Those that another server is taking at that moment are left to it.
 */
export const takeAlarmMails = (db: Db, taking: Taking): Promise<TakenMail[]> =>
  take(
    db,
    taking,
    // The bound is there so that rows which have long been useless are not even read.
    sql`kind = 'alarm' and next_try_at_ms <= ${taking.now} and created_at_ms > ${taking.usefulFrom}
      and ${TURN} > ${taking.usefulFrom - MOST_PUT_BACK_MS} order by ${TURN} desc`,
  )

/** Leases other due mails, those first that have waited longest. */
export const takeOtherMails = (db: Db, taking: Taking): Promise<TakenMail[]> =>
  take(
    db,
    taking,
    // None is due before it was written; so useless rows are not even read.
    sql`kind <> 'alarm' and next_try_at_ms <= ${taking.now} and next_try_at_ms > ${taking.usefulFrom}
      and created_at_ms > ${taking.usefulFrom} order by next_try_at_ms`,
  )

async function take(db: Db, { leaseUntil, most }: Taking, due: RawBuilder<unknown>): Promise<TakenMail[]> {
  if (most <= 0) return []
  const { rows } = await sql<TakenMail>`
    update mails set next_try_at_ms = ${leaseUntil}, tries = tries + 1
    where id = any(array(select id from mails where ${due} limit ${most} for update skip locked))
    returning id, account_id, email, kind, subject, body_text, body_html, created_at_ms, tries, alarm_ids`.execute(db)
  return rows
}

/**
 * Renews the leases of mails in flight, each of which was leased until its own time; answers the ids of those that neither
 * another server leased nor that are done since.
 */
export async function keepMails(
  db: Db,
  kept: readonly { readonly id: string; readonly leaseUntil: number }[],
  leaseUntil: number,
): Promise<ReadonlySet<string>> {
  if (kept.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    update mails set next_try_at_ms = ${leaseUntil} where id = any(array(
      select m.id from unnest(${kept.map(({ id }) => id)}::uuid[], ${kept.map((mail) => mail.leaseUntil)}::bigint[])
          as kept (id, lease_until)
        join mails m on m.id = kept.id and m.next_try_at_ms = kept.lease_until
      for update of m skip locked))
    returning id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Most rows of each handled at once. */
const MOST_BROUGHT = 5000

/**
 * Makes mails due now that wait until after then (epoch ms), longer than any can: a clock was set back since. Mails of alarms
 * that may have been sent wait like others.
 */
export async function bringForward(
  db: Db,
  latestWait: { readonly alarms: number; readonly others: number },
  now: number,
): Promise<void> {
  // Asked for in the order of its index, which is taken then whatever the planner believes of how many there are.
  const late = (kind: RawBuilder<unknown>, latest: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    sql`array(select id from mails where ${kind} and next_try_at_ms > ${latest}
      order by ${order} desc limit ${MOST_BROUGHT} for update skip locked)`
  const latestOfAlarms = sql`case when may_be_sent then ${latestWait.others}::bigint else ${latestWait.alarms}::bigint end`
  const alarms = late(sql`kind = 'alarm'`, latestOfAlarms, TURN)
  const others = late(sql`kind <> 'alarm'`, sql`${latestWait.others}`, sql`next_try_at_ms`)
  await sql`update mails set next_try_at_ms = ${now} where id = any(${alarms} || ${others})`.execute(db)
}

export async function markSent(db: Db, id: string, now: number): Promise<void> {
  await sql`update mails set sent_at_ms = ${now}, next_try_at_ms = null, body_text = '', body_html = '', fault = ''
    where id = ${id}`.execute(db)
}

interface Failure {
  /** Epoch ms; null: never. */
  readonly nextTry: number | null
  readonly fault: string
  readonly mayBeSent: boolean
}

/** The try failed, and is repeated or not. */
export async function putOff(db: Db, id: string, { nextTry, fault, mayBeSent }: Failure): Promise<void> {
  await sql`update mails set next_try_at_ms = ${nextTry}::bigint, fault = ${fault}, may_be_sent = ${mayBeSent}
    where id = ${id}`.execute(db)
}

/** It was leased, but is not even tried. */
export async function dropMail(db: Db, id: string, fault: string): Promise<void> {
  await sql`update mails set next_try_at_ms = null, tries = tries - 1, body_text = '', body_html = '', fault = ${fault}
    where id = ${id}`.execute(db)
}
