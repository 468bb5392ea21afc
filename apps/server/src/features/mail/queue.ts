/** Puts mails in the outbox, in the transaction of their cause: neither exists without the other (G26). */
import type { Locale } from '@whereabouts/contract/locales'
import { sql } from 'kysely'
import type { Clock, Random } from '../../platform/clock.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { MailFacts, MailKind } from './kinds.ts'
import { composeMail } from './letters.ts'

/** Most mails of one cause to one address in a day, so that nobody is flooded. Source: security rule 30. */
const MAILS_A_DAY = 20
/**
 * Mails that others can cause, each with its own count: somebody who asks for recovery again and again uses up neither invitations
 * nor what the person of the address asks for. A kind that stands nowhere is of the person.
 */
const CAUSES_OF_OTHERS: readonly (readonly MailKind[])[] = [
  ['recovery'],
  ['confirm', 'invitation', 'accept_share', 'change_email', 'confirm_contact'],
]
const UNCOUNTED: readonly MailKind[] = ['password_changed', 'contacts_changed', 'alarm']
const DAY_MS = 86_400_000

/** Pages that links in mails open (G12); the token is in the fragment, which reaches no server and no log. */
const PAGES: Readonly<Record<MailKind, string>> = {
  confirm: '/verify-email',
  recovery: '/reset-password',
  invitation: '/reset-password',
  remove_account: '/delete-account',
  change_email: '/change-email',
  remove_trackers: '/unassign-device',
  remove_stations: '/unassign-device',
  remove_carepads: '/unassign-device',
  accept_share: '/accept-share',
  confirm_contact: '/confirm-contact',
  email_notice: '/',
  password_changed: '/forgot-password',
  contacts_changed: '/setting?tab=alerts',
  alarm: '/map',
}

/** Control characters begin new headers or lines of SMTP where a value is taken for one line. */
const NOT_IN_A_LINE = /\p{Cc}/u

export interface NewMail {
  /** Whose it is; it goes with the account. */
  readonly accountId: string
  readonly to: string
  /** Of who reads it. */
  readonly locale: Locale
  readonly kind: MailKind
  readonly facts: MailFacts
  /** Of the link in it. */
  readonly token?: string
  /** Of what it tells: once people answered for all of these, it is not sent any more. */
  readonly alarmIds?: readonly string[]
}

interface Sending {
  readonly clock: Clock
  readonly random: Random
  /** Origin of links. */
  readonly origin: () => string
}

/**
 * Queues a mail; `db` is the transaction of its cause. Wake the outbox once it is committed.
 * Refuses with 429101 beyond twenty a day of its cause to one address; only alarms and the word that a password or the
 * contacts of alarms were changed are not counted and always go out.
 */
export async function queueMail(db: Db, { clock, random, origin }: Sending, mail: NewMail): Promise<void> {
  const values = [mail.to, ...Object.values(mail.facts).flat()]
  if (values.some((value) => NOT_IN_A_LINE.test(value))) throw refuse('invalidInput', { info: 'mail' })
  const now = clock.now()
  await mustHaveRoom(db, mail, now)
  const url = `${origin()}${PAGES[mail.kind]}${mail.token === undefined ? '' : `#token=${mail.token}`}`
  const { subject, text, html } = composeMail(mail.kind, mail.locale, mail.facts, url)
  await sql`
    insert into mails (id, account_id, email, kind, subject, body_text, body_html, created_at_ms, next_try_at_ms, alarm_ids)
    values (${random.uuid()}, ${mail.accountId}, ${mail.to}, ${mail.kind}, ${subject}, ${text}, ${html}, ${now}, ${now},
      ${mail.alarmIds ?? []})`.execute(db)
}

/** Refuses when the address got its mails of the day and cause. One transaction at a time counts for an address. */
async function mustHaveRoom(db: Db, { to: address, kind }: NewMail, now: number): Promise<void> {
  if (UNCOUNTED.includes(kind)) return
  const ofOthers = CAUSES_OF_OTHERS.find((kinds) => kinds.includes(kind))
  const isCounted =
    ofOthers === undefined
      ? sql`kind <> all(${[...UNCOUNTED, ...CAUSES_OF_OTHERS.flat()]}::text[])`
      : sql`kind = any(${ofOthers}::text[])`
  await sql`select pg_advisory_xact_lock(hashtextextended('mails ' || lower(${address}), 0))`.execute(db)
  const { rows } = await sql<{ created_at_ms: number }>`
    select created_at_ms from mails_to(${address}, ${now - DAY_MS}) where ${isCounted}
    order by created_at_ms desc offset ${MAILS_A_DAY - 1} limit 1`.execute(db)
  const last = rows[0]
  if (last !== undefined) {
    throw refuse('tooManyRequests', { retryAfterSeconds: Math.ceil((last.created_at_ms + DAY_MS - now) / 1000) })
  }
}
