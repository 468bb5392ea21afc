/**
 * Messages about alarms to LINE groups, in the owner's language. What is pending for a group goes as one message, since LINE counts
 * messages; what LINE refuses is retried. Source: G62; LINE's Messaging API.
 */
import { sql } from 'kysely'
import { findNotifications } from '../events/notifications.ts'
import { type Reader, tell, timeText } from '../events/words.ts'
import type { LineChannel } from '../features/line/channel.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from '../platform/postgres/database.ts'

/** Lease of a group's messages (ms); longer than a try can last. */
const LEASE_MS = 60_000
/** Back-off of a message (ms): five seconds, then twice as long each time; given up after about three hours. */
const FIRST_WAIT_MS = 5_000
const MAX_TRIES = 12
const LONGEST_WAIT_MS = FIRST_WAIT_MS * 2 ** (MAX_TRIES - 2)
/** Lines of one message; LINE takes 5,000 characters. */
const MAX_LINES = 20

interface Group extends Reader {
  readonly account_id: string
  readonly line_group_id: string
  /** LINE's own id of the group. */
  readonly group_id: string
}

interface Sending {
  readonly clock: Clock
  readonly line: LineChannel
  readonly log: Log
}

/** A wait that is longer than any can be was set before a clock was set back. */
const isDue = (now: number) => sql`(next_try_at_ms <= ${now} or next_try_at_ms > ${now + LONGEST_WAIT_MS})`

/** Sends what is due, one message a group; answers how many groups got one. */
export async function sendLineMessages(db: Db, sending: Sending): Promise<number> {
  const now = sending.clock.now()
  const { rows: groups } = await sql<Group>`
    select distinct g.account_id, g.line_group_id, g.group_id, a.timezone, coalesce((
        select locale from users u where u.account_id = a.account_id and class = 'owner' order by created_at, user_id limit 1),
      'en-us') as locale
    from line_messages m join line_groups g using (account_id, line_group_id) join accounts a using (account_id)
    where ${isDue(now)} limit 50`.execute(db)
  for (const group of groups) await sendTo(db, sending, group)
  return groups.length
}

async function sendTo(db: Db, { clock, line, log }: Sending, group: Group): Promise<void> {
  const { account_id, line_group_id, group_id } = group
  const now = clock.now()
  const { rows: taken } = await sql<{ notification_id: string; tries: number }>`
    update line_messages m set next_try_at_ms = ${now + LEASE_MS}, tries = tries + 1
    from (
      select notification_id from line_messages
      where account_id = ${account_id} and line_group_id = ${line_group_id} and ${isDue(now)}
      for update skip locked) as due
    where account_id = ${account_id} and line_group_id = ${line_group_id} and m.notification_id = due.notification_id
    returning m.notification_id, tries`.execute(db)
  if (taken.length === 0) return
  const ids = taken.map(({ notification_id }) => notification_id)
  const rows = await findNotifications(
    db,
    ids.map((id) => ({ account_id, id })),
  )
  const lines = rows.map((row) => {
    const { subject, message } = tell(row, group)
    return `${timeText(row.created_at_ms, now, group.timezone)} ${subject}: ${message}`
  })
  const left = lines.length - MAX_LINES
  const text = [...lines.slice(-MAX_LINES), ...(left > 0 ? [`+${left}`] : [])].join('\n')
  const mine = sql`account_id = ${account_id} and line_group_id = ${line_group_id} and notification_id = any(${ids}::uuid[])`
  try {
    await line.post(group_id, text)
  } catch (error) {
    // Each by its own tries: a fresh one does not wait as long as one that has failed for hours.
    await sql`
      update line_messages set next_try_at_ms =
        case when tries < ${MAX_TRIES} then ${clock.now()}::bigint + ${FIRST_WAIT_MS} * (1 << (tries - 1)) end
      where ${mine}`.execute(db)
    const tries = Math.max(...taken.map((message) => message.tries))
    log.warn({ reason: (error as Error).message, tries }, 'Failed to send alarms to a LINE group; retrying')
    return
  }
  await sql`delete from line_messages where ${mine}`.execute(db)
}
