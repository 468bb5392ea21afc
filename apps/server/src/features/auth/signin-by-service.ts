/**
 * Signs in by Google, Apple or Facebook, and proves so again who is at the keys. People are known by what the service
 * calls them, never by their e-mail; each id token works once. Source: G24, G87; security rule 7.
 */
import { newEmail } from '@whereabouts/contract/accounts'
import type { Provider, SigninAnswer, SigninRequest } from '@whereabouts/contract/auth'
import type { Locale } from '@whereabouts/contract/locales'
import { nameText } from '@whereabouts/contract/texts'
import type { z } from 'zod'
import type { App } from '../../context.ts'
import { doerOf, recordActivity } from '../../events/activity.ts'
import type { Actor } from '../../platform/actor.ts'
import { toSeconds } from '../../platform/clock.ts'
import { guessing } from '../../platform/http/attempts.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { insertOwner } from '../accounts/queries.ts'
import { resendConfirmation } from '../accounts/sign-up.ts'
import type { SessionDevice } from './device.ts'
import { enter } from './enter.ts'
import type { Identity } from './providers.ts'
import {
  bindProvider,
  findProviderOf,
  findUserByProvider,
  makeBusinessUser,
  type UserRow,
  useIdToken,
} from './queries.ts'

type Request = z.output<typeof SigninRequest>
type Proof = { readonly id_token: string; readonly nonce: string }

interface Caller {
  readonly address: string
  /** What a new account reads. */
  readonly locale: Locale
}

export async function signinByService(
  app: App,
  device: SessionDevice,
  user: Exclude<Request['user'], { provider: 'email' }>,
  caller: Caller,
): Promise<z.output<typeof SigninAnswer>> {
  const identity = await take(app, user.provider, user, caller.address)
  const known = await findUserByProvider(app.db, identity)
  const wantsBusiness = user.sign_up === true && app.settings.signUp === 'business'
  let person = known ?? (await firstSignin(app, user.provider, identity, wantsBusiness, caller))
  if (wantsBusiness && !person.b2b_user) person = await promote(app, person, caller.address)
  // Consumers are turned away whatever their address is.
  const isBusiness = person.b2b_user || person.groups.includes('Integrator')
  if (isBusiness && !person.verified) {
    await remind(app, person.email, caller.address)
    throw refuse('emailNotActivated')
  }
  return enter(app, person, device, { address: caller.address, staysSignedIn: user.stay_signed_in ?? false })
}

/** Proves by the own service, and as nobody but the own person there. Refuses everything else with 401102. */
export async function proveByService(app: App, actor: Actor, proof: Proof, address: string): Promise<void> {
  const own = await findProviderOf(app.db, actor.accountId, actor.userId)
  if (own === undefined) throw refuse('invalidToken')
  const { issuer, subject } = await take(app, own.provider, proof, address)
  if (issuer !== own.issuer || subject !== own.subject) throw refuse('invalidToken')
}

/** Consumes an id token. A wrong one counts as a guess of the address; an unreachable service does not. */
const take = (app: App, provider: Provider, proof: Proof, address: string): Promise<Identity> =>
  guessing(app, address, 'invalidToken', async () => {
    const identity = await app.providers.identify(provider, proof)
    if (!(await useIdToken(app.db, identity.tokenHash, identity.refusedFromMs))) throw refuse('invalidToken')
    return identity
  })

/**
 * Creates an account at the first sign-in by a service. An e-mail that is in use is
 * refused with 400105: its holder must not enter that account on another service's word.
 */
async function firstSignin(
  app: App,
  provider: Provider,
  identity: Identity,
  wantsBusiness: boolean,
  { address, locale }: Caller,
): Promise<UserRow> {
  if (app.settings.signUp === 'off') throw refuse('forbidden')
  const { data: email } = newEmail.safeParse(identity.email)
  if (email === undefined) throw refuse('invalidInput', { info: 'id_token.email' })
  const holder = { account_id: app.random.uuid(), user_id: app.random.uuid() }
  const person = {
    ...holder,
    email,
    password_hash: null,
    fullname: nameOf(identity.name, email),
    locale,
    b2b_user: wantsBusiness,
    verified: identity.isEmailVerified,
    signed_up: true,
    created_at: toSeconds(app.clock.now()),
  }
  try {
    await app.db.transaction().execute(async (db) => {
      await insertOwner(db, person)
      await bindProvider(db, holder, { provider, ...identity })
      await recordActivity(db, app, doerOf(person), { action: 'sign_up', ip: address })
    })
  } catch (error) {
    // Another tab of the same person may have been first.
    const other = await findUserByProvider(app.db, identity)
    if (other === undefined) throw error
    return other
  }
  return { ...person, class: 'owner', groups: [] }
}

/** A consumer who comes again by the sign-up page gets the business account he would have got there at first. */
async function promote(app: App, person: UserRow, address: string): Promise<UserRow> {
  await app.db.transaction().execute(async (db) => {
    await makeBusinessUser(db, person)
    await recordActivity(db, app, doerOf(person), { action: 'sign_up', ip: address })
  })
  return { ...person, b2b_user: true }
}

/** Sends the link that verifies the address: the console cannot ask for it, as it knows no address. */
async function remind(app: App, email: string, address: string): Promise<void> {
  try {
    await resendConfirmation(app, { user: { email } }, address)
  } catch (error) {
    // The last one went out less than a minute ago.
    if (!(error instanceof Refusal) || error.errorName !== 'tooManyRequests') throw error
  }
}

/** The name the service tells, cut to our length; else what stands before the @. */
function nameOf(name: string | undefined, email: string): string {
  const cut = (text: string) => nameText.safeParse([...text].slice(0, 50).join('')).data
  return cut(name ?? '') ?? cut(email.split('@')[0] ?? '') ?? email
}
