/** From sign-up to a verified address. Source: G25, G26, G28. */
import type { accounts } from '@whereabouts/contract/accounts'
import type { BodyOf } from '@whereabouts/contract/kit'
import type { App } from '../../context.ts'
import { doerOf, recordActivity } from '../../events/activity.ts'
import { toSeconds } from '../../platform/clock.ts'
import { countGuess, countRequest, guessing } from '../../platform/http/attempts.ts'
import { networkOf } from '../../platform/net/network.ts'
import { hashPassword } from '../../platform/passwords.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { findPerson, getPerson, type Person } from '../../state/people.ts'
import { findHolder, makeMailLink, type PersonalLink, takeMailLink } from '../mail/links.ts'
import { queueMail } from '../mail/queue.ts'
import { findInviter, inviteUser } from './invite.ts'
import { checkNewPassword } from './new-password.ts'
import { insertOwner, markVerified } from './queries.ts'

/** Each costs a password hash and a mail, so an address may make this many a minute. */
const SIGN_UPS = { kind: 'sign-up', most: 10, windowMs: 60_000 }
/** Source: G28. */
const RESENDS = { kind: 'resend', most: 1, windowMs: 60_000 }

export async function signUp(
  app: App,
  { user }: BodyOf<typeof accounts.signUp>,
  ip: string,
): Promise<{ mail_sent: true }> {
  if (app.settings.signUp === 'off') throw refuse('forbidden')
  await countRequest(app, SIGN_UPS, networkOf(ip))
  await checkNewPassword(user.password, user.email, 'password')
  // Trying addresses one by one counts as guessing.
  await guessing(app, ip, 'emailExists', async () => {
    if ((await findPerson(app.db, user.email)) !== undefined) throw refuse('emailExists')
  })
  const person = {
    account_id: app.random.uuid(),
    user_id: app.random.uuid(),
    email: user.email,
    password_hash: await hashPassword(user.password),
    fullname: user.fullname,
    locale: user.locale,
    b2b_user: app.settings.signUp === 'business',
    verified: false,
    signed_up: true,
    created_at: toSeconds(app.clock.now()),
  }
  await app.db.transaction().execute(async (db) => {
    await insertOwner(db, person)
    await sendConfirmation(db, app, person)
    await recordActivity(db, app, doerOf(person), { action: 'sign_up', ip })
  })
  app.outbox.wake()
  return { mail_sent: true }
}

async function sendConfirmation(db: Db, app: App, person: Omit<Person, 'provider' | 'verified'>): Promise<void> {
  const { account_id: accountId, email, locale } = person
  const token = await makeMailLink(db, app, 'confirm', person, email)
  await queueMail(db, app, { accountId, to: email, locale, kind: 'confirm', facts: { email }, token })
}

export async function confirm(
  app: App,
  { token }: BodyOf<typeof accounts.confirm>,
  ip: string,
): Promise<{ email: string }> {
  const link = await guessing(app, ip, 'invalidVerificationCode', async () => {
    const taken = await app.db.transaction().execute((db) => verify(db, app, token, ip))
    const holder = taken ?? (await findHolder(app.db, token, 'confirm'))
    if (holder === undefined) throw refuse('invalidVerificationCode')
    return { ...holder, email: taken?.email }
  })
  if (link.email !== undefined) return { email: link.email }
  const { verified } = await getPerson(app.db, link.account_id, link.user_id)
  throw refuse(verified ? 'alreadyConfirmed' : 'invalidVerificationCode')
}

/** Uses the link and marks its person as verified; undefined when the link is not valid. */
async function verify(db: Db, app: App, token: string, ip: string): Promise<PersonalLink | undefined> {
  const link = await takeMailLink(db, token, ['confirm'], app.clock.now())
  if (link === undefined) return undefined
  await markVerified(db, link)
  const person = await getPerson(db, link.account_id, link.user_id)
  await recordActivity(db, app, doerOf(person), { action: 'verify_email', ip })
  return link
}

/** People with an account from an integrator and no password yet are invited again. */
async function sendAgain(db: Db, app: App, person: Person): Promise<void> {
  const inviter = person.password_hash === null ? await findInviter(db, person.account_id) : undefined
  await (inviter === undefined ? sendConfirmation(db, app, person) : inviteUser(db, app, person, inviter))
}

/** Answers the same in every case, so that nobody learns which addresses have accounts (security rule 3). */
export async function resendConfirmation(
  app: App,
  { user }: BodyOf<typeof accounts.resendConfirmation>,
  ip: string,
): Promise<{ mail_sent: true }> {
  // The guess is counted first, so that trying many addresses writes no more than thirty rows a minute.
  await countGuess(app, ip)
  await countRequest(app, RESENDS, user.email)
  const person = await findPerson(app.db, user.email)
  if (person !== undefined && !person.verified) {
    await app.db
      .transaction()
      .execute((db) => sendAgain(db, app, person))
      .catch((error: unknown) => {
        // The day's limit is reached. A refusal would reveal that the address is known.
        if (!(error instanceof Refusal)) throw error
      })
    app.outbox.wake()
  }
  return { mail_sent: true }
}
