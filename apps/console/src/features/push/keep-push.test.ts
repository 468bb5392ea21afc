/** Tokens over a made-up push service and server; a browser that is pushed to is in `push.e2e.test.ts`. */
import { errors } from '@whereabouts/contract/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type StoredAccount, storedAccount } from '../../lib/account.ts'
import { queryClient } from '../../lib/query-client.ts'
import { clearToasts, toastStore } from '../../lib/toasts.ts'
import { resetSession } from '../auth/reset.ts'
import { keepPush } from './keep-push.ts'
import { pushState, pushTokenSoon } from './push-token.ts'

vi.mock('virtual:routes/early', () => ({ default: { config: { get: ['GET', '/app/config'] } } }))
vi.mock('virtual:routes/signed-in', () => ({
  default: { notifications: { registerPush: ['PUT', '/app/users/pushtoken'] } },
}))

type Turn = string | 'refused' | null

/** What the push service gives by turns, the last one for good; null: no answer ever. */
let turns: Turn[]
let permission: NotificationPermission
let permissionStatus: EventTarget
/** Tokens the server does not take. */
let unknown: string[]
let told: string[]
let registered: number
let stop: () => void

/** The token of a subscription that goes by this name. */
const tokenOf = (name: string) => Buffer.from(JSON.stringify({ endpoint: name })).toString('base64url')
const storedToken = () => storedAccount.read()?.pushToken
const account: StoredAccount = {
  ...{ token: 'first', provider: 'email', email: '', name: '', pushToken: '', staySignedIn: false },
  ...{ lastUpdateTokenTime: 0, signedInAtMs: 1 },
}

async function serve(url: string, init: RequestInit): Promise<Response> {
  if (url.endsWith('/config')) return Response.json({ result: true, code: 200, vapid_public_key: 'key' })
  const { push_token } = JSON.parse(String(init.body))
  told.push(push_token)
  if (!unknown.includes(push_token)) return Response.json({ result: true, code: 200 })
  return Response.json({ result: false, code: errors.invalidDeviceClient.code }, { status: 400 })
}

function pushService() {
  let known: object | null = null
  return {
    getSubscription: async () => known,
    subscribe: async () => {
      const turn = turns.length > 1 ? turns.shift() : turns[0]
      if (turn === null || turn === undefined) return new Promise(() => {})
      if (turn === 'refused') throw new DOMException('Registration failed', 'AbortError')
      known = {
        options: {},
        toJSON: () => ({ endpoint: turn }),
        unsubscribe: async () => {
          known = null
        },
      }
      return known
    },
  }
}

function storage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  turns = ['first']
  permission = 'granted'
  permissionStatus = new EventTarget()
  unknown = []
  told = []
  registered = 0
  stop = () => {}
  const registration = { pushManager: pushService(), unregister: async () => true }
  const Notification = {
    get permission() {
      return permission
    },
  }
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), {
      ...{ localStorage: storage(), sessionStorage: storage(), isSecureContext: true, PushManager: class {} },
      Notification,
    }),
  )
  vi.stubGlobal('navigator', {
    permissions: { query: async () => permissionStatus },
    serviceWorker: Object.assign(new EventTarget(), {
      register: async () => {
        registered += 1
        return registration
      },
      startMessages: () => {},
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
      getRegistrations: async () => [registration],
    }),
  })
  vi.stubGlobal('fetch', serve)
  vi.spyOn(console, 'warn').mockReturnValue()
  storedAccount.write(account)
})
afterEach(() => {
  stop()
  // As the end of a session forgets the token.
  resetSession('signedOut')
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  queryClient.clear()
  clearToasts()
})

async function open(): Promise<void> {
  stop = keepPush({ onEvent: () => () => {}, tell: () => {} } as never, () => {})
  await vi.advanceTimersByTimeAsync(0)
}
const changePermission = async (to: NotificationPermission) => {
  permission = to
  permissionStatus.dispatchEvent(new Event('change'))
  await vi.advanceTimersByTimeAsync(0)
}

test('push begins once a load; where it fails nothing waits for it, and it is tried again [PUSH-03]', async () => {
  turns = ['refused', 'first']
  await open()
  expect([registered, storedToken(), pushState.get(), told]).toEqual([1, '', 'failed', []])
  await vi.advanceTimersByTimeAsync(600_000)
  expect([registered, storedToken(), pushState.get()]).toEqual([2, tokenOf('first'), 'on'])
})

test('notifications that are allowed or denied later are told to the server without a load', async () => {
  permission = 'default'
  await open()
  expect([storedToken(), told]).toEqual(['', []])
  await changePermission('granted')
  expect([storedToken(), told]).toEqual([tokenOf('first'), [tokenOf('first')]])
  await changePermission('denied')
  expect([storedToken(), told, pushState.get()]).toEqual(['', [tokenOf('first'), ''], 'denied'])
})

test('a browser whose push service the server does not know goes on without pushes, and is not told to sign in again', async () => {
  unknown = [tokenOf('first')]
  await open()
  expect([storedToken(), pushState.get(), toastStore.get()]).toEqual(['', 'failed', []])
})

test('a sign-in waits five seconds for the token and no longer [PUSH-05]', async () => {
  turns = [null]
  let token: string | undefined
  void pushTokenSoon().then((soon) => {
    token = soon
  })
  await vi.advanceTimersByTimeAsync(4999)
  expect([token, pushState.get()]).toEqual([undefined, 'coming'])
  await vi.advanceTimersByTimeAsync(1)
  expect([token, pushState.get()]).toEqual(['', 'failed'])
})

test('a token that was lost is replaced without a word, or by signing in again [PUSH-05]', async () => {
  turns = ['first', 'second', 'refused']
  // As after a 410 of the push service.
  unknown = [tokenOf('first')]
  storedAccount.write({ ...account, pushToken: tokenOf('first') })
  await open()
  expect([storedToken(), told]).toEqual([tokenOf('second'), [tokenOf('first'), tokenOf('second')]])
  expect(toastStore.get()).toEqual([])

  unknown.push(tokenOf('second'))
  stop()
  await open()
  expect(pushState.get()).toBe('lost')
  expect(toastStore.get()).toHaveLength(1)
})
