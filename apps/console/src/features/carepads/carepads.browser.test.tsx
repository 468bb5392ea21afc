/** The carepads of the demo as a carer and a pharmacist see them. */
import type { MockApi } from '@whereabouts/mock-api/mock-api'
import { personOf } from '@whereabouts/mock-api/people'
import { seedDemo } from '@whereabouts/mock-api/seed'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
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
import { renderPage } from '../../../mock/render-feature.tsx'
import type { Screen } from '../../../mock/render-screen.tsx'

const DASHBOARD = '/map?tab=carepads'
const MANAGEMENT = '/configuration?tab=carepads'
const groups = () => texts(page.getByRole('main').getByRole('heading', { level: 2 }))
const padOf = ({ person }: Screen, name: string) => person!.account.carepads.find((pad) => pad.carepad_name === name)!
/** A picture as people choose it. */
async function picture(): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 })
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob!], 'place.png', { type: 'image/png' })
}
const asSupport = (mock: MockApi) => {
  seedDemo(mock)
  const person = personOf(mock, 'deputy')
  person.user.class = 'support'
  return person
}
const row = (name: string) => page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })

test('the dashboard shows carepads by logger with their temperature, battery and state, who needs attention first [CARE-02]', async () => {
  const screen = await renderPage(DASHBOARD)
  await seen(row('Fridge A'))
  expect(groups()).toEqual(['Rooms 2F2 carepads', 'Pharmacy2 carepads', 'Kitchen3 carepads', 'Unassigned1 carepad'])
  await says('Low battery', row('Room 207'))
  await says('9%', row('Room 207'))
  const since = Math.floor(Date.now() / 1000) - 2400
  Object.assign(padOf(screen, 'Fridge A'), { temperature: 9.4, high_since: since, alerted: true })
  await screen.reload()
  await says('High temperature', row('Fridge A'))
  await says('9.4°C', row('Fridge A'))
  expect(groups()[0]).toBe('Pharmacy2 carepads')
  await press(/^High/)
  await eventually(groups).toEqual(['Pharmacy1 carepad'])
})

test('temperatures and thresholds are shown in Celsius or Fahrenheit [CONST-48] [ENT-carepad.temperature_unit]', async () => {
  const screen = await renderPage(DASHBOARD)
  await seen(row('Fridge A'))
  Object.assign(padOf(screen, 'Fridge A'), { temperature: 5 })
  await screen.reload()
  await says('5.0°C', row('Fridge A'))
  await says('2.0 to 8.0 °C', row('Fridge A'))
  await page.getByRole('radiogroup', { name: 'Temperature unit' }).getByText('°F').click()
  await says('41.0°F', row('Fridge A'))
  await says('35.6 to 46.4 °F', row('Fridge A'))
})

test('a carepad opens with its chart, the excursions of a week, and thresholds to change', async () => {
  const screen = await renderPage(DASHBOARD)
  await row('Fridge A').click()
  const detail = page.getByRole('complementary', { name: 'Fridge A' })
  await seen(detail.getByRole('img', { name: 'Temperature of Fridge A' }))
  await says('None in this time', detail)
  await detail.getByText('1 week').click()
  await seen(detail.getByRole('listitem').filter({ hasText: 'High temperature' }))
  await field('Low (°C)', detail).fill('9')
  await press('Save', detail)
  await says('The high limit must be above the low one.', detail)
  expect(screen.bodies('PUT', '/v3/app/carepads/PAD-7F2001')).toEqual([])
  await field('Low (°C)', detail).fill('1.5')
  await detail.getByText('At once').click()
  await press('Save', detail)
  await eventually(() => padOf(screen, 'Fridge A')).toMatchObject({ threshold_low: 1.5, alert_type: 'instant' })
})

test('carepads and loggers are added, changed, moved and removed [CARE-03]', async () => {
  const screen = await renderPage(MANAGEMENT)
  await press('Add logger')
  await field('Logger name').fill('Blood bank')
  await userEvent.upload(document.querySelector<HTMLInputElement>('dialog input[type=file]')!, await picture())
  await says('place.png chosen')
  await press('Add logger', dialog('Add logger'))
  await seen(page.getByRole('region', { name: 'Blood bank' }))
  await press('Actions for Blood bank')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await field('Logger name').fill('Blood store')
  await press('Save')
  await seen(page.getByRole('region', { name: 'Blood store' }))
  await press('Actions for Blood store')
  await page.getByRole('menuitem', { name: 'Delete logger' }).click()
  await press('Delete logger', question())
  await gone(page.getByRole('region', { name: 'Blood store' }))

  await press('Add carepad')
  await press('Add carepad', dialog('Add carepad'))
  await says('Enter the id.')
  await field('Carepad id').fill('PAD-900001')
  await field('Name').fill('Fridge C')
  await press('Add carepad', dialog('Add carepad'))
  await seen(page.getByRole('region', { name: 'Unassigned' }).getByText('Fridge C'))

  await press('Actions for Fridge C')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await field('Name').fill('Fridge D')
  await page.getByLabelText('Logger').selectOptions('Pharmacy')
  await press('Save')
  await seen(page.getByRole('region', { name: 'Pharmacy' }).getByText('Fridge D'))

  await press('Actions for Fridge D')
  await page.getByRole('menuitem', { name: 'Remove carepad' }).click()
  await press('Remove carepad', question())
  await says('Removal pending')
  expect(screen.mock.state.mails.at(-1)).toMatchObject({ purpose: 'remove_carepads', objects: ['PAD-900001'] })
})

test('support adds carepads, and is offered no change of carepads and loggers', async () => {
  const screen = await renderPage(MANAGEMENT, { seed: asSupport })
  await seen(button('Add carepad'))
  await seen(page.getByRole('region', { name: 'Pharmacy' }).getByText('Fridge A'))
  expect(button('Add logger').elements()).toEqual([])
  expect(button(/^Actions for/).elements()).toEqual([])
  screen.close()
  await renderPage(DASHBOARD, { seed: asSupport })
  await row('Fridge A').click()
  const detail = page.getByRole('complementary', { name: 'Fridge A' })
  await expect.element(field('Low (°C)', detail)).toBeDisabled()
  expect(button('Save', detail).elements()).toEqual([])
})

test('a logger with carepads is not deleted; one without is', async () => {
  const screen = await renderPage(MANAGEMENT)
  for (const pad of screen.person!.account.carepads) if (pad.logger_id?.endsWith('1002')) pad.logger_id = null
  await screen.reload()
  await press('Actions for Pharmacy')
  await page.getByRole('menuitem', { name: 'Delete logger' }).click()
  await says('It still holds carepads. Move them to another logger first.')
  await expect.element(button('Delete logger', question())).toBeDisabled()
  await press('Cancel', question())
  await press('Actions for Kitchen')
  await page.getByRole('menuitem', { name: 'Delete logger' }).click()
  await press('Delete logger', question())
  await gone(page.getByRole('region', { name: 'Kitchen' }))
})

test('a logger needs a name that no other has, and a picture [VALID-16] [VALID-17] [VALID-18]', async () => {
  const screen = await renderPage(MANAGEMENT)
  await press('Add logger')
  await press('Add logger', dialog('Add logger'))
  await says('Enter a name.')
  await says('Choose a picture.')
  await field('Logger name').fill('Pharmacy')
  await says('Another logger has this name.')
  expect(screen.bodies('POST', '/v3/app/loggers')).toEqual([])
})

test('the chart goes back by day and by month, with the lowest, mean and highest of each day', async () => {
  await renderPage(DASHBOARD)
  await row('Dry store').click()
  const detail = page.getByRole('complementary', { name: 'Dry store' })
  await seen(detail.getByRole('img', { name: 'Temperature and humidity of Dry store' }))
  await says('Humidity', detail)
  await expect.element(detail.getByRole('button', { name: 'Later' })).toBeDisabled()
  await press('Earlier', detail)
  await expect.element(detail.getByRole('button', { name: 'Later' })).toBeEnabled()
  await detail.getByText('By month').click()
  const now = new Date()
  await says(`${now.getFullYear()}/${String(now.getMonth() + 1).padStart(2, '0')}`, detail)
  await eventually(() => texts(detail.getByRole('columnheader'))).toEqual([
    ...['Day', 'Lowest', 'Mean', 'Highest', 'Out of range'],
  ])
  await seen(detail.getByRole('rowheader'))
})

test('the record shows a month of excursions with who answered, takes comments, and is saved as CSV and PDF', async () => {
  const screen = await renderPage('/map?tab=excursions')
  const record = page.getByRole('list', { name: /^Excursions of/ })
  const first = screen.person!.account.excursions[0]!
  await seen(record.getByRole('listitem').filter({ hasText: first.carepad_name }))
  await seen(record.getByText(`${first.peak!.toFixed(1)} °C`))
  await record.getByRole('button', { name: 'Comment' }).first().click()
  const window = dialog(`Comment on ${first.carepad_name}`)
  await press('Comment', window)
  await says('Write a comment.', window)
  await window.getByLabelText('What happened, what was done').fill('Door closed again.')
  await press('Comment', window)
  await says('Door closed again.', record)
  await expectReach()
  await press('CSV')
  await eventually(() => screen.bodies('GET', '/v3/app/excursions/csv').length).toBe(1)
  await press('PDF')
  await eventually(() => screen.bodies('GET', '/v3/app/excursions/pdf').length).toBe(1)
  await press('Previous month')
  await expect.element(button('Next month')).toBeEnabled()
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('nothing of the dashboard is out of reach, %s at %i px', async (scheme, width) => {
  await renderPage(DASHBOARD, { scheme, width, height: 844 })
  await seen(row('Fridge A'))
  await expectReach()
  expect(isTooWide()).toBe(false)
})
