import { makePerson } from '@whereabouts/mock-api/people'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  button,
  eventually,
  field,
  focused,
  heading,
  link,
  press,
  question,
  says,
  seen,
  tick,
  typed,
} from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'

const CLASSES = '/v3/app/users/extrasettings/class'
const rows = () => page.getByRole('list', { name: 'Classes', exact: true }).getByRole('listitem')
const names = () =>
  rows()
    .elements()
    .map((row) => row.querySelector('strong')?.textContent)

test('classes get names, colours and links, and are saved as one list [CLASS-01, ENT-trackerClass.name, ENT-trackerClass.color, ENT-trackerClass.urls, ENT-trackerClass.index, VALID-44]', async () => {
  const screen = await renderPage('/setting?tab=classes', { seed: (mock) => makePerson(mock) })
  await says('No classes yet')
  const saved = () => screen.bodies('POST', CLASSES)
  await press('Add class')
  await userEvent.keyboard('Beds')
  await tick(page.getByRole('radio', { name: '#8A5F37' }))
  await press('Add link')
  await field('Name of link 1').fill('Manual')
  await field('Address of link 1').fill('javascript:alert(1)')
  await press('Save changes')
  await says('Give each link a name and a web address that starts with http:// or https://.')
  expect(saved()).toEqual([])
  await field('Address of link 1').fill('beds.example/manual')
  await press('Add class')
  await userEvent.keyboard('Beds')
  await press('Save changes')
  await says('Another class has this name.')
  await field('Name').fill('Pumps')
  await says('2 classes changed')
  await press('Save changes')
  await says('Saved')
  const beds = {
    index: 0,
    name: 'Beds',
    color: '#8A5F37',
    urls: [{ name: 'Manual', url: 'https://beds.example/manual' }],
    is_staff: false,
  }
  expect(saved()).toEqual([
    { classes: [beds, { index: 1, name: 'Pumps', color: '#2F6BB5', urls: [], is_staff: false }] },
  ])
  await screen.reload()
  await eventually(names).toEqual(['Beds', 'Pumps'])
  await says('1 link', rows().first())
  await press('Delete Pumps')
  await eventually(focused).toBe('Edit Beds')
  await press('Save changes')
  await says('Saved')
  expect(names()).toEqual(['Beds'])
})

test('a class with devices in it is neither deleted nor emptied, says the console, and says the server [VALID-30, ERR-412001]', async () => {
  const screen = await renderPage('/setting?tab=classes')
  await expect.element(button('Delete Residents')).toBeDisabled()
  await press('Edit Residents')
  await field('Name').fill(' ')
  await press('Save changes')
  await says(/^\d+ devices are in this class\. It needs a name until they are moved to another one\.$/)
  expect(screen.bodies('POST', CLASSES)).toEqual([])
  await press('Discard')
  expect(names()[0]).toBe('Residents')
  // Somebody put a device into it a moment ago, of which this console has not heard.
  screen.answer(CLASSES, ({ method, body }, usual) => {
    if (method !== 'POST') return usual()
    return usual({ ...body, classes: body.classes.slice(1) })
  })
  await press('Edit Staff')
  await field('Name').fill('Team')
  await press('Save changes')
  await says(
    'This class is in use and cannot be emptied. Move its devices to another class first.',
    page.getByRole('alert'),
  )
  await seen(button('Close Residents'))
  await says('1 class changed')
})

test('unsaved classes ask before they are left behind', async () => {
  await renderPage('/setting?tab=classes')
  await press('Edit Staff')
  await field('Name').fill('Team')
  const leave = () => link('Remark items', page.getByRole('navigation', { name: 'Advanced Settings' })).click()
  await leave()
  await press('Cancel', question('Leave without saving?'))
  expect(typed(field('Name'))).toBe('Team')
  await leave()
  await press('Leave', question('Leave without saving?'))
  await seen(heading('Remark items'))
})

test('a class list that is no list is logged, and the old one kept [VALID-40]', async () => {
  const screen = await renderPage('/setting?tab=classes')
  await seen(button('Edit Staff'))
  const before = names()
  screen.answer(CLASSES, () => Response.json({ result: true, code: 200, classes: {} }))
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  await press('Edit Staff')
  await field('Name').fill('Team')
  await press('Save changes')
  await eventually(() => logged.mock.calls).toEqual([['The class list is not an array.']])
  await eventually(names).toEqual(before)
  logged.mockReset()
})
