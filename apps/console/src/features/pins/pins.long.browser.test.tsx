/** What a wrong PIN, or one that was changed elsewhere, does at a console. The rule of the pauses has its own test (lib/pin.test.ts). */
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { banner, eventually, field, press, says, seen } from '../../../mock/acts.ts'
import { lightKeys, openProtected, protect, typePin } from '../../../mock/pins.ts'

beforeEach(lightKeys)

const DASHBOARD = '/map?tab=carepads'
const row = (name: string) => page.getByRole('main').getByRole('button', { name: new RegExp(name) })
const faultOf = (label: string): string | null => {
  const id = field(label).element().getAttribute('aria-describedby')
  return id === null ? null : (document.getElementById(id)?.textContent ?? null)
}

test('after five wrong PINs there is a pause, also where the page was loaded again', async () => {
  const screen = await openProtected(DASHBOARD)
  for (let tries = 0; tries < 5; tries += 1) {
    await typePin(String(1000 + tries))
    await eventually(() => faultOf('PIN')).toMatch(
      tries < 4 ? /not the PIN/ : /Too many wrong PINs. Try again in \d+ s/,
    )
  }
  await screen.reload()
  await typePin('246810')
  await eventually(() => faultOf('PIN')).toMatch(/Too many wrong PINs/)
  expect(document.body.textContent).not.toContain('Room 203')
})

test('a console that holds the old PIN notices that another one changed it, and asks for the new one', async () => {
  const screen = await openProtected(DASHBOARD)
  await typePin('246810')
  await seen(row('Room 203'))
  const { account } = screen.person!
  const names = new Map([['PAD-7F2005', 'Room 203']])
  account.carepads = account.carepads
    .filter(({ carepad_id }) => names.has(carepad_id))
    .map((pad) => ({ ...pad, encrypted: false, carepad_name: names.get(pad.carepad_id)! }))
  await protect(screen, '1234')
  screen.mock.world.tell(account.account_id, { event: 'lists', data: { changed: ['carepads'] } })
  await says('Names are locked, so carepads are shown by their ids.')
  await press('Names locked', banner())
  await typePin('1234')
  await seen(row('Room 203'))
})
