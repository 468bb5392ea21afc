/** The notification of a stop, which no list shows; it stops rings and closes notifications. Source: G64. */
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Db } from '../platform/postgres/database.ts'
import type { Facts } from '../state/facts.ts'
import type { Raiser } from './raise.ts'
import { queueNotifications } from './sinks.ts'

/** Most alarms in one push: services take 4 KB. */
const MOST_NAMED = 80

/**
 * Queues pushes that close notifications of alarms which were acknowledged from the list. Open consoles learn of these alarms by
 * themselves and get nothing else: the push has no time, so it stops no ring.
 */
export async function pushAnswered(
  db: Db,
  { clock, random, sinks }: Raiser,
  { accountId, name }: Actor,
  alarmIds: readonly string[],
): Promise<void> {
  const now = clock.now()
  const ids: string[] = []
  for (let from = 0; from < alarmIds.length; from += MOST_NAMED) {
    const id = random.uuid()
    const alarm_ids = alarmIds.slice(from, from + MOST_NAMED)
    await insertDisengage(db, accountId, { id, facts: { by: name, alarm_ids }, event_time_ms: 0, now })
    ids.push(id)
  }
  await queueNotifications(db, sinks, { accountId, pushed: ids, alarms: [], now })
}

interface NewStop {
  readonly id: string
  readonly facts: Facts<'disengage'>
  readonly event_time_ms: number
  readonly now: number
}

/** The notification of a stop; it is in no list. */
export async function insertDisengage(db: Db, accountId: string, stop: NewStop): Promise<void> {
  await sql`
    insert into notifications (account_id, id, type, is_listed, facts, event_time_ms, repeat, created_at_ms)
    values (${accountId}, ${stop.id}, 'disengage', false, ${JSON.stringify(stop.facts)}::jsonb, ${stop.event_time_ms}, false,
      ${stop.now})`.execute(db)
}
