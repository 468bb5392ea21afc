import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, eventually, field, link, press, question, says, seen, texts, tick, typed } from '../../../mock/acts.ts'
import { renderFeature } from '../../../mock/render-feature.tsx'
import { ZoneSettings } from './zone-settings.tsx'

const ZONES = '/v3/app/zones'
/** The demo's attendance zones, which stay as they are. */
const HOUSES = ['Hinoki Garden', 'Kita Works', 'Tamano General']
const zones = () =>
  texts(page.getByRole('list', { name: 'Zones' }).getByRole('listitem').getByRole('link')).filter(
    (name) => !HOUSES.includes(name),
  )

test('a zone is drawn on a floor plan, refused while it crosses itself, and told to other consoles', async () => {
  const screen = await renderFeature(<ZoneSettings canChange />, { path: '/setting?tab=zones', hasSite: true })
  const colleague = screen.callsOf('deputy')
  await eventually(zones).toEqual(['Stairs B'])
  await press('Add zone')
  await field('Name').fill('Stairs B')
  await field('Indoor map').selectOptions('Kita Works 5F')
  const plan = () =>
    page.getByRole('region', { name: 'Floor plan of Kita Works 5F' }).element().querySelector('[data-plan]')
  await eventually(() => plan()?.getBoundingClientRect().height).toBeGreaterThan(50)
  const { width, height } = plan()!.getBoundingClientRect()
  const corner = (x: number, y: number) =>
    page.elementLocator(plan()!).click({ position: { x: x * width, y: y * height } })
  await corner(0.1, 0.1)
  await corner(0.4, 0.5)
  await corner(0.4, 0.1)
  await corner(0.1, 0.5)
  await press('Undo last corner')
  await corner(0.1, 0.5)
  await press('Corner 1: closes the outline')
  // Told while it is drawn.
  await says('The outline crosses or touches itself. Move a corner so that it goes round in one line.')
  await press('Save changes')
  await says('Select at least one class.')
  await tick(page.getByRole('radio', { name: /^All devices/ }))
  await says('Another zone has this name.')
  await says('The outline crosses or touches itself. Move a corner so that it goes round in one line.')
  await field('Name').fill('Terrace')
  // The third goes to where the second is, by numbers, and that one below it by keys.
  await field('X of corner 2').fill('200')
  await field('Y of corner 2').fill('640')
  await field('X of corner 4').fill('800')
  await field('Y of corner 4').fill('640')
  const fourth = button('Corner 4').element()
  if (fourth instanceof HTMLElement || fourth instanceof SVGElement) fourth.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(typed(field('Y of corner 4'))).toBe('650')
  await press('Remove corner 3')
  await press('Add a corner after corner 3')
  await tick(page.getByRole('radio', { name: /^At these times/ }))
  for (const day of ['Saturday', 'Sunday']) await tick(page.getByRole('checkbox', { name: day }))
  await press('Save changes')
  const dangers = async () => (await colleague.zones.list()).zones.filter(({ zone_type }) => zone_type === 'danger')
  await eventually(async () => (await dangers()).map(({ zone_name }) => zone_name)).toEqual(['Stairs B', 'Terrace'])
  expect(screen.bodies('POST', ZONES)).toMatchObject([
    { zone_name: 'Terrace', zone_type: 'danger', class_indexes: null, active_times: [{ days: [1, 2, 3, 4, 5] }] },
  ])
  // Left behind with a change, it asks; and what stops ringing is said before it is deleted.
  await eventually(zones).toEqual(['Stairs B', 'Terrace'])
  await link('Terrace').click()
  await seen(field('X of corner 3'))
  expect(typed(field('X of corner 3'))).toBe('800')
  expect(typed(field('Y of corner 3'))).toBe('650')
  await field('Name').fill('Roof')
  await link('All zones').click()
  await press('Leave', question())
  await eventually(zones).toEqual(['Stairs B', 'Terrace'])
  await press('Delete Terrace')
  await says(/Entering this place no longer rings\./, question('Delete Terrace?'))
  await press('Delete zone', question('Delete Terrace?'))
  await eventually(zones).toEqual(['Stairs B'])
  // What a colleague adds is there by itself.
  const [stairs] = await dangers()
  await colleague.zones.create({ body: { zone_name: 'Pond', zone_type: 'danger', shape: stairs!.shape } })
  await eventually(zones).toEqual(['Pond', 'Stairs B'])
})

test('a zone is made of stations, or of places outdoors by numbers where the browser draws no map', async () => {
  const screen = await renderFeature(<ZoneSettings canChange />, { path: '/setting?tab=zones&zone=new', hasSite: true })
  await field('Name').fill('Pond')
  await tick(page.getByRole('radio', { name: /^At stations/ }))
  await press('Save changes')
  await says('Select at least one station.')
  await tick(page.getByRole('checkbox', { name: 'Wandering risk' }))
  await tick(page.getByRole('radio', { name: /^Outdoors/ }))
  await seen(page.getByText(/^This browser cannot draw the map\./))
  for (const [at, [latitude, longitude]] of (
    [
      ['35.6296', '139.5696'],
      ['35.6296', '139.5734'],
      ['35.6265', '95'],
    ] as const
  ).entries()) {
    await press('Add corner')
    await field(`Latitude of corner ${at + 1}`).fill(latitude)
    await field(`Longitude of corner ${at + 1}`).fill(longitude)
  }
  await field('Longitude of corner 3').fill('139.5734')
  await press('Save changes')
  await press('Delete Pond')
  await press('Delete zone', question())
  await eventually(() => link('Pond').elements().length).toBe(0)
  const polygon = [
    [139.5696, 35.6296],
    [139.5734, 35.6296],
    [139.5734, 35.6265],
  ]
  expect(screen.bodies('POST', ZONES)).toMatchObject([{ zone_name: 'Pond', shape: { polygon } }])
})
