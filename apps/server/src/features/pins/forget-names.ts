/**
 * What the server wrote with the names of carepads before they came under a PIN says their ids from then on. Mails and messages
 * that were written are out of reach, and so are copies of the database.
 */
import type { ActivityAction } from '@whereabouts/contract/activity'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

const OF_CAREPADS = [
  ...(['add_carepad', 'change_carepad', 'ask_carepad_removal', 'remove_carepad', 'comment_excursion'] as const),
]
const OF_TEMPERATURES = ['high_temperature', 'low_temperature', 'back_to_normal']

/** Call it while the names are still as they were. */
export async function forgetNames(db: Db, accountId: string): Promise<void> {
  const isOfCarepad = (id: string, type: string) => sql`(${sql.raw(type)} = any(${OF_TEMPERATURES}::text[]) or exists (
    select from carepads p where p.account_id = ${accountId} and p.carepad_id = ${sql.raw(id)}))`
  await sql`update notifications n set facts = facts || jsonb_build_object('device_name', device_id)
    where account_id = ${accountId} and facts ? 'device_name' and ${isOfCarepad('n.device_id', 'n.type')}`.execute(db)

  /** The elements of an array of a report, those of carepads as `changed`. */
  const elements = (array: string, type: string, changed: RawBuilder<unknown>) => sql`coalesce((
    select jsonb_agg(case when ${isOfCarepad("each ->> 'device_id'", type)} then each || ${changed} else each end
      order by place)
    from jsonb_array_elements(content -> ${sql.lit(array)}) with ordinality as of_array (each, place)), '[]')`
  const idAsName = sql`jsonb_build_object('name', each -> 'device_id')`
  const idAsFact = sql`jsonb_build_object('facts', each -> 'facts' || jsonb_build_object('device_name', each -> 'device_id'))`
  await sql`update shift_reports set content = content || jsonb_build_object(
      'temperatures', ${elements('temperatures', "'high_temperature'", idAsName)},
      'low_batteries', ${elements('low_batteries', "''", idAsName)},
      'alarms', ${elements('alarms', "each ->> 'type'", idAsFact)})
    where account_id = ${accountId} and content is not null`.execute(db)

  await sql`update excursions set carepad_name = carepad_id where account_id = ${accountId}`.execute(db)

  // By its name, while that is known; an older one stands nowhere else.
  await sql`update activity_logs l set target = coalesce((
      select carepad_id from carepads c
      where c.account_id = ${accountId} and l.target in (c.carepad_id, c.carepad_name) limit 1), '')
    where account_id = ${accountId} and (action = any(${OF_CAREPADS satisfies readonly ActivityAction[]}::text[])
      or action = 'claim_tag' and not exists (
        select from trackers t where t.account_id = ${accountId} and l.target in (t.device_id, t.name)))`.execute(db)
}
