/** Signing in and out. Source: specification §4 Sign-in; G22, G24. */
import { storedAccount } from '../../lib/account.ts'
import { api } from '../../lib/api.ts'
import { inThisBrowser, stored } from '../../lib/storage.ts'
import { clearToasts, showError } from '../../lib/toasts.ts'
import { resetSession } from './reset.ts'
import { changeSession, storedAccessLinkFlag, storedFeatures } from './session-store.ts'

/** Offered again on the sign-in page of this browser; a reset keeps it (G20). */
export const storedEmail = stored<string>(inThisBrowser, 'rememberedEmail', (value) =>
  typeof value === 'string' && value.length <= 254 ? value : undefined,
)

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly staySignedIn: boolean
}

type SigninAnswer = Awaited<ReturnType<typeof api.auth.signin>>

/** Business users and the Integrator group may use the console; everybody else is turned away. */
const mayEnter = (answer: Pick<SigninAnswer, 'b2b_user' | 'groups'>): boolean =>
  answer.b2b_user || answer.groups.includes('Integrator')

/** Keeps the account. Without a token or provider 'user data incomplete' is logged, and nothing is kept. */
function storeAccount(answer: SigninAnswer, provider: string, staySignedIn: boolean, nowMs: number): void {
  if (!answer.access_token || !provider) {
    console.error('user data incomplete')
    throw new Error('user data incomplete')
  }
  storedAccount.write({
    token: answer.access_token,
    provider,
    email: answer.email,
    name: answer.name,
    pushToken: '',
    lastUpdateTokenTime: nowMs,
    staySignedIn,
  })
  storedFeatures.write(answer.groups)
  storedAccessLinkFlag.remove()
}

/**
 * Signs in. A consumer's token serves for signing out at once, is never kept, and the consumer panel shows.
 * Throws the server's refusal.
 */
export async function signIn({ email, password, staySignedIn }: Credentials): Promise<'entered' | 'turnedAway'> {
  const answer = await api.auth.signin(
    {
      body: {
        device: { platform: 'web', useragent: navigator.userAgent.slice(0, 512), push_token: '' },
        user: { provider: 'email', email, password, stay_signed_in: staySignedIn },
      },
    },
    { token: '' },
  )
  if (!mayEnter(answer)) {
    changeSession({ showConsumerPanel: true })
    await api.auth
      .signout({ body: { device: { platform: 'web' } } }, { token: answer.access_token })
      .catch((error: unknown) => console.warn('The turned-away session could not be ended.', error))
    return 'turnedAway'
  }
  storeAccount(answer, 'email', staySignedIn, Date.now())
  clearToasts()
  return 'entered'
}

/** Ends the session. The browser forgets at once, offline too; the server is told with the token it had. */
export async function signOut(): Promise<void> {
  const token = storedAccount.read()?.token
  resetSession('signedOut')
  if (token === undefined) return
  await api.auth.signout({ body: { device: { platform: 'web' } } }, { token }).catch(showError)
}
