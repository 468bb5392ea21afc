import { makePerson } from '@whereabouts/mock-api/people'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { eventually, field, focused, keys, link, press, question, says, typed } from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'

const REMARKS = '/v3/app/users/extrasettings/remarks'
const rows = () => page.getByRole('list', { name: 'Remark items', exact: true }).getByRole('listitem')
const names = () =>
  rows()
    .elements()
    .map((row) => row.querySelector('strong')?.textContent)
    .filter(Boolean)

test('remark items are added, renamed, put in order by buttons and by hand, removed and saved [REMARK-01, ENT-remarkItem.name, ENT-remarkItem.index]', async () => {
  const screen = await renderPage('/setting?tab=remarks', { seed: (mock) => makePerson(mock) })
  await says('No remark items yet')
  for (const name of ['Diet', 'Hearing', 'Allergies']) {
    await press('Add item')
    await userEvent.keyboard(`${name}{Enter}`)
  }
  await press('Add item')
  await userEvent.keyboard(' Diet')
  await press('Add')
  await says('Another item has this name.')
  await keys('Escape')
  await says('3 items added')
  await press('Save changes')
  await says('Saved')

  await press('Move Allergies up')
  await says('Allergies is now number 2 of 3.')
  // By keys a row goes all the way, and the key stays with it.
  await keys('Enter')
  await says('Allergies is now number 1 of 3.')
  await eventually(focused).toBe('Move Allergies up')
  await keys('Tab', 'Enter')
  await says('Allergies is now number 2 of 3.')
  await eventually(focused).toBe('Move Allergies down')
  expect(names()).toEqual(['Diet', 'Allergies', 'Hearing'])
  const overRow = async (at: number, beside = 20, pressed = '') => {
    const target = rows().nth(at)
    await userEvent.pointer({ target, coords: { x: beside, y: 20 }, ...(pressed === '' ? {} : { keys: pressed }) })
  }
  await overRow(2)
  await overRow(2, 20, '[MouseLeft>]')
  await overRow(1)
  await overRow(0)
  await overRow(0, 20, '[/MouseLeft]')
  await eventually(names).toEqual(['Hearing', 'Diet', 'Allergies'])
  // By hand one seldom stays on the handle all the way down; what was let go stays where it is.
  await overRow(0, 20, '[MouseLeft>]')
  await overRow(1, 100)
  await overRow(2, 200)
  await eventually(names).toEqual(['Diet', 'Allergies', 'Hearing'])
  await overRow(2, 200, '[/MouseLeft]')
  await overRow(0)
  await press('Move Hearing up')
  await press('Move Hearing up')
  await eventually(names).toEqual(['Hearing', 'Diet', 'Allergies'])
  await press('Rename Diet')
  await field('Name of the item').fill('Meals')
  await press('Done')
  await press('Remove Allergies')
  await says('Order changed, 1 item renamed, 1 item removed')
  await press('Rename Hearing')
  await field('Name of the item').fill('Hearing aid')
  await press('Save changes')
  await says('Saved')
  expect(typed(field('Name of the item'))).toBe('Hearing aid')
  await press('Cancel', page.getByRole('listitem'))
  expect(screen.bodies('POST', REMARKS).at(-1)).toEqual({
    items: [
      { index: 1, name: 'Hearing' },
      { index: 0, name: 'Meals' },
    ],
  })
  await screen.reload()
  await eventually(names).toEqual(['Hearing', 'Meals'])
  await press('Remove Meals')
  await says('Meals removed')
  await eventually(focused).toBe('Remove Hearing')
  await keys('Enter')
  await eventually(focused).toBe('Add item')
  await link('Logo', page.getByRole('navigation', { name: 'Advanced Settings' })).click()
  await press('Leave', question('Leave without saving?'))
})

test('a remark list that is no list is logged, and the old one kept [VALID-41]', async () => {
  const screen = await renderPage('/setting?tab=remarks')
  await eventually(() => names().length).toBeGreaterThan(0)
  const before = names()
  screen.answer(REMARKS, () => Response.json({ result: true, code: 200, items: null }))
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  await press(`Move ${before[1]} up`)
  await press('Save changes')
  await eventually(() => logged.mock.calls).toEqual([['The remark list is not an array.']])
  await eventually(names).toEqual(before)
  logged.mockReset()
})
