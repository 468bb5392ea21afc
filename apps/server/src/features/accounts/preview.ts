/** Describes what the link of a mail will do, before it does it. Source: G12, G26, G48. */
import type { MailLink } from '@whereabouts/contract/accounts'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../context.ts'
import { guessing } from '../../platform/http/attempts.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { findPerson, getPerson } from '../../state/people.ts'
import { findMailLink, type MailLinkRow } from '../mail/links.ts'

/** Reads a link without using it; refuses with 401102 one that is over, or whose devices, share or contact are gone. */
export const previewLink = (app: App, token: string, ip: string): Promise<MailLink> =>
  guessing(app, ip, 'invalidToken', async () => {
    const link = await findMailLink(app.db, token, app.clock.now())
    if (link === undefined) throw refuse('invalidToken')
    const device_names = await namesOf(app.db, link)
    if (link.objects.length > 0 && device_names.length === 0) throw refuse('invalidToken')
    const { purpose, email } = link
    if (purpose !== 'accept_share' && purpose !== 'confirm_contact') {
      return { purpose, email, device_names, shared_by: '', has_account: true }
    }
    const { fullname } = await getPerson(app.db, link.account_id ?? '', link.user_id ?? '')
    if (purpose === 'confirm_contact') {
      return { purpose, email, device_names: [], shared_by: fullname, has_account: true }
    }
    const has_account = (await findPerson(app.db, email)) !== undefined
    return { purpose, email, device_names, shared_by: fullname, has_account }
  })

type Names = (accountId: string, objects: readonly string[]) => RawBuilder<{ name: string }>

/** By what a link is for, the names of the devices it concerns; of a contact its address. */
const NAMES = {
  remove_trackers: (accountId, ids) => sql`
    select name from trackers where account_id = ${accountId} and device_id = any(${ids}) order by 1`,
  remove_stations: (accountId, ids) => sql`
    select t4_name as name from stations where account_id = ${accountId} and t4_id = any(${ids}) order by 1`,
  remove_carepads: (accountId, ids) => sql`
    select written_name as name from carepads where account_id = ${accountId} and carepad_id = any(${ids}) order by 1`,
  accept_share: (accountId, ids) => sql`
    select name from shares join trackers using (account_id, device_id)
    where account_id = ${accountId} and share_id = any(${ids}::uuid[]) and receiver_account_id is null`,
  confirm_contact: (accountId, emails) => sql`
    select contact ->> 'email' as name from alert_settings cross join jsonb_array_elements(contacts) as contact
    where account_id = ${accountId} and lower(contact ->> 'email') = any(${emails})`,
} as const satisfies Record<string, Names>

/** Names of the devices a link is about, as far as they still exist. */
async function namesOf(db: Db, { purpose, account_id, objects }: MailLinkRow): Promise<string[]> {
  if (!(purpose in NAMES)) return []
  const { rows } = await NAMES[purpose as keyof typeof NAMES](account_id ?? '', objects).execute(db)
  return rows.map(({ name }) => name)
}
