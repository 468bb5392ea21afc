/** The account page: who one is, what is changed in place, and what each person may. */
import { letProofAge, makePerson, PASSWORD } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  banner,
  button,
  dialog,
  eventually,
  field,
  focused,
  gone,
  heading,
  keys,
  link,
  main,
  press,
  question,
  says,
  seen,
  texts,
  typed,
} from '../../../mock/acts.ts'
import type { PageSettings } from '../../../mock/open-page.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import { renderScreen, type Screen } from '../../../mock/render-screen.tsx'

const INFORMATION = '/account?tab=information'
const ofOwner = (given: Parameters<typeof makePerson>[1] = {}): PageSettings => ({
  seed: (mock) => makePerson(mock, { fullname: 'Kita Emi', ...given }),
})
/** The page of an owner with an account of their own, without its frame. */
const openAccount = (given: Parameters<typeof makePerson>[1] = {}): Promise<Screen> =>
  renderPage(INFORMATION, ofOwner(given))

/** What stands below a field. */
const faultOf = (label: string): string | null => {
  const id = field(label).element().getAttribute('aria-describedby')
  return id === null ? null : (document.getElementById(id)?.textContent ?? null)
}
/** Calls that change something; a renewed token is no change. */
const changes = ({ sent }: Screen): string[] =>
  sent.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/token')).map(({ path }) => path)
const address = () => window.location.pathname + window.location.search

test('the account page says who one is: name, e-mail, whether it is verified, role and class [SETT-01]', async () => {
  const { person } = await renderScreen(INFORMATION, ofOwner())
  await heading('Account information').findElement()
  const rowOf = (name: string) =>
    [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent).find((row) => row.startsWith(name))
  await eventually(() => rowOf('Name')).toContain('Kita Emi')
  await eventually(() => rowOf('Email')).toContain(`${person?.user.email}Verified`)
  await eventually(() => rowOf('Role')).toBe('RoleOwner · B2B account')
})

test('the address chooses the page; one that is not there, or not for this person, gives way to the first', async () => {
  const current = () =>
    document.querySelector('nav[aria-label="Account Management"] [aria-current="page"]')?.textContent
  for (const [tab, title] of [
    ['links', 'Access links'],
    ['devices', 'Signed-in devices'],
    ['nonsense', 'Account information'],
    ['business', 'Account information'],
  ] as const) {
    const { close } = await renderScreen(`/account?tab=${tab}`, { seed: (mock) => makePerson(mock) })
    await eventually(current).toBe(title)
    await seen(page.getByRole('heading', { level: 1, name: title }))
    close()
  }
  await renderScreen(INFORMATION, ofOwner())
  await link('Access links').click()
  await eventually(address).toBe('/account?tab=links')
  window.history.back()
  await seen(heading('Account information'))
})

test('a name is changed in place, the header follows; an empty one is refused [ENT-user.fullname]', async () => {
  const screen = await renderScreen(INFORMATION, ofOwner())
  await press('Edit name')
  const name = field('Name', dialog('Edit name'))
  await eventually(() => name.element() === document.activeElement).toBe(true)
  await name.fill('  ')
  await keys('Enter')
  await says('Enter a name.')
  expect(changes(screen)).toEqual([])
  await name.fill('Kita Emiko')
  await keys('Enter')
  await gone(dialog('Edit name'))
  await eventually(focused).toBe('Edit name')
  await press('Account', banner())
  await says('Kita Emiko', dialog('Account'))
})

test('typing errors of a new e-mail are told at the fields; the password is asked once more and what was typed is kept [VALID-07, VALID-08, VALID-09, VALID-10]', async () => {
  const screen = await openAccount()
  const { email: old } = screen.person!.user
  letProofAge(screen.mock, screen.person!)
  await press('Change email')
  const email = field('New email')
  await press('Send email link')
  await eventually(() => faultOf('New email')).toBe('Enter your email address.')
  expect(email.element()).toBe(document.activeElement)
  await email.fill('abc')
  await eventually(() => faultOf('New email')).toBe('Email format is invalid!')
  await email.fill(old.toUpperCase())
  await eventually(() => faultOf('New email')).toBe('This is already your email address.')
  const wanted = `new-${old}`
  await email.fill(wanted)
  await field('New email again').fill(`other-${old}`)
  await press('Send email link')
  await eventually(() => faultOf('New email again')).toBe('The two email addresses differ.')
  expect(changes(screen)).toEqual([])

  await field('New email again').fill(wanted)
  await press('Send email link')
  const proof = dialog("Confirm it's you")
  await field('Your password', proof).fill('not-the-password')
  await press('Continue', proof)
  await says('Password incorrect.')
  await keys('Escape')
  await gone(proof)
  expect(typed(email)).toBe(wanted)
  expect(page.getByText(/Oops!/).elements()).toEqual([])
  await press('Send email link')
  await field('Your password', proof).fill(PASSWORD)
  await keys('Enter')
  await seen(page.getByText(`Email sent to ${wanted}.`, { exact: false }))
  await gone(page.getByRole('dialog'))
})

test('mistakes in a new password are told at the fields, and one that everybody guesses is refused in words [VALID-03, VALID-04, VALID-05]', async () => {
  await openAccount()
  await press('Change password')
  const form = dialog('Change password')
  const submit = () => press('Change password', form)
  await submit()
  await eventually(() => faultOf('Current password')).toBe("Password can't be empty!")
  expect(faultOf('New password')).toBe("Password can't be empty!")
  await field('Current password').fill('not-the-password')
  await field('New password').fill('1234567')
  await field('New password again').fill('1234567')
  await eventually(() => faultOf('New password')).toBe('The password needs at least 8 characters.')
  await field('New password').fill('seven quiet otters')
  await eventually(() => faultOf('New password again')).toBe('Password is not the same!')
  await field('New password again').fill('seven quiet otters')
  await submit()
  await eventually(() => faultOf('Current password')).toBe('Password incorrect.')
  await eventually(() => field('Current password').element() === document.activeElement).toBe(true)
  await field('Current password').fill(PASSWORD)
  await field('New password').fill('password123')
  await field('New password again').fill('password123')
  await submit()
  await eventually(() => faultOf('New password')).toBe('This password is guessed first. Choose another one.')
})

test('the language is changed here as in the popover: in the profile, the cookie and at once [SETT-04]', async () => {
  const screen = await openAccount()
  await press('Change language')
  const form = dialog('Change language')
  expect(form.getByRole('radio').elements()).toHaveLength(3)
  await form.getByText('日本語').click()
  expect(document.documentElement.lang).toBe('en')
  await press('Save', form)
  await seen(heading('アカウント情報'))
  expect(screen.bodies('PUT', '/v3/app/users/profile')).toEqual([{ user: { locale: 'ja-jp' } }])
  expect(document.documentElement.lang).toBe('ja')
  expect(document.cookie).toContain('lang=ja-jp')
})

test('exactly eight time zones can be chosen, and the choice is kept [SETT-11]', async () => {
  const screen = await openAccount()
  await press('Change time zone')
  const form = dialog('Change time zone')
  const names = form
    .getByRole('radio')
    .elements()
    .map((input) => (input as HTMLInputElement).value)
  expect(names.sort()).toEqual([
    'America/Chicago',
    'America/Los_Angeles',
    'America/New_York',
    'America/Phoenix',
    'America/Toronto',
    'Asia/Singapore',
    'Asia/Taipei',
    'Asia/Tokyo',
  ])
  await form.getByText('Singapore').click()
  await press('Save', form)
  await gone(form)
  await screen.reload()
  await seen(main().getByText(/Singapore/))
})

test('the account page leads to the logo configuration with its upload form [SETT-05]', async () => {
  await openAccount()
  await link('Open logo configuration').click()
  await eventually(address).toBe('/setting?tab=logo')
  await seen(page.getByRole('heading', { name: 'Logo', level: 1 }))
  expect(document.querySelectorAll('input[type="file"]')).toHaveLength(1)
})

test('LINE groups of the account are listed, renamed and removed', async () => {
  await renderPage(INFORMATION, {
    seed: (mock) => {
      const person = makePerson(mock)
      person.account.lineGroups.push({
        line_group_id: mock.world.uuid(),
        note: 'Night shift',
        created_time: 1_700_000_000,
      })
      return person
    },
  })
  await press('Rename Night shift')
  await field('Group nickname').fill('ひのき夜勤グループ')
  await keys('Enter')
  await press('Remove ひのき夜勤グループ')
  await eventually(() => button('Cancel', question()).element() === document.activeElement).toBe(true)
  await press('Remove', question())
  await seen(main().getByText('None', { exact: true }))
})

test('people who sign in by another service cannot change password or e-mail here, and are asked to sign in again where a recent sign-in is needed', async () => {
  const screen = await openAccount({ provider: 'google', password: null })
  letProofAge(screen.mock, screen.person!)
  await says(/^You sign in with Google\./)
  expect(button('Change email').elements()).toEqual([])
  expect(button('Change password').elements()).toEqual([])
  await press('Create PIN code')
  await field('New PIN').fill('1234')
  await field('New PIN again').fill('1234')
  await keys('Enter')
  const proof = dialog("Confirm it's you")
  await says(/You sign in with another service/, proof)
  expect(proof.getByRole('textbox').elements()).toEqual([])
  await press('Cancel', proof)
  expect(typed(field('New PIN'))).toBe('1234')
})

test('a deputy sees whose account it is and changes only what a deputy may', async () => {
  await renderScreen('/account', {
    seed: (mock) => makePerson(mock, { class: 'deputy' }, makePerson(mock).account),
  })
  await says(/belong to the owner of the account/)
  expect(texts(main().getByRole('button'))).toEqual(['Change', 'Change', 'Change', 'Change', 'Sign out'])
  for (const name of ['Change photo', 'Change language', 'Change time zone', 'Change unit of temperature'])
    await seen(button(name))
  expect(texts(page.getByRole('navigation', { name: 'Account Management' }).getByRole('link'))).toEqual([
    'Account information',
    'Signed-in devices',
    'Activity log',
    'Security log',
    'Access links',
  ])
})

test('a read-only person is led to the map', async () => {
  await renderScreen('/account?tab=links', {
    seed: (mock) => makePerson(mock, { class: 'readonly' }, makePerson(mock).account),
  })
  await eventually(() => window.location.pathname).toBe('/map')
})

test('the popover leads to the account page and to the keys, which ? opens on every page', async () => {
  await renderScreen('/setting?tab=remarks', { seed: (mock) => makePerson(mock) })
  await press('Account', banner())
  await link('Account information').click()
  await eventually(address).toBe('/account?tab=information')
  await gone(dialog('Account'))
  await press('Account', banner())
  await press(/^Keyboard shortcuts/)
  await seen(dialog('Keyboard shortcuts'))
  await keys('Escape')
  await gone(dialog('Keyboard shortcuts'))
  await keys('?')
  await seen(dialog('Keyboard shortcuts'))
})
