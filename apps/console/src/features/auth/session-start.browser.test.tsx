/** What a session loads, keeps and forgets in one tab; what takes a server or a second tab is in `session.e2e.test.ts`. */
import { PASSWORD } from '@whereabouts/mock-api/people'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { banner, eventually, field, heading, keys, main, press, says, seen } from '../../../mock/acts.ts'
import { renderScreen, type Screen, type Told } from '../../../mock/render-screen.tsx'
import { getSession } from './session-store.ts'

const MAIN_LOAD = [
  '/v3/app/users/profile',
  '/v3/app/trackers',
  '/v3/app/carewatches',
  '/v3/app/stations',
  '/v3/app/activity/devices',
  '/v3/app/indoormaps',
  '/v3/app/users/extrasettings/class',
  '/v3/app/users/extrasettings/remarks',
]
const TOKEN = '/v3/app/users/token'

const paths = ({ sent }: Screen) => sent.map(({ path }) => path.replace(/\?.*/, ''))
const kept = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')
const messages = () => page.getByRole('region', { name: 'Messages' }).getByRole('listitem').elements()
const address = () => window.location.pathname + window.location.search
const stub = (status: number, code: number) => () =>
  Response.json({ result: false, code, message: 'Stubbed.' }, { status })

/** As the passing of time would have left it. */
const ageToken = (ageMs: number) =>
  localStorage.setItem('account', JSON.stringify({ ...kept('account'), lastUpdateTokenTime: Date.now() - ageMs }))

async function expectForgotten(): Promise<void> {
  await seen(heading('Sign in'))
  expect(address()).toBe('/')
  expect([kept('account'), kept('features')]).toEqual([null, null])
}

async function submitSignIn(password = PASSWORD): Promise<void> {
  await field('Email').fill('owner@hinoki.example')
  await field('Password').fill(password)
  await keys('Enter')
}

test('the session starts with the token call, then the profile, then all other calls, each once, and the page shows that it loads [SESS-10, SESS-11, SESS-12, SESS-13, SESS-14, SESS-15, SESS-16, API-GENERAL-05, ENT-session.loading]', async () => {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const maps: Told = [
    '/v3/app/indoormaps',
    async (_call, usual) => {
      asked.resolve()
      await answered.promise
      return usual()
    },
  ]
  const screen = await renderScreen('/account', { answers: [maps], awaits: false })
  const isLoading = () => [getSession().loading, document.querySelector('#content')?.getAttribute('aria-busy')]
  await asked.promise
  await eventually(isLoading).toEqual([true, 'true'])
  answered.resolve()
  await eventually(isLoading).toEqual([false, 'false'])
  await eventually(() => MAIN_LOAD.filter((path) => !paths(screen).includes(path))).toEqual([])
  const calls = paths(screen)
  expect(calls.slice(calls.indexOf(TOKEN)).slice(0, 2)).toEqual([TOKEN, '/v3/app/users/profile'])
  for (const path of MAIN_LOAD) expect(calls.filter((call) => call === path)).toEqual([path])
})

test('a failed form tells in the form, a failed load in a toast with its time, once, and stops no other part [ERR-11, API-GENERAL-05]', async () => {
  const signIn = await renderScreen('/', { person: null })
  await submitSignIn('not-the-password')
  await seen(page.getByRole('alert').getByText(/not correct/))
  expect(messages()).toEqual([])
  signIn.close()
  const screen = await renderScreen('/account', {
    answers: [['/v3/app/users/extrasettings/remarks', () => new Response('', { status: 502 })]],
  })
  await says(/Oops! Something went wrong\.\.\.\(502\) \d\d:\d\d:\d\d$/)
  expect(page.getByText(/Oops/).elements()).toHaveLength(1)
  expect(paths(screen)).toContain('/v3/app/stations')
})

test('any refusal of any part of the load is told by its code, leaves no loading mark and no unhandled rejection [ERR-18]', async () => {
  // Without a profile nothing else is tried; care watches come after the trackers in one list.
  const stubbed = MAIN_LOAD.filter((path) => !['/v3/app/users/profile', '/v3/app/carewatches'].includes(path))
  const codes = stubbed.map((_, index) => 418_001 + index)
  await renderScreen('/account', {
    answers: stubbed.map((path, index) => [path, stub(418, codes[index] ?? 0)] as const),
  })
  await press(/more messages$/)
  for (const code of codes) await says(new RegExp(`Oops! Something went wrong\\.\\.\\.\\(${code}\\)`))
  expect(messages()).toHaveLength(codes.length)
  expect(document.querySelector('#content')?.getAttribute('aria-busy')).toBe('false')
})

test('a token older than ten minutes is rotated at start, a younger one only validated; where it cannot be, a red banner says so [SESS-09, API-POST /app/users/token, ENT-account.lastUpdateTokenTime]', async () => {
  const screen = await renderScreen('/account')
  const { token } = kept('account')
  ageToken(590_000)
  await screen.reload()
  expect(screen.bodies('POST', TOKEN).at(-1)).toEqual({ refresh: false })
  expect(kept('account').token).toBe(token)

  ageToken(601_000)
  const stop = screen.answer(TOKEN, () => new Response('', { status: 503 }))
  await screen.reload()
  expect(screen.bodies('POST', TOKEN).at(-1)).toEqual({ refresh: true })
  await seen(page.getByText(/Your session cannot be renewed/))
  await seen(page.getByText(/Check the network, or sign in again\./))
  expect(document.querySelectorAll('[data-banner="renewal"]')).toHaveLength(1)
  expect(kept('account').token).toBe(token)

  stop()
  const before = Date.now()
  window.dispatchEvent(new Event('online'))
  await eventually(() => document.querySelector('[data-banner="renewal"]')).toBeNull()
  await eventually(() => kept('account').token).not.toBe(token)
  expect(kept('account').lastUpdateTokenTime).toBeGreaterThanOrEqual(before)
})

test('a stored token of 30 minutes ends the session at start, a younger one does not: / opens, nothing is left, the reason is told [SESS-01, SESS-02, SESS-07, SESS-08]', async () => {
  const screen = await renderScreen('/account')
  ageToken(1_790_000)
  await screen.reload()
  await seen(heading('Account information'))
  ageToken(1_800_000)
  await screen.reload({ awaits: false })
  await seen(page.getByText(/Your session has ended\./))
  await expectForgotten()
})

test.each([401_001, 401_002])(
  'a call that answers %i ends the session: / opens and the reason is told, once [SESS-06, SESS-08, ROUTE-12, ERR-03]',
  async (code) => {
    const screen = await renderScreen('/account')
    screen.answer(TOKEN, stub(401, code))
    await screen.reload({ awaits: false })
    await seen(page.getByText(/Your session has ended\./))
    await expectForgotten()
    expect(messages()).toHaveLength(1)
  },
)

test.each(['provider', 'token'])(
  'an account without its %s is not used: user data incomplete is logged [VALID-42]',
  async (field) => {
    const screen = await renderScreen('/account')
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    localStorage.setItem('account', JSON.stringify({ ...kept('account'), [field]: '' }))
    await screen.reload({ awaits: false })
    await expectForgotten()
    expect(errors.mock.calls).toEqual([['user data incomplete']])
    errors.mockReset()
  },
)

test('signing out from the account page leads to the sign-in page, and the token is gone [SETT-07]', async () => {
  const screen = await renderScreen('/account')
  await press('Sign out', main())
  await expectForgotten()
  expect(screen.bodies('POST', '/v3/app/users/signout')).toEqual([{ device: { platform: 'web' } }])
})

test('the page and its query come back after signing in again; the sign-in page is no page to come back to [ROUTE-13]', async () => {
  const screen = await renderScreen('/map?list=stations')
  const before = address()
  expect(before).toContain('?')
  await press('Account', banner())
  await press('Sign out')
  await expectForgotten()
  await screen.reload({ awaits: false })
  await submitSignIn()
  await eventually(address).toBe(before)
})
