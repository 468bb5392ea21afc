/** Escalation settings of accounts. Source: G86. */
import { DEFAULT_LOCALE, type Locale } from '@whereabouts/contract/locales'
import type { AlertSettings } from '@whereabouts/domain/alarm-life'
import { ACKNOWLEDGE_WITHIN_S } from '@whereabouts/domain/alarms'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Settings of these accounts; without contacts the owner is the contact, the first if there are several. */
export async function findAlertSettings(
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AlertSettings>> {
  const { rows } = await sql<AlertSettings & { account_id: string }>`
    select a.account_id, coalesce(s.acknowledge_within_s, ${ACKNOWLEDGE_WITHIN_S}) as acknowledge_within_s,
      case when jsonb_array_length(s.contacts) > 0 then s.contacts else coalesce((
        select jsonb_build_array(jsonb_build_object('email', email, 'after_s', 0)) from users u
        where u.account_id = a.account_id and class = 'owner' order by created_at, user_id limit 1), '[]')
      end as contacts
    from accounts a left join alert_settings s using (account_id)
    where a.account_id = any(${accountIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ account_id, ...settings }) => [account_id, settings]))
}

export async function getAlertSettings(db: Db, accountId: string): Promise<AlertSettings> {
  return (await findAlertSettings(db, [accountId])).get(accountId) ?? NOBODY
}

/** Of an account that was just deleted. */
const NOBODY: AlertSettings = { acknowledge_within_s: ACKNOWLEDGE_WITHIN_S, contacts: [] }

export async function saveAlertSettings(
  db: Db,
  accountId: string,
  { acknowledge_within_s, contacts }: AlertSettings,
): Promise<void> {
  await sql`
    insert into alert_settings (account_id, acknowledge_within_s, contacts)
    values (${accountId}, ${acknowledge_within_s}, ${JSON.stringify(contacts)}::jsonb)
    on conflict (account_id) do update
      set acknowledge_within_s = excluded.acknowledge_within_s, contacts = excluded.contacts`.execute(db)
}

/** The language of a contact: as a user of the account their own, else the owner's; and the account's address. */
export async function findContact(
  db: Db,
  accountId: string,
  email: string,
): Promise<{ readonly locale: Locale; readonly account_email: string }> {
  const { rows } = await sql<{ locale: Locale; account_email: string }>`
    select coalesce(
        (select locale from users where account_id = ${accountId} and lower(email) = lower(${email})), locale) as locale,
      email as account_email
    from users where account_id = ${accountId} and class = 'owner' order by created_at, user_id limit 1`.execute(db)
  return rows[0] ?? { locale: DEFAULT_LOCALE, account_email: email }
}
