/**
 * Calls to the server, typed by the contract. The token is read at each call, as other tabs refresh it (G17). What only
 * signed-in people ask for is in signed-in-api.ts, so that the sign-in page does without it.
 */
import routes from 'virtual:routes/early'
import { createClient, type Routes } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import type { Api } from '@whereabouts/contract/kit'
import type { EarlyApi } from '@whereabouts/contract/routes'
import { APPLICATION_VERSION } from '@whereabouts/domain/sessions'
import { storedAccount } from './account.ts'
import { CANCELLED, isReauthWanted, isSessionEnd } from './error-text.ts'
import { fetchInTime } from './patience.ts'
import { randomHex } from './random.ts'
import { noteServerTime } from './server-clock.ts'
import { setWordsSource } from './server-words.ts'

type SessionEndListener = (code: number | undefined) => void
const listeners = new Set<SessionEndListener>()

/** Hears that the server no longer knows the stored token (401001, 401002 or a bare 401); answers how to stop. */
export function onSessionEnd(listener: SessionEndListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Headers of every call to our server. Without a token the stored one counts; '' sends none. */
export function callHeaders(token: string | undefined = storedAccount.read()?.token): Record<string, string> {
  return {
    'x-app-version': APPLICATION_VERSION,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
}

/** Asks who is at the keys; true when it was proved. */
type Prover = () => Promise<boolean>
let prove: Prover = async () => false

/** Says how to ask, since what shows a dialog cannot be imported here. */
export function setProver(prover: Prover): void {
  prove = prover
}

/** Renews the stored token. Rejects when it could not be renewed. */
type Renewer = () => Promise<void>
let renew: Renewer = async () => undefined

/** Says how to renew, since that takes a call itself. */
export function setRenewer(renewer: Renewer): void {
  renew = renewer
}

/** The same call with the token of the moment. */
const withTokenOfNow = (init?: RequestInit): RequestInit => ({
  ...init,
  headers: { ...init?.headers, ...callHeaders() },
})

/** Repeats a call once that wants a fresh proof of who is at the keys. A person who gives none has cancelled it. */
export async function fetchFromServer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetchOnce(input, init)
  if (response.status !== 412) return response
  const body = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (!isReauthWanted(body)) return response
  if (!(await prove())) return Response.json({ ...body, info: CANCELLED }, { status: 412 })
  // The token may have been renewed while the dialog stood.
  return fetchOnce(input, withTokenOfNow(init))
}

/**
 * `fetch` that tells when the session ended. A token too old for anything but its renewal, as after an outage, is renewed
 * first (security rule 53); the call is then repeated once, and so is one whose token another tab has replaced meanwhile. A
 * renewal that fails makes the call fail and ends nothing.
 */
async function fetchOnce(input: RequestInfo | URL, init?: RequestInit, mayRepeat = true): Promise<Response> {
  const sender = storedAccount.read()
  const response = await fetchInTime(input, init)
  if (response.status !== 401 || sender === undefined) return response
  if (new Headers(init?.headers).get('authorization') !== `Bearer ${sender.token}`) return response
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const code = (body as { code?: number } | undefined)?.code
  if (!isSessionEnd(response.status, code)) return response
  const isReplaced = () => {
    const stored = storedAccount.read()
    return stored?.signedInAtMs === sender.signedInAtMs && stored.token !== sender.token
  }
  if (mayRepeat) {
    if (code === errors.tokenExpired.code && storedAccount.read()?.token === sender.token) await renew()
    if (isReplaced()) return fetchOnce(input, withTokenOfNow(init), false)
  }
  if (storedAccount.read()?.token === sender.token) for (const listener of listeners) listener(code)
  return response
}

/** The calls of these routes. */
export const callsOf = <A extends Api>(wanted: Routes<A>, fetch = fetchFromServer) =>
  createClient<A>(wanted, {
    base: '',
    fetch,
    headers: (options) => callHeaders(options.token),
    onAnswer: (response) => noteServerTime(Date.parse(response.headers.get('date') ?? ''), 1000),
    newKey: () => randomHex(16),
  })

export const api = callsOf<EarlyApi>(routes)

/** For the token call: a renewal that waited for a renewal would wait for itself. */
export const apiOfRenewal = callsOf<EarlyApi>(routes, (input, init) => fetchOnce(input, init, false))

setWordsSource(async (code, locale) => {
  const { message } = await api.errorMessages.get({ query: { code: String(code), locale } }, { token: '' })
  return message
})
