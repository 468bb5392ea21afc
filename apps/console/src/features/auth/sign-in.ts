/** Signing in and out. Source: specification §4 Sign-in; G22, G24. */
import type { Provider } from '@whereabouts/contract/auth'
import { errors } from '@whereabouts/contract/errors'
import { storedAccount } from '../../lib/account.ts'
import { api } from '../../lib/api.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { inThisBrowser, stored } from '../../lib/storage.ts'
import { clearToasts, showError } from '../../lib/toasts.ts'
import { pushTokenSoon } from '../push/push-token.ts'
import { keepBrowserMark, ownBrowserMarks } from './browser-marks.ts'
import { forgetAnswers, resetSession } from './reset.ts'
import { changeSession, storedAccessLinkFlag, storedFeatures } from './session-store.ts'

/** Offered again on the sign-in page of this browser; a reset keeps it (G20). */
export const storedEmail = stored<string>(inThisBrowser, 'rememberedEmail', (value) =>
  typeof value === 'string' && value.length <= 254 ? value : undefined,
)

type SigninAnswer = Awaited<ReturnType<typeof api.auth.signin>>
/** With the push token that the server was told. */
type SignedIn = SigninAnswer & { readonly push_token: string }
type Outcome = 'entered' | 'turnedAway'

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly staySignedIn: boolean
}

export interface ProviderProof {
  readonly provider: Provider
  readonly idToken: string
  readonly nonce: string
  readonly staySignedIn: boolean
  /** On the sign-up page a first sign-in makes a business account. */
  readonly signUp: boolean
}

interface Device {
  readonly platform: 'web'
  readonly useragent: string
  readonly push_token: string
}

/** Signs in with this browser's push token; without, where the server does not take that one. */
async function withDevice(call: (device: Device) => Promise<SigninAnswer>): Promise<SignedIn> {
  const device = { platform: 'web' as const, useragent: navigator.userAgent.slice(0, 512) }
  const push_token = await pushTokenSoon()
  try {
    return { ...(await call({ ...device, push_token })), push_token }
  } catch (error) {
    if (push_token === '' || !isRefusal(error, errors.invalidDeviceClient)) throw error
    console.warn('The server does not take the push token of this browser.', error)
    return { ...(await call({ ...device, push_token: '' })), push_token: '' }
  }
}

/** No token: the person is not signed in yet, or is somebody else. */
const AS_NOBODY = { token: '' }

/** Business users and the Integrator group may use the console; everybody else is turned away. */
const mayEnter = (answer: Pick<SigninAnswer, 'b2b_user' | 'groups'>): boolean =>
  answer.b2b_user || answer.groups.includes('Integrator')

const endOnServer = (token: string): Promise<unknown> =>
  api.auth.signout({ body: { device: { platform: 'web' } } }, { token })

/** Keeps the account. Without a token or provider 'user data incomplete' is logged, and nothing is kept. */
function storeAccount(answer: SignedIn, provider: string, staySignedIn: boolean, nowMs: number): void {
  if (!answer.access_token || !provider) {
    console.error('user data incomplete')
    throw new Error('user data incomplete')
  }
  storedAccount.write({
    token: answer.access_token,
    provider,
    email: answer.email,
    name: answer.name,
    pushToken: answer.push_token,
    lastUpdateTokenTime: nowMs,
    signedInAtMs: nowMs,
    staySignedIn,
  })
  storedFeatures.write(answer.groups)
  if (provider === 'accesslink') storedAccessLinkFlag.write(true)
  else storedAccessLinkFlag.remove()
}

/** A consumer's token serves for signing out at once, is never kept, and the consumer panel shows (G22). */
async function letIn(answer: SignedIn, provider: string, staySignedIn: boolean): Promise<Outcome> {
  if (!mayEnter(answer)) {
    changeSession({ showConsumerPanel: true })
    await endOnServer(answer.access_token).catch((error: unknown) =>
      console.warn('The turned-away session could not be ended.', error),
    )
    return 'turnedAway'
  }
  const replaced = storedAccount.read()?.token
  forgetAnswers()
  storeAccount(answer, provider, staySignedIn, Date.now())
  clearToasts()
  // One account a browser: otherwise the replaced session would stay open unseen.
  if (replaced) {
    void endOnServer(replaced).catch((error: unknown) => console.warn('The session before could not be ended.', error))
  }
  return 'entered'
}

/** Signs in by e-mail and password. Throws the server's refusal. */
export async function signIn({ email, password, staySignedIn }: Credentials): Promise<Outcome> {
  const user = { provider: 'email' as const, email, password, stay_signed_in: staySignedIn }
  const answer = await withDevice((device) =>
    api.auth.signin({ body: { device: { ...device, ...ownBrowserMarks() }, user } }, AS_NOBODY),
  )
  keepBrowserMark(answer.browser_mark)
  return letIn(answer, 'email', staySignedIn)
}

/** Signs in by what another service answered. Throws the server's refusal. */
export async function signInByProvider(proof: ProviderProof): Promise<Outcome> {
  const { provider, idToken, nonce, staySignedIn, signUp } = proof
  const user = { provider, id_token: idToken, nonce, stay_signed_in: staySignedIn, sign_up: signUp }
  const answer = await withDevice((device) => api.auth.signin({ body: { device, user } }, AS_NOBODY))
  return letIn(answer, provider, staySignedIn)
}

/** Lets a visitor in by an access link, for as long as the link says (G33). Throws the server's refusal. */
export async function signInByLink(accessCode: string, password: string | undefined): Promise<Outcome> {
  const user = {
    provider: 'accesslink' as const,
    access_code: accessCode,
    ...(password === undefined ? {} : { password }),
  }
  const answer = await withDevice((device) => api.auth.signinByLink({ body: { device, user } }, AS_NOBODY))
  return letIn(answer, 'accesslink', false)
}

/** Ends the session. The browser forgets at once, offline too; the server is told with the token it had. */
export async function signOut(): Promise<void> {
  const token = storedAccount.read()?.token
  resetSession('signedOut')
  if (token === undefined) return
  await endOnServer(token).catch(showError)
}
