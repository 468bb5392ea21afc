/** The pages before sign-in and behind the links of mails; that links reach them whole, and leave the address, is in `link-pages.e2e.test.ts`. */
import { errors } from '@whereabouts/contract/errors'
import type { MockApi } from '@whereabouts/mock-api/mock-api'
import { makePerson, PASSWORD, type Person, personOf, signIn } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import type { Mail } from '@whereabouts/mock-api/state'
import { sendLink } from '@whereabouts/mock-api/world'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { eventually, expectReach, field, heading, keys, link, press, says, seen, typed } from '../../../mock/acts.ts'
import { renderScreen, type Screen } from '../../../mock/render-screen.tsx'

const GOOD_PASSWORD = 'four small teapots'
/** What the newest mail's link carries. */
const TOKEN = 'a-token-that-nobody-guesses'

const address = () => window.location.pathname + window.location.search
const faultOf = (label: string): string | null => {
  const id = field(label).element().getAttribute('aria-describedby')
  return id === null ? null : (document.getElementById(id)?.textContent ?? null)
}
const focusedText = () => document.activeElement?.textContent
const changes = ({ sent }: Screen) => sent.filter(({ method }) => method !== 'GET').map(({ path }) => path)

/** Sends this person, or another address, a mail and opens its link as a stranger. */
async function openLink(
  path: string,
  purpose: Mail['purpose'],
  prepare: (mock: MockApi, person: Person) => Partial<Mail> | undefined = () => {},
): Promise<Screen & { readonly to: Person }> {
  let to: Person | undefined
  const screen = await renderScreen(`${path}#token=${TOKEN}`, {
    seed(mock) {
      seedDemo(mock)
      to = makePerson(mock, { fullname: 'Kita Emi', email: 'kita@hinoki.example', verified: purpose !== 'confirm' })
      const { account, user } = to
      const { isUsed = false, ...given } = prepare(mock, to) ?? {}
      sendLink(mock.world, {
        ...{ to: user.email, purpose, account_id: account.account_id, user_id: user.user_id },
        ...given,
      })
      Object.assign(mock.state.mails.at(-1)!, { token: TOKEN, isUsed })
      return undefined
    },
  })
  return Object.assign(screen, { to: to! })
}

/** The same link once more, which is over by then. */
async function openAgain(screen: Screen, path: string): Promise<void> {
  window.history.replaceState(null, '', `${path}#token=${TOKEN}`)
  await screen.reload()
  await eventually(address).toBe(`/page-expired?from=${path.slice(1)}`)
}

test('signing up says at each field what it needs, and sends nothing before [SCRN-11, VALID-01, VALID-02, VALID-04, VALID-07, VALID-10]', async () => {
  const screen = await renderScreen('/', { person: null })
  await link('Create an account').click()
  await seen(heading('Create an account'))
  await press('Create account')
  await eventually(() => faultOf('Full name')).toBe('Enter your name.')
  expect(faultOf('Email')).toBe('Enter your email address.')
  expect(faultOf('Password')).toBe("Password can't be empty!")
  expect(document.activeElement).toBe(field('Full name').element())

  await field('Full name').fill('Sato Ken')
  await field('Email').fill('sato@')
  await eventually(() => faultOf('Email')).toBe('Email format is invalid!')
  await field('Password').fill('7 signs')
  await eventually(() => faultOf('Password')).toBe('The password needs at least 8 characters.')
  await field('Password').fill('8 signs.')
  await eventually(() => faultOf('Password')).toBe('Long enough. 15 or more are safer: a few words in a row will do.')
  // While typing, not at the end of it.
  await field('Type it again').click()
  await userEvent.keyboard('8 si')
  await eventually(() => faultOf('Type it again')).toBe('Please type the same password to verify.')
  await userEvent.keyboard('gns.')
  await eventually(() => faultOf('Type it again')).toBeNull()
  await press('Create account')
  await eventually(() => document.activeElement).toBe(field('Email').element())
  expect(changes(screen)).toEqual([])
  await expectReach()
})

test('an address that has an account and a password that everybody guesses are told at their fields; both are kept [ERR-400105]', async () => {
  await renderScreen('/signup', { person: null })
  await field('Full name').fill('Sato Ken')
  await field('Email').fill('owner@hinoki.example')
  const choosePassword = async (password: string) => {
    await field('Password').fill(password)
    await field('Type it again').fill(password)
    await press('Create account')
  }
  await choosePassword('password123')
  await eventually(() => faultOf('Password')).toBe('This password is guessed first. Choose another one.')
  await choosePassword(GOOD_PASSWORD)
  await eventually(() => faultOf('Email')).toBe('An account with this email address exists already.')
  expect(typed(field('Full name'))).toBe('Sato Ken')
  await field('Email').fill('sato.other@hinoki.example')
  await eventually(() => faultOf('Email')).toBeNull()
})

test('a link that was used says that the account is verified, a wrong one that it is not valid and sends another [SCRN-04, ERR-400110, ERR-400111, MAIL-06]', async () => {
  const screen = await openLink('/verify-email', 'confirm')
  await seen(heading('Verify your email address'))
  expect(screen.to.user.verified).toBe(false)
  await press('Verify')
  await seen(heading('Email verified'))
  window.history.replaceState(null, '', `/verify-email#token=${TOKEN}`)
  await screen.reload()
  await seen(heading('This account is already verified'))
  await seen(link('Go to sign-in'))
  screen.close()

  const wrong = await openLink('/verify-email', 'confirm', () => ({ isUsed: true }))
  await seen(heading('The verification link is not valid'))
  await expectReach()
  await field('Email').fill('kita@hinoki.example')
  await press('Send a new link')
  await seen(heading('Check your email'))
  expect(wrong.mock.state.mails.at(-1)).toMatchObject({ to: 'kita@hinoki.example', purpose: 'confirm', isUsed: false })
})

test('a forgotten password: an address without an account is told so, one that is not verified gets its verification mail by itself [SCRN-09, ERR-404104, ERR-05, ERR-400101]', async () => {
  const screen = await renderScreen('/forgot-password', {
    seed(mock) {
      makePerson(mock, { email: 'kimura@hinoki.example', verified: false })
      return undefined
    },
  })
  await field('Email').fill('nobody@hinoki.example')
  await press('Send link')
  await says('There is no account with this email address.', page.getByRole('alert'))
  await field('Email').fill('kimura@hinoki.example')
  await press('Send link')
  await says(/A link was sent to kimura@hinoki\.example\./)
  expect(screen.bodies('POST', '/v3/app/users/confirm/resend')).toEqual([{ user: { email: 'kimura@hinoki.example' } }])
  await expectReach()
  await link('Back to sign-in').click()
  await eventually(() => typed(field('Email'))).toBe('kimura@hinoki.example')
})

test('the link of a forgotten password sets a new one once, and then leads to the page that sends another [SCRN-08, SCRN-12, VALID-01, VALID-02, ERR-401102]', async () => {
  const screen = await openLink('/reset-password', 'recovery')
  await seen(heading('Set a new password'))
  await seen(page.getByText(/For kita@hinoki\.example\./))
  expect(window.location.hash).toBe('')
  expect(document.querySelector<HTMLInputElement>('input[autocomplete=username]')?.value).toBe('kita@hinoki.example')
  await field('New password').fill('short')
  await field('Type it again').fill('shor')
  await eventually(() => faultOf('Type it again')).toBe('Please type the same password to verify.')
  await press('Save password')
  await eventually(() => faultOf('New password')).toBe('The password needs at least 8 characters.')
  await expectReach()
  await field('New password').fill(GOOD_PASSWORD)
  await field('Type it again').fill(GOOD_PASSWORD)
  await press('Save password')
  await seen(heading('Password saved'))
  expect(screen.to.user.password).toBe(GOOD_PASSWORD)
  expect(link('Go to sign-in').element().getAttribute('href')).toBe('/')
  window.history.replaceState(null, '', '/')
  await screen.reload()
  await eventually(() => typed(field('Email'))).toBe('kita@hinoki.example')
  await openAgain(screen, '/reset-password')
  await seen(heading('This link has expired'))
  await expectReach()
  expect(link('Send a new link').element().getAttribute('href')).toBe('/forgot-password')
})

test('another address counts once its link is confirmed, and ends no session [SCRN-05, MAIL-04, SETT-02]', async () => {
  let session = ''
  const screen = await openLink('/change-email', 'change_email', (mock, person) => {
    session = signIn(mock, person)
    return { to: 'emi@hinoki.example' }
  })
  await seen(heading('Use this email address?'))
  await seen(page.getByText(/From now on you sign in with emi@hinoki\.example/))
  expect(screen.to.user.email).toBe('kita@hinoki.example')
  await press('Use this address')
  await seen(heading('Email address changed'))
  await expectReach()
  expect(screen.to.user.email).toBe('emi@hinoki.example')
  expect(screen.mock.actorOf(session)).toBeDefined()
  await openAgain(screen, '/change-email')
  await seen(link('Go to your account'))
})

test('an account is deleted by the button and by nothing before; the way out comes first [SCRN-06, MAIL-01]', async () => {
  const screen = await openLink('/delete-account', 'remove_account')
  const accounts = screen.mock.state.accounts.length
  await seen(heading('Delete this account?'))
  await seen(page.getByText(/Everything in kita@hinoki\.example is deleted now and cannot be brought back\./))
  await eventually(focusedText).toBe('Keep account')
  expect(screen.mock.state.accounts).toHaveLength(accounts)
  await keys('Tab', 'Enter')
  await seen(heading('Account deleted'))
  expect(screen.mock.state.accounts).toHaveLength(accounts - 1)
  expect(screen.mock.state.accounts).not.toContain(screen.to.account)
  await openAgain(screen, '/delete-account')
})

test('trackers are removed by the button of their mail and by nothing before [SCRN-07, MAIL-02]', async () => {
  const screen = await openLink('/unassign-device', 'remove_trackers', (mock, { account }) => {
    account.trackers = personOf(mock, 'owner').account.trackers.slice(0, 2)
    return { objects: account.trackers.map(({ device_id }) => device_id) }
  })
  const { account } = screen.to
  await seen(heading('Remove 2 devices?'))
  for (const { name } of account.trackers) await says(name)
  await eventually(focusedText).toBe('Keep')
  expect(account.trackers).toHaveLength(2)
  await keys('Tab', 'Enter')
  await seen(heading('Devices removed'))
  expect(account.trackers).toEqual([])
  await openAgain(screen, '/unassign-device')
  await seen(page.getByText(/Ask for the removal again under Device Management\./))
})

test('a share is accepted by its mail, and the device is on the list of who accepted [SCRN-03, SHARE-01]', async () => {
  const screen = await openLink('/accept-share', 'accept_share', (mock, { user }) => {
    const giver = personOf(mock, 'owner')
    const { device_id } = giver.account.trackers.find(({ name }) => name === 'Aoki Reiko')!
    const id = mock.world.uuid()
    giver.account.shares.push({
      id,
      device_id,
      email: user.email,
      fullname: '',
      accepted: false,
      created_time: 1_780_000_000,
    })
    return { account_id: giver.account.account_id, user_id: giver.user.user_id, objects: [id] }
  })
  const names = () => screen.to.account.trackers.map(({ name }) => name)
  await seen(heading('Mori Yuki shares a device with you'))
  await seen(page.getByText(/Aoki Reiko will appear on your map\./))
  expect(names()).toEqual([])
  await press('Accept')
  await seen(heading('Device shared with you'))
  expect(names()).toEqual(['Aoki Reiko'])
})

test('a LINE group is named by who signs in on the way; one that is there, or whose code is over, is told [SCRN-13]', async () => {
  const answers = {
    'code-2': errors.groupAlreadyAdded.code,
    'code-3': errors.invalidGroupLinkCode.code,
  } as const
  const screen = await renderScreen('/line-group?code=code-1', {
    person: null,
    answers: [
      [
        '/v3/app/accountlink/line/note',
        ({ body: { link_code, note } }) => {
          const code = answers[link_code as keyof typeof answers]
          if (code !== undefined) return Response.json({ result: false, code }, { status: 400 })
          const line_group = { line_group_id: crypto.randomUUID(), note, created_time: 1_780_000_000 }
          return Response.json({ result: true, code: 200, line_group })
        },
      ],
    ],
  })
  await seen(heading('Sign in to link a LINE group'))
  expect(address()).toBe('/line-group')
  await press('Sign in')
  await field('Email').fill('owner@hinoki.example')
  await field('Password').fill(PASSWORD)
  await keys('Enter')
  await eventually(address).toBe('/line-group')
  await seen(heading('Name this LINE group'))
  await expectReach()
  await press('Save name')
  await eventually(() => faultOf('Group nickname')).toBe('Enter a name for the group.')
  await field('Group nickname').fill('ひのき夜勤グループ')
  await press('Save name')
  await seen(heading('LINE group linked'))
  await seen(page.getByText(/ひのき夜勤グループ/))
  for (const [code, told] of [
    ['code-2', 'This LINE group has been added already'],
    ['code-3', 'This LINE group code is not valid'],
  ] as const) {
    window.history.replaceState(null, '', `/line-group?code=${code}`)
    await screen.reload()
    await field('Group nickname').fill('Again')
    await press('Save name')
    await seen(heading(told))
  }
})
