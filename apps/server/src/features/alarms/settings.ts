/** Escalation settings of accounts. Source: G86. */
import type { AlertSettings as NamedContacts } from '@whereabouts/contract/alarms'
import { DEFAULT_LOCALE, type Locale } from '@whereabouts/contract/locales'
import type { AlertSettings } from '@whereabouts/domain/alarm-life'
import { ACKNOWLEDGE_WITHIN_S, ARRIVE_WITHIN_S } from '@whereabouts/domain/alarms'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** True of a contact that agreed to be told, and of people of the account who confirmed their address. */
const isConfirmed = sql`(
  exists (select from confirmed_contacts c where c.account_id = a.account_id and c.email = lower(contact ->> 'email'))
  or exists (select from users u
             where u.account_id = a.account_id and lower(u.email) = lower(contact ->> 'email') and u.verified))`

/** The first owner, as the one contact. */
const ownerAsContact = sql`
  select jsonb_build_array(jsonb_build_object('email', email, 'after_s', 0, 'is_confirmed', true)) from users u
  where u.account_id = a.account_id and class = 'owner' order by created_at, user_id limit 1`

/** Settings of these accounts as alarms follow them; without confirmed contacts the owner is the contact. */
export async function findAlertSettings(
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AlertSettings>> {
  const { rows } = await sql<AlertSettings & { account_id: string }>`
    select a.account_id, coalesce(s.acknowledge_within_s, ${ACKNOWLEDGE_WITHIN_S}) as acknowledge_within_s,
      coalesce(s.arrive_within_s, ${ARRIVE_WITHIN_S}) as arrive_within_s,
      coalesce(
        (select jsonb_agg(contact order by place)
         from jsonb_array_elements(s.contacts) with ordinality named (contact, place) where ${isConfirmed}),
        (${ownerAsContact}), '[]') as contacts
    from accounts a left join alert_settings s using (account_id)
    where a.account_id = any(${accountIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ account_id, ...settings }) => [account_id, settings]))
}

export async function getAlertSettings(db: Db, accountId: string): Promise<AlertSettings> {
  return (await findAlertSettings(db, [accountId])).get(accountId) ?? nobody()
}

/** Of an account that was just deleted. */
const nobody = () => ({
  acknowledge_within_s: ACKNOWLEDGE_WITHIN_S,
  arrive_within_s: ARRIVE_WITHIN_S,
  contacts: [],
})

/** Settings as the account has written them down; where it names nobody, the owner. */
export async function getNamedContacts(db: Db, accountId: string): Promise<NamedContacts> {
  const { rows } = await sql<NamedContacts>`
    select coalesce(s.acknowledge_within_s, ${ACKNOWLEDGE_WITHIN_S}) as acknowledge_within_s,
      coalesce(s.arrive_within_s, ${ARRIVE_WITHIN_S}) as arrive_within_s,
      coalesce(
        (select jsonb_agg(contact || jsonb_build_object('is_confirmed', ${isConfirmed}) order by place)
         from jsonb_array_elements(s.contacts) with ordinality named (contact, place)),
        (${ownerAsContact}), '[]') as contacts
    from accounts a left join alert_settings s using (account_id) where a.account_id = ${accountId}`.execute(db)
  return rows[0] ?? nobody()
}

export async function confirmContact(db: Db, accountId: string, email: string, now: number): Promise<void> {
  await sql`insert into confirmed_contacts (account_id, email, confirmed_at_ms)
    values (${accountId}, lower(${email}), ${now}) on conflict do nothing`.execute(db)
}

export interface NewSettings extends Omit<AlertSettings, 'arrive_within_s'> {
  readonly arrive_within_s?: number | undefined
}

/** Who is no contact any more is asked again before becoming one. A time to arrive that is left out stays as it is. */
export async function saveAlertSettings(
  db: Db,
  accountId: string,
  { acknowledge_within_s, contacts, arrive_within_s }: NewSettings,
): Promise<void> {
  await sql`
    insert into alert_settings as s (account_id, acknowledge_within_s, contacts, arrive_within_s)
    values (${accountId}, ${acknowledge_within_s}, ${JSON.stringify(contacts)}::jsonb,
      ${arrive_within_s ?? ARRIVE_WITHIN_S})
    on conflict (account_id) do update
      set acknowledge_within_s = excluded.acknowledge_within_s, contacts = excluded.contacts,
        arrive_within_s = coalesce(${arrive_within_s ?? null}::integer, s.arrive_within_s)`.execute(db)
  await sql`delete from confirmed_contacts
    where account_id = ${accountId} and email <> all(${contacts.map(({ email }) => email.toLowerCase())}::text[])`.execute(
    db,
  )
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
