/** What mails leave behind and nobody needs any longer. */
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

const DAY_MS = 86_400_000
/** The operator may look this long for what became of a mail (ms). */
const MAILS_KEPT_MS = 7 * DAY_MS
/** Who opens a used or cancelled link this long after (ms) is still told which it is. */
const LINKS_KEPT_MS = 30 * DAY_MS

/** Deletes mails of more than a week ago, and links that are long over. */
export async function sweepMails(db: Db, now: number): Promise<void> {
  await sql`delete from mails where created_at_ms < ${now - MAILS_KEPT_MS}`.execute(db)
  await sql`delete from mail_links where expires_at_ms < ${now - LINKS_KEPT_MS}`.execute(db)
}
