/** The form of a new access link: what it asks for, what it offers, and what it finds fault with. */
import { makePerson } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, dialog, eventually, gone, press, says, seen, typed } from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'

const form = () => dialog('New access link')
const input = (label: string | RegExp) => form().getByLabelText(label)
const create = () => press('Create link', form())
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })

/** A fresh owner at the page of links. */
const openLinks = () => renderPage('/account?tab=links', { seed: (mock) => makePerson(mock) })

async function openForm(): Promise<void> {
  await button('New access link', page.getByRole('main')).first().click()
  await seen(form())
}

async function makeLink(name: string, fill: () => Promise<void> = async () => {}): Promise<void> {
  await openForm()
  await input('Name').fill(name)
  await fill()
  await create()
  const made = dialog(`Link “${name}” is ready`)
  await press('Done', made)
  await gone(made)
}

test('a name is needed and must be free, a password needs 8 characters, and each mistake is told at its field [VALID-06, VALID-19]', async () => {
  const screen = await openLinks()
  const sent = () => screen.bodies('POST', '/v3/app/accesslink').length
  await makeLink('Night desk screen')
  expect(sent()).toBe(1)
  await openForm()
  await input(/^Password/).fill('1234567')
  await create()
  await says('Give the link a name.', form())
  await says('Password too short!', form())
  expect(document.activeElement).toBe(input('Name').element())
  expect(sent()).toBe(1)
  await input('Name').fill('Night desk screen')
  await input(/^Password/).fill('12345678')
  await create()
  await says('An access link with this name exists already.', form())
  expect(typed(input(/^Password/))).toBe('12345678')
})

test('the lives of a link can be chosen; only a read-only link may go without an end [CONST-47]', async () => {
  const screen = await openLinks()
  await openForm()
  const lives = input('Expires after')
  const offered = () => [...lives.element().querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(offered()).toEqual(['1 hour', '8 hours', '1 day', '7 days', '30 days', 'Until a date', 'No expiry'])
  expect(typed(lives)).toBe('604800')
  await lives.selectOptions('none')
  await form().getByText('Deputy', { exact: true }).click()
  await eventually(offered).not.toContain('No expiry')
  expect(typed(lives)).toBe('604800')

  await form().getByText('Read-only', { exact: true }).click()
  await input('Name').fill('Fire drill guests')
  await lives.selectOptions('date')
  await input('Expires on').fill('2020-01-01T10:00')
  await create()
  await says('Choose a time in the future.', form())
  await input('Expires on').fill('2099-01-01T10:00')
  await create()
  await press('Done')
  expect(screen.bodies('POST', '/v3/app/accesslink')).toEqual([
    {
      accesslink: {
        name: 'Fire drill guests',
        role: 'guest',
        expire_time: new Date('2099-01-01T10:00').getTime() / 1000,
      },
    },
  ])
  await gone(dialog('Link “Fire drill guests” is ready'))
  await makeLink('Wall screen', () => lives.selectOptions('none'))
  await seen(rowOf('Wall screen').getByText('Never'))
})

test('a link says whether it has a password, counts down and says when it is over; one support link is enough, and the form says who has it [LINK-05, ENT-accessLink.password, ENT-accessLink.expiry]', async () => {
  const screen = await openLinks()
  await makeLink('Locked', async () => {
    await input(/^Password/).fill('quiet otters')
    await input('Expires after').selectOptions('3600')
  })
  await makeLink('Whereabouts support', () => form().getByText('Support', { exact: true }).click())
  expect(rowOf('Locked').element().textContent).toContain('Password set')
  expect(rowOf('Whereabouts support').element().textContent).not.toContain('Password set')
  const left = () => rowOf('Locked').element().querySelector('time')?.textContent
  await eventually(left).toMatch(/^59 min$|^1 h$/)
  await openForm()
  expect(form().getByRole('radio').elements()).toHaveLength(2)
  await seen(form().getByText(/Already used by “Whereabouts support”\. One per account\./))
  await press('Cancel', form())
  const made = screen.person!.account.links.find(({ name }) => name === 'Locked')!
  Object.assign(made, { expire_time: Math.floor(Date.now() / 1000) - 1 })
  await screen.reload()
  await eventually(left).toBe('Expired')
})
