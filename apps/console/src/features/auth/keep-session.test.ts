import { errors } from '@whereabouts/contract/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type StoredAccount, storedAccount } from '../../lib/account.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { clearToasts } from '../../lib/toasts.ts'
import { keepSession } from './keep-session.ts'
import { sessionEnded } from './reset.ts'
import { changeSession, getSession } from './session-store.ts'

vi.mock('virtual:routes/early', () => ({
  default: {
    auth: {
      token: ['POST', '/app/users/token'],
      profile: ['GET', '/app/users/profile'],
      changeProfile: ['PUT', '/app/users/profile'],
      signout: ['POST', '/app/users/signout'],
    },
  },
}))

const MINUTE = 60_000
/** The token that the server takes. */
let good: string
/** Calls by method, path and token. */
let asked: string[]
/** How the server takes a renewal. */
let onRenewal: 'renews' | 'away' | 'silent' | 'refuses'
let stop: () => void

const refusal = ({ code }: { readonly code: number }) => Response.json({ result: false, code }, { status: 401 })
const answer = (data: object) => Response.json({ result: true, code: 200, ...data })

async function serve(url: string, init: RequestInit): Promise<Response> {
  const token = new Headers(init.headers).get('authorization')?.slice('Bearer '.length)
  const isRenewal = init.body === '{"refresh":true}'
  asked.push(`${isRenewal ? 'renewal' : `${init.method} ${url.replace('/v3/app/users/', '')}`} ${token}`)
  if (isRenewal) {
    if (onRenewal === 'away') throw new TypeError('Failed to fetch')
    if (onRenewal === 'silent') {
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    }
    if (onRenewal === 'refuses') return refusal(errors.unauthorized)
    good = 'second'
    return answer({ access_token: good })
  }
  if (token !== good) return refusal(errors.tokenExpired)
  return answer(url.endsWith('token') ? { access_token: good } : { groups: [], locale: 'en-us' })
}

const kept = (change: Partial<StoredAccount> = {}): StoredAccount => ({
  ...{ token: 'first', provider: 'email', email: '', name: '', pushToken: '', staySignedIn: false },
  ...{ lastUpdateTokenTime: Date.now(), signedInAtMs: 1 },
  ...change,
})
const age = (ms: number) => storedAccount.write(kept({ lastUpdateTokenTime: Date.now() - ms }))

/** Another tab keeps this account. */
function keepElsewhere(account: StoredAccount): void {
  storedAccount.write(account)
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'account' }))
}

const renewals = () => asked.filter((call) => call.startsWith('renewal')).length
const change = () => api.auth.changeProfile({ body: { user: { locale: 'ja-jp' } } })

function storage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  }
}

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_780_000_000_000 })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const over = new AbortController()
    setTimeout(() => over.abort(new DOMException('The time is over.', 'TimeoutError')), ms)
    return over.signal
  })
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage: storage(), sessionStorage: storage() }))
  vi.stubGlobal('document', { hasFocus: () => true })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', serve)
  good = 'first'
  onRenewal = 'renews'
  asked = []
  age(0)
  stop = keepSession([], () => undefined)
  await vi.advanceTimersByTimeAsync(1000)
  asked.length = 0
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
  clearToasts()
  changeSession({ loading: false, isStarted: false, isRenewalFailing: false })
})

test('calls refused together for an old token renew it once, are made again with the next, and everything is loaded', async () => {
  good = 'none'
  age(31 * MINUTE)
  const answers = Promise.all([change(), change(), api.auth.profile()])
  await vi.advanceTimersByTimeAsync(1000)
  await answers
  expect(asked).toEqual([
    ...['PUT profile first', 'PUT profile first', 'GET profile first', 'renewal first'],
    ...['PUT profile second', 'PUT profile second', 'GET profile second'],
    // The main load, which has the lock 100 ms later.
    ...['POST token second', 'GET profile second'],
  ])
  expect(storedAccount.read()).toMatchObject({ token: 'second', signedInAtMs: 1 })
  expect(sessionEnded.get()).toBe(false)
})

test('a token that is too old by the server’s clock is renewed although it is young by the browser’s, by a call and at a start', async () => {
  good = 'none'
  age(MINUTE)
  await change()
  expect(asked.slice(0, 3)).toEqual(['PUT profile first', 'renewal first', 'PUT profile second'])
  await vi.advanceTimersByTimeAsync(1000)

  stop()
  asked.length = 0
  good = 'none'
  age(MINUTE)
  stop = keepSession([], () => undefined)
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual(['POST token first', 'renewal first', 'POST token second', 'GET profile second'])
  expect(storedAccount.read()).toMatchObject({ token: 'second', signedInAtMs: 1 })
  expect(sessionEnded.get()).toBe(false)
})

test('a next token that is refused as well ends the session [SESS-06, ERR-03]', async () => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await serve(url, init)
    good = 'none'
    return response
  })
  good = 'none'
  age(31 * MINUTE)
  await expect(change()).rejects.toMatchObject({ code: errors.tokenExpired.code })
  expect(renewals()).toBe(1)
  expect(storedAccount.read()).toBeUndefined()
})

test('a renewal without a server keeps the session and reports the failure; the next call renews', async () => {
  good = 'none'
  age(31 * MINUTE)
  onRenewal = 'away'
  await expect(change()).rejects.toMatchObject({ status: 0 })
  expect(getSession().isRenewalFailing).toBe(true)
  expect(storedAccount.read()?.token).toBe('first')
  onRenewal = 'renews'
  await change()
  expect(getSession().isRenewalFailing).toBe(false)
})

test('a refused renewal ends the session, and the next one begins without a failing renewal', async () => {
  good = 'none'
  age(31 * MINUTE)
  onRenewal = 'refuses'
  await expect(change()).rejects.toMatchObject({ code: errors.unauthorized.code })
  expect(renewals()).toBe(1)
  expect(storedAccount.read()).toBeUndefined()
  expect(getSession().isRenewalFailing).toBe(false)
})

test('a renewal without an answer is given up after 8 s, counts as failing, and is tried again', async () => {
  age(11 * MINUTE)
  onRenewal = 'silent'
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(getSession()).toMatchObject({ loading: true, isRenewalFailing: false })
  await vi.advanceTimersByTimeAsync(8000)
  expect(getSession()).toMatchObject({ loading: false, isRenewalFailing: true })
  onRenewal = 'renews'
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(storedAccount.read()?.token).toBe('second')
  expect(getSession().isRenewalFailing).toBe(false)
})

test('a call with a token that another tab has renewed does not fail', async () => {
  age(11 * MINUTE)
  onRenewal = 'away'
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(getSession().isRenewalFailing).toBe(true)
  keepElsewhere(kept({ lastUpdateTokenTime: Date.now() - 11 * MINUTE, name: 'Still old' }))
  expect(getSession().isRenewalFailing).toBe(true)
  keepElsewhere(kept({ token: 'second' }))
  expect(getSession().isRenewalFailing).toBe(false)
})

test('a call whose token another tab replaced on its way is made again, but not in the name of the next session', async () => {
  const replacing = (account: StoredAccount) =>
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await serve(url, init)
      storedAccount.write(account)
      return response
    })
  good = 'second'
  replacing(kept({ token: 'second' }))
  await change()
  expect(asked).toEqual(['PUT profile first', 'PUT profile second'])

  age(0)
  asked.length = 0
  replacing(kept({ token: 'second', signedInAtMs: 2 }))
  await expect(change()).rejects.toMatchObject({ code: errors.tokenExpired.code })
  expect(asked).toEqual(['PUT profile first'])
  expect(sessionEnded.get()).toBe(false)
})

test('signing out the session before is not repeated for the one of now', async () => {
  age(31 * MINUTE)
  await expect(
    api.auth.signout({ body: { device: { platform: 'web' } } }, { token: 'long-gone' }),
  ).rejects.toMatchObject({ code: errors.tokenExpired.code })
  expect(asked).toEqual(['POST signout long-gone'])
  expect(storedAccount.read()?.token).toBe('first')
})
