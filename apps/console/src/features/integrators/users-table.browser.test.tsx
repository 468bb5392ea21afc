import { letProofAge, makePerson, PASSWORD, type Person } from '@whereabouts/mock-api/people'
import { makeOwner } from '@whereabouts/mock-api/words/accounts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  button,
  dialog,
  eventually,
  expectReach,
  field,
  gone,
  heading,
  isTooWide,
  keys,
  looks,
  main,
  press,
  says,
  seen,
  settle,
} from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import type { ScreenSettings } from '../../../mock/render-screen.tsx'

const rows = () => [...document.querySelectorAll('tbody tr')]
const form = () => dialog('New business account')
const EMAIL = 'hinoki@customer.example'

/** An integrator before the business accounts of their making. */
async function openBusiness(
  customers: readonly (readonly [name: string, email: string])[] = [],
  look: ScreenSettings = {},
) {
  let person: Person | undefined
  const screen = await renderPage('/account?tab=business', {
    ...look,
    seed: (mock) => {
      person = makePerson(mock, { fullname: 'Kita Emi', groups: ['Integrator'] })
      for (const [fullname, email] of customers) {
        makeOwner(mock.world, { fullname, email, verified: false }, person.account.account_id)
      }
      return person
    },
  })
  await seen(heading('Business accounts'))
  return { screen, person: person! }
}

async function askDeletion(name: string): Promise<void> {
  await press(`Actions for ${name}`)
  await page.getByRole('menuitem', { name: 'Delete account…' }).click()
}

test('an integrator makes a business account, whose owner gets a mail; its attendance is switched; it is deleted by its e-mail typed again [INTEG-01, INTEG-02]', async () => {
  const { screen, person } = await openBusiness()
  await says('No business accounts yet')
  await press('New account', main())
  await field('Email', form()).fill('abc')
  await press('Create and send email', form())
  await says('Enter a name.', form())
  await says('Email format is invalid!', form())
  await field('Name', form()).fill('Hinoki Garden')
  await field('Email', form()).fill(person.user.email)
  await press('Create and send email', form())
  await says('An account with this email address exists already.', form())
  await field('Email', form()).fill(EMAIL)
  await press('Create and send email', form())
  await says(`Email sent to ${EMAIL}.`)
  expect(screen.mock.state.mails.at(-1)).toMatchObject({ to: EMAIL, purpose: 'invitation' })
  expect(rows()[0]?.textContent).toContain(`Hinoki Garden${EMAIL}Invited`)

  const attendance = page.getByRole('switch', { name: 'Attendance for Hinoki Garden' })
  await expect.element(attendance).not.toBeChecked()
  ;(attendance.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await eventually(() => screen.bodies('POST', '/v3/app/users/groups').length).toBe(1)
  await screen.reload()
  await expect.element(attendance).toBeChecked()

  await askDeletion('Hinoki Garden')
  const deletion = dialog('Delete “Hinoki Garden”?')
  await field('Email', deletion).fill('somebody@else.example')
  await press('Delete account', deletion)
  await says(/^Email not correct\./, deletion)
  await field('Email', deletion).fill(EMAIL)
  letProofAge(screen.mock, person)
  await press('Delete account', deletion)
  await field('Your password', dialog("Confirm it's you")).fill(PASSWORD)
  await keys('Enter')
  await says('“Hinoki Garden” deleted.')
  await says('No business accounts yet')
})

test('the actions of a row are reached by keys, and the focus comes back to the row', async () => {
  await openBusiness([['Hinoki Garden', EMAIL]])
  const actions = button('Actions for Hinoki Garden')
  const deletion = page.getByRole('menuitem', { name: 'Delete account…' })
  const attendance = page.getByRole('switch', { name: 'Attendance for Hinoki Garden' })
  ;((await attendance.findElement()) as HTMLElement).focus()
  await keys('Tab')
  await expect.element(actions).toHaveFocus()
  await keys('Enter')
  await seen(deletion)
  await keys('Escape')
  await gone(deletion)
  await expect.element(actions).toHaveFocus()
  await keys('Enter')
  await expect.element(deletion).toHaveFocus()
  await keys('Enter')
  await seen(dialog('Delete “Hinoki Garden”?'))
  await keys('Escape')
  await gone(page.getByRole('dialog'))
  await expect.element(actions).toHaveFocus()
})

test('business accounts are found by name or e-mail', async () => {
  await openBusiness([
    ['Hinoki Garden', 'hinoki-1@customer.example'],
    ['永樂長照中心', 'yongle-1@customer.example'],
  ])
  await eventually(() => rows().length).toBe(2)
  const search = field('Name or email')
  await search.fill('永樂')
  await eventually(() => rows().length).toBe(1)
  await says('1 account')
  await search.fill('HINOKI-')
  await eventually(() => rows()[0]?.textContent).toContain('Hinoki Garden')
  await search.fill('nobody')
  await says('Nothing matches “nobody”')
  await press('Clear')
  await eventually(() => rows().length).toBe(2)
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('nothing of the %s logs and business accounts is out of reach at %i px', async (scheme, width) => {
  const look = { scheme, width, height: 844 }
  const { screen } = await openBusiness([['Hinoki Garden', EMAIL]], look)
  await expectReach()
  await press('New account', main())
  await settle()
  await keys('Enter')
  await expectReach()
  await keys('Escape')
  await gone(page.getByRole('dialog'))
  await press('Actions for Hinoki Garden')
  await seen(page.getByRole('menuitem'))
  await expectReach()
  await page.getByRole('menuitem', { name: 'Delete account…' }).click()
  await expectReach()
  screen.close()
  for (const tab of ['activity', 'security']) {
    const { close } = await renderPage(`/account?tab=${tab}`, look)
    await eventually(() => rows().length).toBeGreaterThan(0)
    await expectReach()
    expect(isTooWide()).toBe(false)
    close()
  }
})
