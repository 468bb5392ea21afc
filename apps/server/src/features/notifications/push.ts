/**
 * Messages between consoles: stop the ring, and test. Source: G10, G64; security rules 49, 51.
 */
import type { Alarm } from '@whereabouts/contract/notifications'
import { DUPLICATE_WITHIN_MS } from '@whereabouts/domain/alarms'
import { boundedTime } from '@whereabouts/domain/told-times'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import { recordActivity } from '../../events/activity.ts'
import { raise, resend, takeEventTimes } from '../../events/raise.ts'
import { queueNotifications } from '../../events/sinks.ts'
import { insertDisengage } from '../../events/stops.ts'
import type { Actor } from '../../platform/actor.ts'
import { countRequest } from '../../platform/http/attempts.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { acknowledgeHeld } from '../alarms/acknowledge.ts'
import { namesOf } from '../alarms/names.ts'
import { holdAlarms } from '../alarms/queries.ts'

/** Of an account: many sessions and many addresses get no more. `disengage` is never throttled: many alarms at once must all be stoppable (G10). */
const TESTS = { kind: 'test push', most: 10, windowMs: 60_000 }

interface Stop {
  readonly event_time_ms: number
  readonly alarm_ids?: readonly string[] | undefined
}

/** The alarms that were stopped, and the time of events that are over (epoch ms). */
interface Stopped {
  readonly event_time_ms: number
  readonly alarms: Alarm[]
}

/**
 * Stops the ring on every console. It ends all events up to the time in its answer. That time is the server's where the browser's is
 * later. An earlier alarm that the console did not name is sent again with a time just after it. Refuses with 400003 the same press of a
 * session within a second, where it would have no effect.
 */
export async function disengage(app: App, actor: Actor, stop: Stop, ip: string): Promise<Stopped> {
  const stopped = await app.urgentDb.transaction().execute((db) => stopRing(db, app, actor, stop, ip))
  app.alarms.wake()
  return stopped
}

async function stopRing(db: Db, app: App, actor: Actor, stop: Stop, ip: string): Promise<Stopped> {
  const { accountId } = actor
  const now = app.clock.now()
  const lastEventMs = await lockEvents(db, accountId)
  const named = stop.alarm_ids && new Set(stop.alarm_ids.map((id) => id.toLowerCase()))
  const held = await holdAlarms(db, accountId, { ids: [...(named ?? [])], open: true })
  // After a clock was set back, times of events run ahead of it; a stop before the alarms it names would leave them ringing.
  const cut = boundedTime(stop.event_time_ms, Math.max(now, lastEventMs))
  const isNamed = ({ alarm_id }: (typeof held)[number]) => named?.has(alarm_id) === true
  const event_time_ms = Math.max(cut, ...held.filter(isNamed).map((alarm) => alarm.event_time_ms))
  const before = held.filter((alarm) => alarm.isOpen && alarm.event_time_ms <= event_time_ms)
  const over = named === undefined ? before : held.filter(isNamed)
  const unseen = named === undefined ? [] : before.filter((alarm) => !isNamed(alarm))

  const press = `disengage ${named === undefined ? 'all' : [...named].sort().join(' ')}`
  const isRepeat = !(await takePress(db, actor, press, now))
  if (isRepeat && over.length === 0 && unseen.length === 0) throw refuse('duplicateMessage')

  await sql`update alert_states set disengaged_at_ms = greatest(disengaged_at_ms, ${event_time_ms})
    where account_id = ${accountId}`.execute(db)
  const stopId = app.random.uuid()
  await insertDisengage(db, accountId, { id: stopId, facts: { by: actor.name }, event_time_ms, now })
  const alarms = await acknowledgeHeld(db, app, actor, over)
  const again = unseen.map(({ alarm_id }) => ({ alarm_id, id: app.random.uuid() }))
  if (again.length > 0) {
    await resend(db, accountId, again, await takeEventTimes(db, accountId, again.length, now), now)
  }
  const pushed = [stopId, ...again.map(({ id }) => id)]
  await queueNotifications(db, app.sinks, { accountId, pushed, alarms: [], now })
  await recordActivity(db, app, actor, { action: 'stop_ring', target: namesOf(over), ip })
  return { event_time_ms, alarms }
}

/** Locks the account against raising and stopping until the transaction ends; answers the time of its last event. */
async function lockEvents(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ last_event_ms: number }>`
    insert into alert_states as a (account_id) values (${accountId})
    on conflict (account_id) do update set last_event_ms = a.last_event_ms
    returning last_event_ms`.execute(db)
  return rows[0]!.last_event_ms
}

/** Rings once on every console, and acknowledges nothing. Refuses with 400003 the second within a second. */
export async function testRing(app: App, actor: Actor): Promise<Stopped> {
  const { accountId } = actor
  await countRequest(app, TESTS, accountId)
  const now = app.clock.now()
  const event_time_ms = await app.urgentDb.transaction().execute(async (db) => {
    await lockEvents(db, accountId)
    if (!(await takePress(db, actor, 'test', now))) throw refuse('duplicateMessage')
    const facts = { by: actor.name }
    const test = { type: 'test', deviceId: null, facts, happenedAtMs: now } as const
    const id = await raise(db, app, { ...test, accountId, listed: false })
    const { rows } = await sql<{ event_time_ms: number }>`
      select event_time_ms from notifications where account_id = ${accountId} and id = ${id}`.execute(db)
    return rows[0]!.event_time_ms
  })
  app.alarms.wake()
  return { event_time_ms, alarms: [] }
}

/** Stores a press of a session; false when it pressed the same within a second. */
async function takePress(db: Db, { accountId, sessionId }: Actor, press: string, now: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update sessions set pressed = md5(${press}), pressed_at_ms = ${now}
    where account_id = ${accountId} and session_id = ${sessionId}
      and not (pressed = md5(${press}) and abs(pressed_at_ms - ${now}) < ${DUPLICATE_WITHIN_MS})`.execute(db)
  return numAffectedRows === 1n
}
