import { makePerson } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, eventually, expectReach, field, gone, isTooWide, press, says, seen } from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'

const choose = async (action: string, name = 'Desk') => {
  await press(`Actions for ${name}`)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a webhook is added with its secret shown once, tried out, sent again, switched off, changed and deleted', async () => {
  await renderPage('/setting?tab=webhooks', { seed: (mock) => makePerson(mock), width: 390, height: 844 })
  await says('No webhooks yet')
  await press('New webhook')
  await field('Address').fill('http://hooks.example/x')
  await press('Add')
  await says('Only https is possible at this address.')
  await field('Address').fill('https://hooks.example/x')
  await page.getByLabelText(/^Name/).fill('Desk')
  for (const event of ['Alert began', 'Alert answered', 'Alert ended']) await page.getByLabelText(event).click()
  await press('Add')
  await says('Choose at least one event.')
  await page.getByLabelText('Zone entered').click()
  await expectReach()
  await press('Add')
  await says(/^Copy the secret now/)
  await expect.element(field('Secret')).toHaveValue(expect.stringMatching(/^whsec_/))
  await press('Done')
  await gone(field('Secret'))
  await says('1 event')
  await says('Nothing was sent yet')
  await choose('Send a test')
  await says('HTTP 200')
  await says('1 try')
  await press(/^Send again: Test/)
  await says('2 tries')
  await expectReach()
  expect(isTooWide()).toBe(false)
  await choose('Switch off')
  await seen(page.getByText('Off', { exact: true }))
  await choose('Edit')
  await page.getByLabelText(/^Name/).fill('Ward desk')
  await press('Save')
  await says('Saved')
  await choose('Delete', 'Ward desk')
  await press('Delete')
  await says('No webhooks yet')
  await eventually(() => button('New webhook').elements().length).toBe(1)
})

test('support has no page of webhooks', async () => {
  await renderPage('/setting?tab=webhooks', { seed: (mock) => makePerson(mock, { class: 'support' }) })
  await seen(page.getByRole('heading', { name: 'Tracker classes' }))
  expect(page.getByText('Webhooks').elements()).toHaveLength(0)
})
