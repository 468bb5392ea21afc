import { makePerson, type Person } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  button,
  eventually,
  field,
  focused,
  gone,
  heading,
  keys,
  link,
  press,
  question,
  says,
  seen,
  tick,
  typed,
} from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'

const ALERTS = '/v3/app/users/extrasettings/alerts'
const address = (number: number) => field(`Email of contact ${number}`)
const leaveFor = (name: string) => link(name, page.getByRole('navigation', { name: 'Advanced Settings' })).click()

async function openAlerts() {
  let person: Person | undefined
  const screen = await renderScreen('/setting?tab=alerts', {
    seed: (mock) => {
      person = makePerson(mock)
      return person
    },
  })
  return { screen, owner: person!.user, person: person! }
}

test('contacts are ordered and saved as one list; errors are shown at their field', async () => {
  const { screen, owner } = await openAlerts()
  await expect.element(address(1)).toHaveValue(owner.email)
  await field('Time to answer').fill('10')
  await press('Add contact')
  await expect.element(address(2)).toHaveFocus()
  await userEvent.keyboard(owner.email.toUpperCase())
  await press('Save changes')
  await says('Enter whole seconds from 15 to 3600.')
  await says('This address is in the list already.')
  expect(screen.bodies('POST', ALERTS)).toEqual([])
  await field('Time to answer').fill('45')
  await address(2).fill('night@hinoki.example')
  await field('Seconds before contact 2 is told').fill('90')
  await press('Move night@hinoki.example up')
  await leaveFor('Logo')
  await press('Cancel', question('Leave without saving?'))
  // The server has the last word, and what was typed stays.
  const stop = screen.answer(ALERTS, () =>
    Response.json({ result: false, code: 400001, info: 'body.contacts.1.email' }, { status: 400 }),
  )
  await press('Save changes')
  await says('Email format is invalid!')
  expect(typed(address(1))).toBe('night@hinoki.example')
  stop()
  await press('Save changes')
  await says('Saved')
  const contacts = [
    { email: 'night@hinoki.example', after_s: 90 },
    { email: owner.email, after_s: 0 },
  ]
  expect(screen.bodies('POST', ALERTS).at(-1)).toEqual({ acknowledge_within_s: 45, arrive_within_s: 120, contacts })
  await screen.reload()
  await expect.element(address(1)).toHaveValue('night@hinoki.example')
  await press('Remove night@hinoki.example')
  await says('night@hinoki.example removed')
  await eventually(focused).toBe(`Remove ${owner.email}`)
  await keys('Enter')
  await says('Nobody is named: the owner is told.')
  await eventually(focused).toBe('Add contact')
  await press('Save changes')
  await expect.element(address(1)).toHaveValue(owner.email)
})

test('returning to the contacts shows what a colleague saved meanwhile, and a placeholder while loading', async () => {
  const { screen, owner, person } = await openAlerts()
  await expect.element(address(1)).toHaveValue(owner.email)
  const answering = Promise.withResolvers<void>()
  screen.answer(ALERTS, (_call, usual) => answering.promise.then(() => usual()))
  const reloading = screen.reload()
  const placeholder = page.getByRole('status', { name: 'Loading the list' })
  await eventually(() => getComputedStyle(placeholder.element()).opacity).toBe('1')
  answering.resolve()
  await reloading
  await expect.element(address(1)).toHaveValue(owner.email)
  await leaveFor('Logo')
  await seen(heading('Logo'))
  const contacts = [{ email: 'night@hinoki.example', after_s: 0 }]
  await screen.callsOf(person).alarms.saveSettings({ body: { acknowledge_within_s: 60, contacts } })
  await leaveFor('Alerts and keys')
  await expect.element(address(1)).toHaveValue('night@hinoki.example')
})

test('a contact who has not agreed yet is told apart, and is sent the link again', async () => {
  const { screen, person } = await openAlerts()
  const contacts = [{ email: 'night@hinoki.example', after_s: 0 }]
  await screen.callsOf(person).alarms.saveSettings({ body: { acknowledge_within_s: 60, contacts } })
  await screen.reload()
  await says('Has not confirmed the address yet, so no alerts go there.')
  await press('Send the link again')
  await says('Link sent to night@hinoki.example')
  const links = screen.mock.state.mails.filter(({ purpose }) => purpose === 'confirm_contact')
  expect(links.map(({ to, isUsed }) => [to, isUsed])).toEqual([
    ['night@hinoki.example', true],
    ['night@hinoki.example', false],
  ])
  await screen.callsOf(person).alarms.confirmContact({ body: { token: links.at(-1)?.token ?? '' } })
  await screen.reload()
  await expect.element(address(1)).toHaveValue('night@hinoki.example')
  await gone(button('Send the link again'))
})

test('the ring repeats once that is switched on, and a test rings here, no matter who of the account asks for it', async () => {
  const { screen, person } = await openAlerts()
  const repeat = page.getByRole('switch', { name: 'Repeat ring until stopped' })
  await expect.element(repeat).not.toBeChecked()
  await tick(repeat)
  await eventually(() => screen.bodies('PUT', '/v3/app/users/profile').length).toBe(1)
  await screen.reload()
  await expect.element(repeat).toBeChecked()
  const rings = async () => {
    await seen(button('Close', question()))
    // What stood there for a moment only was not seen, and what is pressed then does nothing.
    await eventually(async () => {
      await press('Close', question())
      return question().elements().length
    }).toBe(0)
  }
  await press('Test sound')
  await rings()
  await screen.callsOf(person).notifications.push({ body: { type: 'test', event_time_ms: Date.now() } })
  await rings()
  await gone(question())
})
