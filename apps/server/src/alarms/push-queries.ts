/** SQL of due pushes. Cross-account by nature: a worker takes what is due, of any account. */
import { sql } from 'kysely'
import type { Event, Reader } from '../events/words.ts'
import type { Db } from '../platform/postgres/database.ts'

export type DuePush = Event &
  Reader & {
    readonly id: string
    readonly account_id: string
    readonly session_id: string
    readonly notification_id: string
    readonly alarm_id: string | null
    readonly event_time_ms: number
    readonly repeat: boolean
    readonly tries: number
    readonly endpoint: string
    /** The worker that takes it. */
    readonly service: string
    /** base64url. */
    readonly p256dh: string
    readonly auth: string
    /** Its alarm was acknowledged. */
    readonly is_over: boolean
  }

interface Taking {
  readonly now: number
  /** End of the lease (epoch ms). */
  readonly leaseUntil: number
  /** Most pushes in flight to one service. */
  readonly most: number
  /** Pushes in flight, by service. */
  readonly underWay: ReadonlyMap<string, number>
}

/**
 * Takes due pushes, of each service as many as it has room for. The newest first, since a call for help now cannot wait for
 * everything that happened before; and a failed one goes behind those of about the same age, so that retries delay nothing
 * fresh. Those that another server is taking at that moment are left to it.
 */
export async function takePushes(db: Db, { now, leaseUntil, most, underWay }: Taking): Promise<DuePush[]> {
  // From one service to the next by the index: the backlog is never scanned for the few rows of one service.
  const { rows } = await sql<DuePush>`
    with recursive services as (
      select min(service) as service from pushes
      union all
      select (select min(p.service) from pushes p where p.service > s.service) from services s where s.service is not null
    ), due as (
      select turns.id from services
        left join unnest(${[...underWay.keys()]}::text[], ${[...underWay.values()]}::integer[]) as busy (service, under_way)
          using (service)
        cross join lateral (
          select id from pushes p where p.service = services.service and next_try_at_ms <= ${now}
          order by turn_ms desc limit ${most} - coalesce(under_way, 0) for update skip locked
        ) turns
    ), taken as (
      update pushes set next_try_at_ms = ${leaseUntil}, tries = tries + 1
      where id = any(array(select id from due))
      returning id, account_id, session_id, notification_id, tries, service
    )
    select t.*, p.endpoint, p.p256dh, p.auth, n.type, n.device_id, n.facts, n.event_time_ms, n.repeat,
      n.created_at_ms, coalesce(s.locale, u.locale) as locale, c.timezone, a.alarm_id,
      coalesce(a.state = 'acknowledged', false) as is_over
    from taken t
      join push_subscriptions p using (account_id, session_id)
      join sessions s using (account_id, session_id)
      join users u on u.account_id = s.account_id and u.user_id = s.user_id
      join accounts c on c.account_id = t.account_id
      join notifications n on n.account_id = t.account_id and n.id = t.notification_id
      left join alarms a on a.account_id = n.account_id and a.alarm_id = coalesce(n.again_of, n.id)`.execute(db)
  return rows
}

/** Most rows handled at once. */
const MOST_TIDIED = 5000

/** Deletes pushes that could not be sent in time: they were due before then (epoch ms). */
export async function dropLate(db: Db, before: number): Promise<void> {
  await sql`delete from pushes where id = any(array(
    select id from pushes where next_try_at_ms < ${before} limit ${MOST_TIDIED} for update skip locked))`.execute(db)
}

/** Makes pushes due now that wait until after then (epoch ms), longer than any can: a clock was set back since. */
export async function bringForward(db: Db, latestWait: number, now: number): Promise<void> {
  await sql`update pushes set next_try_at_ms = ${now} where id = any(array(
    select id from pushes where next_try_at_ms > ${latestWait} limit ${MOST_TIDIED} for update skip locked))`.execute(
    db,
  )
}

/** It is done. */
export async function dropPush(db: Db, id: string): Promise<void> {
  await sql`delete from pushes where id = ${id}`.execute(db)
}

/** Its service accepted it: no person has seen it yet, but the alarm is on its way. */
export async function markPushed(db: Db, push: DuePush, now: number): Promise<void> {
  await sql`
    with done as (delete from pushes where id = ${push.id})
    update alarms a set state = 'sent', sent_at_ms = ${now}
    from notifications n
    where n.account_id = ${push.account_id} and n.id = ${push.notification_id}
      and a.account_id = n.account_id and a.alarm_id = coalesce(n.again_of, n.id) and a.state = 'raised'`.execute(db)
}

export async function putOff(db: Db, id: string, nextTryAtMs: number): Promise<void> {
  await sql`update pushes set next_try_at_ms = ${nextTryAtMs} where id = ${id}`.execute(db)
}

/** The subscription is gone; other pushes to it are deleted too. */
export async function forgetBrowser(db: Db, { account_id, session_id, endpoint }: DuePush): Promise<void> {
  await sql`delete from push_subscriptions
    where account_id = ${account_id} and session_id = ${session_id} and endpoint = ${endpoint}`.execute(db)
}
