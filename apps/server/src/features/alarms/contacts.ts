/** Changes who is told of alarms: each new address agrees first, and the owner hears of the change. Source: G86; rule 30. */
import type { AlertSettings } from '@whereabouts/contract/alarms'
import type { App } from '../../context.ts'
import { doerOf, recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { countRequest, guessing } from '../../platform/http/attempts.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { getOwner, getPerson } from '../../state/people.ts'
import { makeMailLink, takeMailLink } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'
import { confirmContact, getNamedContacts, type NewSettings, saveAlertSettings } from './settings.ts'

/** Of one account, so that nobody mails strangers through us. */
const ASKED_A_DAY = { kind: 'contact-mail', most: 20, windowMs: 86_400_000 }

const keyOf = (email: string): string => email.toLowerCase()
const keysOf = ({ contacts }: Pick<NewSettings, 'contacts'>): string[] =>
  contacts.map(({ email }) => keyOf(email)).toSorted()

export async function saveContacts(app: App, actor: Actor, settings: NewSettings, ip: string): Promise<AlertSettings> {
  const { accountId } = actor
  const saved = await app.urgentDb.transaction().execute(async (db) => {
    const before = keysOf(await getNamedContacts(db, accountId))
    await saveAlertSettings(db, accountId, settings)
    await recordActivity(db, app, actor, { action: 'change_alert_settings', ip })
    const after = await getNamedContacts(db, accountId)
    for (const { email, is_confirmed } of after.contacts) {
      if (!is_confirmed && !before.includes(keyOf(email))) await ask(db, app, actor, email)
    }
    if (before.join() !== keysOf(after).join()) await tellOwner(db, app, actor, after)
    return after
  })
  app.outbox.wake()
  return saved
}

/** Mails the link again to one who has not used it. */
export async function askAgain(app: App, actor: Actor, email: string): Promise<{ mail_sent: true }> {
  await app.db.transaction().execute(async (db) => {
    const { contacts } = await getNamedContacts(db, actor.accountId)
    const contact = contacts.find((each) => keyOf(each.email) === keyOf(email))
    if (contact === undefined) throw refuse('resourceNotFound')
    if (contact.is_confirmed) throw refuse('conflict', { info: 'email' })
    await ask(db, app, actor, contact.email)
  })
  app.outbox.wake()
  return { mail_sent: true }
}

/** Uses the link of such a mail; refuses with 401102 one that is over, and one whose address is no contact any more. */
export const agree = (app: App, token: string, ip: string): Promise<{ email: string }> =>
  guessing(app, ip, 'invalidToken', () =>
    app.db.transaction().execute(async (db) => {
      const now = app.clock.now()
      const link = await takeMailLink(db, token, ['confirm_contact'], now)
      if (link === undefined) throw refuse('invalidToken')
      const { account_id: accountId, email } = link
      const named = await getNamedContacts(db, accountId)
      if (!keysOf(named).includes(keyOf(email))) throw refuse('invalidToken')
      await confirmContact(db, accountId, email, now)
      const doer = doerOf({ account_id: accountId, fullname: email })
      await recordActivity(db, app, doer, { action: 'confirm_contact', target: email, ip })
      return { email }
    }),
  )

async function ask(db: Db, app: App, { accountId, userId }: Actor, email: string): Promise<void> {
  await countRequest({ db, clock: app.clock }, ASKED_A_DAY, accountId)
  const asker = await getPerson(db, accountId, userId)
  const token = await makeMailLink(db, app, 'confirm_contact', asker, email, [keyOf(email)])
  const facts = { email, inviter: asker.fullname }
  await queueMail(db, app, { accountId, to: email, locale: asker.locale, kind: 'confirm_contact', facts, token })
}

/** An intruder with a stolen session could redirect alarms. */
async function tellOwner(db: Db, app: App, { accountId, name }: Actor, { contacts }: AlertSettings): Promise<void> {
  const { email, locale } = await getOwner(db, accountId)
  const facts = { email, asker: name, contacts: contacts.map((contact) => contact.email) }
  await queueMail(db, app, { accountId, to: email, locale, kind: 'contacts_changed', facts })
}
