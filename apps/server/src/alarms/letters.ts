/**
 * Mails to contacts of alarms nobody answered for. Many at once make one mail, and a contact gets one in half a minute: the
 * rest waits for the next, in the database. Source: security rule 52; G86.
 */
import { sql } from 'kysely'
import { findOpenByIds } from '../features/alarms/queries.ts'
import { findContact } from '../features/alarms/settings.ts'
import { queueMail } from '../features/mail/queue.ts'
import { tell, timeText } from '../features/notifications/words.ts'
import type { Clock, Random } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { isAwayForAll, isHeldUp } from '../platform/storage-away.ts'
import { limitLockWait } from './life.ts'

/** Between two mails to one contact (ms). */
const PAUSE_MS = 30_000

interface Sending {
  readonly clock: Clock
  readonly random: Random
  /** Origin of links. */
  readonly origin: () => string
}

/** Queues the mails that may go now; answers how many. Wake the outbox then. Tells `onFault` what is wrong with one contact's. */
export async function writeLetters(db: Db, sending: Sending, onFault: (error: unknown) => void): Promise<number> {
  const now = sending.clock.now()
  const { rows } = await sql<Contact>`
    select distinct account_id, lower(email) as email from alarm_letters l where not ${wasJustWritten(now)}`.execute(db)
  let written = 0
  let wasHeldUp = false
  for (const contact of rows) {
    try {
      const isWritten = await db.transaction().execute(async (transaction) => {
        await limitLockWait(transaction, wasHeldUp)
        return writeTo(transaction, sending, contact)
      })
      if (isWritten) written += 1
    } catch (error) {
      // His waits for the next look, and holds up nobody else's.
      if (isAwayForAll(error)) throw error
      if (isHeldUp(error)) wasHeldUp = true
      else onFault(error)
    }
  }
  return written
}

interface Contact {
  readonly account_id: string
  /** In small letters. */
  readonly email: string
}

/**
 * True of a contact `l` whose last such mail was written within the pause. The last is the one written last, whatever its time: times
 * to come are of a clock that was set back, and so may be times of those before it.
 */
const wasJustWritten = (now: number) => sql`coalesce((
  select m.created_at_ms > ${now - PAUSE_MS} and m.created_at_ms <= ${now} from mails m
  where lower(m.email) = lower(l.email) and m.account_id = l.account_id and m.kind = 'alarm'
  order by m.written desc limit 1), false)`

/** Tells a contact all that waits for him; false where there is nothing left to tell. */
async function writeTo(db: Db, sending: Sending, { account_id, email }: Contact): Promise<boolean> {
  // Another server may be writing to him just now.
  const { rows: held } = await sql<{ is_held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('alarm letters ' || ${account_id} || ${email}, 0)) as is_held`.execute(
    db,
  )
  if (held[0]?.is_held !== true) return false
  const now = sending.clock.now()
  const { rows } = await sql<{ alarm_id: string; email: string; timezone: string }>`
    delete from alarm_letters l using accounts a
    where a.account_id = l.account_id and l.account_id = ${account_id} and lower(l.email) = ${email}
      and not ${wasJustWritten(now)}
    returning l.alarm_id, l.email, a.timezone`.execute(db)
  const [first] = rows
  if (first === undefined) return false
  // Somebody may have answered for one meanwhile.
  const open = await findOpenByIds(
    db,
    account_id,
    rows.map(({ alarm_id }) => alarm_id),
  )
  if (open.length === 0) return false
  const { locale, account_email } = await findContact(db, account_id, email)
  const reader = { locale, timezone: first.timezone }
  const alarms = open.map((row) => {
    const { subject, message } = tell(row, reader)
    return inOneLine(`${timeText(row.created_at_ms, now, reader.timezone)} ${subject}: ${message}`)
  })
  await queueMail(db, sending, {
    ...{ accountId: account_id, to: first.email, locale, kind: 'alarm' },
    facts: { email: account_email, alarms },
    alarmIds: open.map(({ id }) => id),
  })
  return true
}

/** Names may hold what no line of a mail may; an alarm is told all the same. */
const inOneLine = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ')
