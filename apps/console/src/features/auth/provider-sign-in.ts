/**
 * Signing in by another service: away with a state and a nonce, back at /signin-return with what the service says.
 * A redirect, so that no foreign script runs on our pages. Source: G24; security rule 7; OpenID Connect Core §3.2.
 */
import type { Provider } from '@whereabouts/contract/auth'
import type { Config } from '@whereabouts/contract/config'
import { randomHex } from '../../lib/random.ts'
import { inThisTab, record, stored } from '../../lib/storage.ts'

export type Service = Config['providers'][number]

/** What the services call themselves, in the order they are offered. */
export const PROVIDER_NAMES = { apple: 'Apple', google: 'Google', facebook: 'Facebook' } as const satisfies Record<
  Provider,
  string
>

/** Where services send people back to. */
const RETURN_PATH = '/signin-return'
const SECRET_BYTES = 32

/** What this tab stores before it redirects to the service. */
export interface Departure {
  readonly provider: Provider
  readonly state: string
  readonly nonce: string
  readonly staySignedIn: boolean
  readonly signUp: boolean
}

export type Choice = Pick<Departure, 'staySignedIn' | 'signUp'>

const storedDeparture = stored<Departure>(inThisTab, 'providerSignIn', (value) => {
  const departure = record(value)
  if (typeof departure?.state !== 'string' || typeof departure.nonce !== 'string') return undefined
  if (typeof departure.provider !== 'string' || !Object.hasOwn(PROVIDER_NAMES, departure.provider)) return undefined
  return {
    provider: departure.provider as Provider,
    state: departure.state,
    nonce: departure.nonce,
    staySignedIn: departure.staySignedIn === true,
    signUp: departure.signUp === true,
  }
})

/** The address at which the service asks people who they are. */
export function departureAddress(service: Service, departure: Departure, origin: string): string {
  const url = new URL(service.authorize_url)
  const asked = {
    client_id: service.client_id,
    redirect_uri: `${origin}${RETURN_PATH}`,
    response_type: service.response_type,
    response_mode: service.response_mode,
    scope: service.scope,
    state: departure.state,
    nonce: departure.nonce,
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url.href
}

/** Leaves for the service; the answer comes to /signin-return in this tab. */
export function departFor(service: Service, choice: Choice): void {
  const departure = {
    provider: service.provider,
    state: randomHex(SECRET_BYTES),
    nonce: randomHex(SECRET_BYTES),
    ...choice,
  }
  storedDeparture.write(departure)
  window.location.assign(departureAddress(service, departure, window.location.origin))
}

export type Homecoming =
  | { readonly outcome: 'proved'; readonly idToken: string }
  /** The person called it off over there. */
  | { readonly outcome: 'cancelled' }
  /** Nobody was sent away from this tab with this state. */
  | { readonly outcome: 'notAsked' }
  /** The service gave no proof. */
  | { readonly outcome: 'failed' }

/** What a service's answer comes to. Its state is judged before anything else it says. */
export function judgeReturn(answer: URLSearchParams, departure: Departure | undefined): Homecoming {
  if (departure === undefined || answer.get('state') !== departure.state) return { outcome: 'notAsked' }
  const error = answer.get('error')
  // Apple's own word for it stands beside the standard's.
  if (error === 'access_denied' || error === 'user_cancelled_authorize') return { outcome: 'cancelled' }
  const idToken = answer.get('id_token')
  return error === null && idToken ? { outcome: 'proved', idToken } : { outcome: 'failed' }
}

let homecoming: { readonly departure: Departure | undefined; readonly judged: Homecoming } | undefined

/** What this page load came back with. The departure is forgotten: the same answer does not count a second time. */
export function comeHome(answer: URLSearchParams) {
  if (homecoming === undefined) {
    const departure = storedDeparture.read()
    storedDeparture.remove()
    homecoming = { departure, judged: judgeReturn(answer, departure) }
  }
  return homecoming
}
