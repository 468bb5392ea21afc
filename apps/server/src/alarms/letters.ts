/**
 * Mails to contacts about alarms that nobody acknowledged. Many at once make one mail, and a contact gets one in half a minute:
 * the rest waits for the next, in the database. Source: security rule 52; G86.
 */
import { sql } from 'kysely'
import { findOpenByIds } from '../events/notifications.ts'
import { tell, timeText } from '../events/words.ts'
import { findContact } from '../features/alarms/settings.ts'
import { queueMail } from '../features/mail/queue.ts'
import type { Clock, Random } from '../platform/clock.ts'
import type { Db } from '../platform/postgres/database.ts'
import { isAwayForAll, isHeldUp } from '../platform/postgres/storage-away.ts'
import { limitLockWait } from './life.ts'

/** Pause between two mails to one contact (ms). */
const PAUSE_MS = 30_000

interface Sending {
  readonly clock: Clock
  readonly random: Random
  /** Origin of links. */
  readonly origin: () => string
}

/** Queues the mails that may go now; answers how many. Wake the outbox then. `onFault` gets what is wrong with one contact's. */
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
      // This contact's waits for the next round, and delays nobody else's.
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
 * True for a contact `l` whose last such mail was written within the pause. The last is the one written last, whatever its time: a
 * time in the future was stored before a clock was set back, and so may earlier ones.
 */
const wasJustWritten = (now: number) => sql`coalesce((
  select m.created_at_ms > ${now - PAUSE_MS} and m.created_at_ms <= ${now} from mails m
  where lower(m.email) = lower(l.email) and m.account_id = l.account_id and m.kind = 'alarm'
  order by m.written desc limit 1), false)`

/** Queues one mail with everything pending for a contact; false where nothing is left to send. */
async function writeTo(db: Db, sending: Sending, { account_id, email }: Contact): Promise<boolean> {
  // Another server may be queuing one for the contact at this moment.
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
  // One may have been acknowledged meanwhile.
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

/** Names may hold characters that a line of a mail may not; the alarm is mailed all the same. */
const inOneLine = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ')
