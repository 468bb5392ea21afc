/** The sign-in page: who gets in, what is told to others, and how it is used. What the server sends and keeps is in `sign-in.e2e.test.ts`. */
import { errors } from '@whereabouts/contract/errors'
import { makePerson, PASSWORD } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  brokenRules,
  button,
  eventually,
  expectReach,
  field,
  heading,
  isTooWide,
  keys,
  press,
  says,
  seen,
  typed,
} from '../../../mock/acts.ts'
import { holdTimers } from '../../../mock/hold-timers.ts'
import { renderScreen, type ScreenSettings } from '../../../mock/render-screen.tsx'

const SIGN_IN = '/v3/app/users/signin'

const open = (settings?: ScreenSettings) => renderScreen('/', { person: null, ...settings })
const path = () => window.location.pathname
const title = () => page.getByRole('heading', { level: 1 }).element().textContent
const submit = () => document.querySelector<HTMLButtonElement>('button[type=submit]')!
const refused =
  (status: number, code: number, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ result: false, code, message: 'Stubbed.' }, { status, headers })

async function signIn(email: string, password = PASSWORD): Promise<void> {
  await field('Email').fill(email.includes('@') ? email : `${email}@hinoki.example`)
  await field('Password').fill(password)
  await keys('Enter')
}

test('the page asks the password manager for the right things, hides what belongs to signed-in people, and is within reach in the dark at 390 px [PROD-01, ROUTE-01, HEAD-01, BRAND-04, NOTI-12]', async () => {
  const screen = await open({ scheme: 'dark', width: 390, height: 844 })
  await seen(heading('Sign in'))
  await says('Demo sign-ins')
  expect(field('Email').element().getAttribute('autocomplete')).toBe('username')
  expect(field('Password').element().getAttribute('autocomplete')).toBe('current-password')
  await eventually(() => document.title).toContain('Admin Console')
  for (const name of ['Menu', 'Account', 'Notifications']) expect(button(name).elements()).toEqual([])
  const asked = screen.sent.map((call) => call.path)
  expect(asked).toContain('/v3/app/config')
  expect(asked).not.toContain('/v3/app/notifications')
  expect(await brokenRules()).toEqual([])
  expect(isTooWide()).toBe(false)
})

test('the services the server has keys for are offered, in one order, and within reach of everybody [SIGN-05, SIGN-06, SIGN-07]', async () => {
  const providers = (['google', 'facebook', 'apple'] as const).map((provider) => ({
    ...{ provider, client_id: `client-of-${provider}`, authorize_url: `https://${provider}.example/authorize` },
    ...{ response_type: 'id_token', scope: 'openid email', response_mode: 'fragment' },
  }))
  const offered = () =>
    page
      .getByRole('button', { name: /^Continue with/ })
      .elements()
      .map(({ textContent }) => textContent)
  const { close } = await open({
    seed(mock) {
      seedDemo(mock)
      Object.assign(mock.state.config, { providers })
      return undefined
    },
  })
  await eventually(offered).toEqual(['Apple', 'Google', 'Facebook'])
  await expectReach()
  close()
  await open()
  await seen(heading('Sign in'))
  expect(offered()).toEqual([])
})

test('business people and integrators enter, and an open console goes from / straight to its page; the demo offers its people, one click each [SIGN-01, PROD-03]', async () => {
  const first = await open()
  await press('Deputy')
  expect(typed(field('Email'))).toBe('deputy@hinoki.example')
  await press('Sign in')
  await eventually(path).toBe('/map')
  first.close()
  const second = await open()
  await signIn('integrator')
  await eventually(path).toBe('/map')
  second.close()
  await renderScreen('/')
  await eventually(path).toBe('/map')
  expect(heading('Sign in').elements()).toEqual([])
})

test('a consumer is signed out with the token of the answer, nothing is kept, the panel says why in every language [SIGN-01, SIGN-02, SIGN-03, SIGN-10, ENT-session.showConsumerPanel]', async () => {
  let token: unknown
  const screen = await open({
    answers: [
      [
        SIGN_IN,
        async (_call, usual) => {
          const answer = await usual()
          token = (await answer.clone().json()).access_token
          return answer
        },
      ],
    ],
  })
  const bearers: (string | null)[] = []
  const { fetch } = window
  window.fetch = (input, init) => {
    const request = new Request(input, init)
    if (request.url.endsWith('/v3/app/users/signout')) bearers.push(request.headers.get('authorization'))
    return fetch(input, init)
  }
  onTestFinished(() => {
    window.fetch = fetch
  })
  await signIn('consumer')
  await eventually(title).toBe('This site is for business partners')
  await eventually(() => bearers).toEqual([`Bearer ${token}`])
  await eventually(() => screen.bodies('POST', '/v3/app/users/signout')).toEqual([{ device: { platform: 'web' } }])
  await seen(page.getByText(/use the Whereabouts mobile app/))
  expect(document.activeElement?.textContent).toBe(title())
  await press('繁體中文')
  await eventually(title).toBe('本網站僅供企業合作夥伴使用')
  await seen(page.getByText(/手機應用程式/))
  await press('日本語')
  await eventually(title).toBe('このサイトは法人パートナー専用です')
  await seen(page.getByText(/モバイルアプリ/))
  expect([localStorage.getItem('account'), localStorage.getItem('features'), path()]).toEqual([null, null, '/'])
  await expectReach()
  await press('サインインに戻る')
  await eventually(title).toBe('サインイン')
})

test('an empty or misspelt field is told at the field, and nothing is sent [VALID-04, VALID-07, VALID-10]', async () => {
  const screen = await open()
  await field('Email').fill('owner')
  await press('Sign in')
  const email = field('Email').element()
  const faultOf = () => document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent
  await eventually(faultOf).toBe('Email format is invalid!')
  await says("Password can't be empty!")
  expect(document.activeElement).toBe(email)
  await field('Email').fill('')
  await eventually(faultOf).toBe('Enter your email address.')
  expect(screen.bodies('POST', SIGN_IN)).toEqual([])
})

test('the words of a code that the console lacks are asked from the server, once for each language [ERR-08, ERR-09]', async () => {
  const asked: string[] = []
  await open({
    answers: [
      [SIGN_IN, refused(400, 400_999)],
      [
        '/v3/app/errors',
        (call) => {
          const { searchParams } = new URL(call.path, window.location.origin)
          asked.push(`${searchParams.get('code')} ${searchParams.get('locale')}`)
          return Response.json({ result: true, code: 400_999, message: `Words in ${searchParams.get('locale')}` })
        },
      ],
    ],
  })
  const told = (words: string) => says(words, page.getByRole('alert'))
  await signIn('owner')
  await told('Words in en-us')
  await press('日本語')
  await told('Words in ja-jp')
  await press('English')
  await signIn('owner')
  await told('Words in en-us')
  expect(asked).toEqual(['400999 en-us', '400999 ja-jp'])
})

test('the page starts in the language of the browser and keeps the one that was chosen [LANG-01]', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['zh-TW'])
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const screen = await open()
  await eventually(title).toBe('登入')
  expect(document.documentElement.lang).toBe('zh-Hant')
  await press('日本語')
  await eventually(title).toBe('サインイン')
  expect(document.documentElement.lang).toBe('ja')
  expect(document.cookie).toContain('lang=ja-jp')
  await screen.reload()
  await eventually(title).toBe('サインイン')
  await press('English')
  await eventually(title).toBe('Sign in')
})

test('everything can be done with the keyboard alone', async () => {
  await open()
  // The form has the focus from the start on a wide screen.
  await eventually(() => document.activeElement?.getAttribute('name')).toBe('email')
  await userEvent.keyboard('owner@hinoki.example{Tab}whereabouts-demo')
  // Past the eye and the way to a new password.
  await keys('Tab', 'Tab', 'Tab', ' ')
  expect((field('Stay signed in').element() as HTMLInputElement).checked).toBe(true)
  await keys('Tab', 'Enter')
  await eventually(path).toBe('/map')
})

test('an address that is not verified gets its mail by itself once, is remembered, and gets another when asked [ERR-04, MAIL-05, MAIL-06]', async () => {
  const screen = await open({
    seed(mock) {
      makePerson(mock, { email: 'sato@hinoki.example', verified: false })
      return undefined
    },
  })
  const resent = () => screen.bodies('POST', '/v3/app/users/confirm/resend')
  const notice = page.getByRole('status').filter({ hasText: 'not verified yet' })
  await signIn('sato')
  await seen(notice.getByText(/A link was sent to sato@hinoki\.example\./))
  expect(resent()).toEqual([{ user: { email: 'sato@hinoki.example' } }])
  expect(screen.mock.state.mails).toMatchObject([{ to: 'sato@hinoki.example', purpose: 'confirm' }])
  await expectReach()
  // The server sends one a minute: until then the button says how long, and a second try sends none by itself.
  await seen(notice.getByRole('button', { name: /^Send again in \d+ s$/ }))
  await press('Sign in')
  await seen(notice.getByRole('button', { name: /^Send again in/ }))
  expect(resent()).toHaveLength(1)
  await screen.reload()
  await eventually(() => typed(field('Email'))).toBe('sato@hinoki.example')
})

test('after too many tries the form says how long to wait, and is shut until then [ERR-429101]', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const tick = holdTimers('setInterval', 1000)
  const letPass = (seconds: number) => {
    vi.setSystemTime(Date.now() + seconds * 1000)
    tick()
  }
  const screen = await open({
    answers: [[SIGN_IN, refused(429, errors.tooManyRequests.code, { 'retry-after': '60' })]],
  })
  const tries = () => screen.bodies('POST', SIGN_IN).length
  await signIn('owner')
  await says('Too many tries. Try again in 60 s.', page.getByRole('alert'))
  letPass(20)
  await eventually(() => submit().textContent).toBe('Try again in 40 s')
  submit().click()
  ;(field('Password').element() as HTMLElement).focus()
  await keys('Enter')
  expect(tries()).toBe(1)
  letPass(40)
  await eventually(() => submit().textContent).toBe('Sign in')
  submit().click()
  await eventually(tries).toBe(2)
})
