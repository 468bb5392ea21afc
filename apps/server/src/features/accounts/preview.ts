/** What the page behind a link of a mail says before anything is done. Source: G12, G26, G48. */
import type { MailLink } from '@whereabouts/contract/accounts'
import { sql } from 'kysely'
import type { App } from '../../context.ts'
import type { Db } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { guessing } from '../auth/attempts.ts'
import { findMailLink, type MailLinkRow } from '../mail/links.ts'

/** Looks at a link without using it up; refuses with 401102 one that is over, or whose devices are gone. */
export const previewLink = (app: App, token: string, ip: string): Promise<MailLink> =>
  guessing(app, ip, 'invalidToken', async () => {
    const link = await findMailLink(app.db, token, app.clock.now())
    if (link === undefined) throw refuse('invalidToken')
    const device_names = await namesOf(app.db, link)
    if (link.objects.length > 0 && device_names.length === 0) throw refuse('invalidToken')
    return { purpose: link.purpose, email: link.email, device_names, shared_by: '', has_account: true }
  })

/** Names of the devices a link concerns, as far as they are still there. */
async function namesOf(db: Db, { purpose, account_id, objects }: MailLinkRow): Promise<string[]> {
  if (purpose !== 'remove_trackers' && purpose !== 'remove_stations') return []
  const { rows } = await (purpose === 'remove_trackers'
    ? sql<{ name: string }>`
        select name from trackers where account_id = ${account_id} and device_id = any(${objects}) order by 1`
    : sql<{ name: string }>`
        select t4_name as name from stations where account_id = ${account_id} and t4_id = any(${objects}) order by 1`
  ).execute(db)
  return rows.map(({ name }) => name)
}
