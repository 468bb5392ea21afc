/** Names of carepads under a PIN, as the owner, a carer at another console and somebody who only looks see them. */
import { letProofAge, PASSWORD } from '@whereabouts/mock-api/people'
import { raise } from '@whereabouts/mock-api/words/notifications'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  banner,
  button,
  dialog,
  eventually,
  expectReach,
  field,
  gone,
  isTooWide,
  looks,
  press,
  question,
  says,
  seen,
  texts,
} from '../../../mock/acts.ts'
import { openSession } from '../../../mock/open-page.ts'
import { lightKeys, openProtected, protect, typePin } from '../../../mock/pins.ts'
import { renderScreen, type Screen } from '../../../mock/render-screen.tsx'
import { decryptName, encryptName, makePin, provePin, randomBytes } from '../../lib/pin.ts'
import { openedPin, plainNames } from './names.ts'
import { setPin } from './queries.ts'

beforeEach(lightKeys)

const DASHBOARD = '/map?tab=carepads'
const MANAGEMENT = '/configuration?tab=carepads'
const INFORMATION = '/account?tab=information'
const ROOM = 'PAD-7F2005'

const padsOf = ({ person }: Screen) => person!.account.carepads
const storedName = (screen: Screen, id: string) => padsOf(screen).find((pad) => pad.carepad_id === id)?.carepad_name
const row = (name: string) => page.getByRole('main').getByRole('button', { name: new RegExp(name) })
const faultOf = (label: string): string | null => {
  const id = field(label).element().getAttribute('aria-describedby')
  return id === null ? null : (document.getElementById(id)?.textContent ?? null)
}

test('a PIN is created and then changed; every name is encrypted by it before it is sent, and the page goes on showing names [CARE-01, ENT-carepad.encryption_state]', async () => {
  const screen = await renderScreen(INFORMATION)
  const names = new Map(padsOf(screen).map(({ carepad_id, carepad_name }) => [carepad_id, carepad_name]))
  await press('Create PIN code')
  const create = dialog('Create PIN code')
  await field('New PIN', create).fill('2468')
  await field('New PIN again', create).fill('2468')
  await press('Create', create)
  await gone(create)
  await says('PIN created. The names of all carepads are encrypted.')
  expect(padsOf(screen).every(({ encrypted }) => encrypted)).toBe(true)
  const first = new Map(padsOf(screen).map(({ carepad_id, carepad_name }) => [carepad_id, carepad_name]))

  await press('Change PIN code')
  const change = dialog('Change PIN code')
  await field('Current PIN', change).fill('1111')
  await field('New PIN', change).fill('135790')
  await field('New PIN again', change).fill('135790')
  await press('Change', change)
  await eventually(() => faultOf('Current PIN')).toBe('This is not the PIN.')
  await field('Current PIN', change).fill('2468')
  await press('Change', change)
  await gone(change)
  for (const { carepad_id, carepad_name } of padsOf(screen)) expect(carepad_name).not.toBe(first.get(carepad_id))
  const sent = JSON.stringify(screen.sent)
  for (const name of [...names.values(), '2468', '135790']) expect(sent).not.toContain(`"${name}"`)
  await seen(button('Change PIN code'))

  window.history.pushState(null, '', DASHBOARD)
  await screen.reload()
  await typePin('135790')
  for (const name of names.values()) await seen(row(name))
})

test('a PIN is digits only, four at least, typed twice, and there is no way back to a forgotten one [VALID-12] [VALID-13] [VALID-14] [VALID-15] [CONST-26]', async () => {
  const screen = await renderScreen(INFORMATION)
  await press('Create PIN code')
  const create = dialog('Create PIN code')
  await field('New PIN', create).fill('12a4')
  await press('Create', create)
  await eventually(() => faultOf('New PIN')).toBe('Digits only.')
  await field('New PIN', create).fill('123')
  await eventually(() => faultOf('New PIN')).toBe('At least 4 digits.')
  await field('New PIN', create).fill('1234')
  await field('New PIN again', create).fill('1235')
  await eventually(() => faultOf('New PIN again')).toBe('The two PINs differ.')
  await press('Create', create)
  expect(screen.bodies('PUT', '/v3/app/users/pin')).toEqual([])
  await says(/A forgotten PIN cannot be recovered/, create)
  expect(create.getByRole('link').elements()).toEqual([])
  expect(texts(create.getByRole('button')).join()).not.toMatch(/forgot/i)
  await field('New PIN again', create).fill('1234')
  await press('Create', create)
  await eventually(() => screen.bodies('PUT', '/v3/app/users/pin').length).toBe(1)
})

test('the PIN is asked for once in a tab where names are locked; a wrong one shows nothing, the right one all [ENT-carepad.pin_code]', async () => {
  const screen = await openProtected(DASHBOARD)
  await typePin('1111')
  await eventually(() => faultOf('PIN')).toBe('This is not the PIN.')
  await press('Cancel', dialog('Enter PIN'))
  await says('Names are locked, so carepads are shown by their ids.')
  await seen(row(ROOM))
  expect(document.body.textContent).not.toContain('Room 203')
  expect(document.body.textContent).not.toContain('enc:1:')

  await press('Names locked', banner())
  await typePin('246810')
  await seen(row('Room 203'))
  await seen(button('Lock names', banner()))
  expect(document.body.textContent).not.toContain('PAD-')

  await press('Lock names', banner())
  await seen(row(ROOM))
  // By hand, so it is not asked for again by itself.
  expect(dialog('Enter PIN').elements()).toEqual([])
  await screen.reload()
  await seen(dialog('Enter PIN'))
})

test('under a PIN carepads are added and renamed encrypted; a name that another has is refused in the browser', async () => {
  const screen = await openProtected(MANAGEMENT)
  await press('Cancel', dialog('Enter PIN'))
  await press('Add carepad')
  await field('Carepad id').fill('PAD-900001')
  await field('Name').fill('Ito Haru')
  await press('Add carepad', dialog('Add carepad'))
  // Its name cannot be sent without the PIN.
  await typePin('246810')
  await seen(page.getByRole('region', { name: 'Unassigned' }).getByText('Ito Haru'))
  expect(storedName(screen, 'PAD-900001')).toMatch(/^enc:1:/)

  await press('Actions for Ito Haru')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await field('Name').fill('Room 203')
  await press('Save')
  await says('This name is already in use.')
  await field('Name').fill('Ito Haruko')
  await press('Save')
  await seen(page.getByText('Ito Haruko', { exact: true }))
  expect(JSON.stringify(screen.sent)).not.toMatch(/Ito Haru|Room 203/)
})

test('a name that cannot be decrypted asks to be reset, and is [CARE-09]', async () => {
  const screen = await renderScreen(MANAGEMENT)
  const room = padsOf(screen).find(({ carepad_id }) => carepad_id === ROOM)!
  const { key } = await makePin('1111', randomBytes)
  const strange = await encryptName(room.carepad_name, key, randomBytes)
  await protect(screen, '246810')
  Object.assign(padsOf(screen).find(({ carepad_id }) => carepad_id === ROOM)!, { carepad_name: strange })
  await screen.reload()
  await typePin('246810')
  await says(/1 name cannot be decrypted with this PIN. Reset it./)
  await press(`Actions for ${ROOM}`)
  await page.getByRole('menuitem', { name: 'Reset name' }).click()
  const reset = dialog(`Reset the name of ${ROOM}`)
  await says(/cannot be decrypted with the PIN/, reset)
  await field('Name', reset).fill('Room 203 b')
  await press('Reset name', reset)
  await seen(page.getByText('Room 203 b', { exact: true }))
  expect(storedName(screen, ROOM)).toMatch(/^enc:1:/)
  expect(storedName(screen, ROOM)).not.toBe(strange)
  await seen(page.getByText('Room 207', { exact: true }))
})

test('where the PIN is lost names are reset one by one, and then another PIN is created without the old one', async () => {
  const screen = await openProtected(MANAGEMENT, '9999')
  const { account } = screen.person!
  account.carepads = account.carepads.slice(0, 1)
  await screen.reload()
  await press('Cancel', dialog('Enter PIN'))
  const id = account.carepads[0]!.carepad_id
  await press(`Actions for ${id}`)
  await page.getByRole('menuitem', { name: 'Reset name' }).click()
  const reset = dialog(`Reset the name of ${id}`)
  await says(/only if nobody knows the PIN any more/, reset)
  await field('Name', reset).fill('Fridge A')
  await press('Reset name', reset)
  await seen(page.getByText('Fridge A', { exact: true }))
  expect(account.carepads[0]).toMatchObject({ carepad_name: 'Fridge A', encrypted: false })

  window.history.pushState(null, '', INFORMATION)
  await screen.reload()
  await press('Change PIN code')
  const change = dialog('Change PIN code')
  expect(field('Current PIN', change).elements()).toEqual([])
  await field('New PIN', change).fill('13579')
  await field('New PIN again', change).fill('13579')
  await press('Change', change)
  await gone(change)
  expect(account.carepads[0]!.encrypted).toBe(true)
})

test('names that were reset without the PIN are encrypted once somebody enters it', async () => {
  const screen = await renderScreen(DASHBOARD)
  await protect(screen, '246810', [ROOM])
  await screen.reload()
  await typePin('246810')
  await gone(dialog('Enter PIN'))
  await eventually(() => storedName(screen, ROOM)).toMatch(/^enc:1:/)
  await seen(row('Room 203'))
})

test('a change of the PIN asks for the password again, and goes on where another console changed a name meanwhile', async () => {
  const screen = await openProtected(INFORMATION)
  letProofAge(screen.mock, screen.person!)
  let isFirst = true
  screen.answer('/v3/app/users/pin', (_call, usual) => {
    // Between reading the names and setting the PIN.
    if (isFirst) padsOf(screen).pop()
    isFirst = false
    return usual()
  })
  await press('Change PIN code')
  const change = dialog('Change PIN code')
  await field('Current PIN', change).fill('246810')
  await field('New PIN', change).fill('1234')
  await field('New PIN again', change).fill('1234')
  await press('Change', change)
  await field('Your password', dialog("Confirm it's you")).fill(PASSWORD)
  await press('Continue', dialog("Confirm it's you"))
  await gone(change)
  const [stale, good] = screen.bodies('PUT', '/v3/app/users/pin').slice(-2) as { names: unknown[] }[]
  expect(stale!.names).toHaveLength(padsOf(screen).length + 1)
  expect(good!.names).toHaveLength(padsOf(screen).length)
  expect(padsOf(screen).every(({ encrypted }) => encrypted)).toBe(true)
})

test.each([
  ['before the names are read', '/v3/app/carepads'],
  ['before the PIN is set', '/v3/app/users/pin'],
  ['after the PIN was set', 'lost answer'],
] as const)('a change of the PIN that is cut off %s leaves every name readable', async (_when, where) => {
  const screen = await openSession()
  const names = padsOf(screen).map(({ carepad_name }) => carepad_name)
  await protect(screen, '246810')
  const isLost = where === 'lost answer'
  screen.answer(isLost ? '/v3/app/users/pin' : where, async (_call, usual) => {
    if (isLost) await usual()
    throw new TypeError('Failed to fetch')
  })
  const change = setPin({ current: '246810', pin: '1234' })
  if (isLost) await change
  else await expect(change).rejects.toThrow()
  const key = (await provePin(isLost ? '1234' : '246810', screen.person!.account.pin_check))!
  expect(await Promise.all(padsOf(screen).map((pad) => decryptName(pad.carepad_name, key)))).toEqual(names)
})

test('an alarm, the list of what happened and the log name the carepad where the PIN is known, and its id where it is not', async () => {
  const screen = await openProtected(DASHBOARD)
  const { account } = screen.person!
  const told = { type: 'high_temperature' as const, subject: 'High Temperature', device_id: ROOM }
  const metadata = { device_name: ROOM }
  raise(screen.mock.world, account, { ...told, metadata, message: `${ROOM}: 39.4 °C, above 38.0 °C.` })
  await press('Cancel', dialog('Enter PIN'))
  await press(/Notifications/, banner())
  await says(`${ROOM}: 39.4 °C, above 38.0 °C.`, page.getByRole('dialog'))
  await page.getByRole('main').click({ position: { x: 5, y: 5 } })
  await press('Names locked', banner())
  await typePin('246810')
  await press(/Notifications/, banner())
  await says('Room 203: 39.4 °C, above 38.0 °C.', page.getByRole('dialog'))
  // By the stream.
  raise(screen.mock.world, account, { ...told, metadata, message: `${ROOM}: 39.9 °C, above 38.0 °C.` })
  await says('Room 203: 39.9 °C, above 38.0 °C.')
})

test('signing out removes the key of the PIN', async () => {
  await openProtected(DASHBOARD)
  await typePin('246810')
  await seen(row('Room 203'))
  expect(openedPin.get()).toBeDefined()
  await press('Account', banner())
  await press('Sign out', dialog('Account'))
  await eventually(() => openedPin.get()).toBeUndefined()
  expect(plainNames.get().size).toBe(0)
  expect(JSON.stringify([localStorage, sessionStorage])).not.toMatch(/246810|Room 203/)
})

test('read-only people see ids, and are not asked for the PIN', async () => {
  const screen = await renderScreen(DASHBOARD, { person: 'readonly' })
  await protect(screen, '246810')
  await screen.reload()
  await seen(row(ROOM))
  await says('Names are protected by a PIN, so carepads are shown by their ids.')
  expect(dialog('Enter PIN').elements()).toEqual([])
  expect(banner().getByRole('button', { name: 'Names locked' }).elements()).toEqual([])
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('nothing of the locked names is out of reach, %s at %i px', async (scheme, width) => {
  await openProtected(DASHBOARD, '246810', { scheme, width, height: 844 })
  await seen(dialog('Enter PIN'))
  await expectReach()
  await press('Cancel', dialog('Enter PIN'))
  await seen(row(ROOM))
  await expectReach()
  expect(isTooWide()).toBe(false)
  expect(question().elements()).toEqual([])
})
