/** Steps as a carer reads them. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  button,
  dialog,
  eventually,
  expectReach,
  field,
  gone,
  isTooWide,
  link,
  looks,
  press,
  says,
  seen,
} from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import { renderScreen } from '../../../mock/render-screen.tsx'

const figure = (term: string): number =>
  Number(
    [...document.querySelectorAll('main dl > div')]
      .find((one) => one.querySelector('dt')?.textContent === term)
      ?.querySelector('dd')
      ?.textContent?.replaceAll(',', ''),
  )
const bars = () => page.getByRole('img', { name: /steps$/ }).elements().length

test('the step view has exactly the ranges 1 week, 1 month and 1 year, and the totals follow the range [STEP-01]', async () => {
  await renderPage('/steps')
  await seen(page.getByRole('row').nth(1))
  await page.getByRole('row').nth(1).getByRole('link').click()
  const ranges = page.getByRole('group', { name: 'Range' }).getByRole('button')
  await seen(ranges)
  expect(ranges.elements().map(({ textContent }) => textContent)).toEqual(['1 week', '1 month', '1 year'])
  await eventually(bars).toBe(7)
  const week = figure('Total')
  await press('1 month')
  await eventually(bars).toBe(30)
  const month = figure('Total')
  expect(month).toBeGreaterThan(week)
  await press('1 year')
  await eventually(bars).toBe(12)
  expect(figure('Total')).toBeGreaterThan(month)
})

test('the step view shows today, total, daily average, days that reached the goal and the goal, as the days were counted [ENT-step.today, ENT-step.total, ENT-step.average_daily, ENT-step.reach_goal_days, ENT-step.target]', async () => {
  const screen = await renderScreen('/steps')
  const account = screen.person!.account
  const today = Date.parse(new Date(screen.mock.world.now() + 9 * 3_600_000).toISOString().slice(0, 10))
  const days = [1000, 0, 7000, 6000, 5999, 8000, 1234].map((count, index) => ({
    ...{ day: new Date(today - (6 - index) * 86_400_000).toISOString().slice(0, 10), count },
  }))
  for (const id of account.stepDays.keys()) account.stepDays.set(id, days)
  await screen.reload()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await eventually(() => figure('Today')).toBe(1234)
  const figures = ['Total', 'Daily average', 'Days at goal', 'Daily goal'].map(figure)
  // The day without a step is one on which it was not worn.
  expect(figures).toEqual([29_233, Math.round(29_233 / 6), 3, 6000])
})

test('a goal is changed; one that is none is told before it is sent', async () => {
  const screen = await renderPage('/steps')
  await page.getByRole('row').nth(1).getByRole('link').click()
  await press('Change goal')
  await field('Daily goal').fill('none')
  await press('Save')
  await says('Write a whole number from 1 to 100000.')
  await field('Daily goal').fill('4000')
  await press('Save')
  await gone(dialog('Change goal'))
  await eventually(() => figure('Daily goal')).toBe(4000)
  expect(screen.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ target: 4000 }])
  // Support is not offered what would be refused.
  screen.person!.user.class = 'support'
  await screen.reload()
  await seen(page.getByText('Daily goal'))
  expect(button('Change goal').elements()).toEqual([])
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('nothing of the steps is out of reach, %s at %i px', async (scheme, width) => {
  await renderPage('/steps', { scheme, width, height: 844 })
  await seen(page.getByRole('row').nth(1))
  await expectReach()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await eventually(bars).toBe(7)
  await expectReach()
  expect(isTooWide()).toBe(false)
  await seen(link('All steps'))
})
