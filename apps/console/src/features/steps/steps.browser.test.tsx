/** Steps as a carer reads them. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
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
  await renderScreen('/steps')
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

test('a goal is changed; one that is none is told before it is sent', async () => {
  const screen = await renderScreen('/steps')
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
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 390],
  ] as const),
)('nothing of the steps is out of reach, %s at %i px', async (scheme, width) => {
  await renderScreen('/steps', { scheme, width, height: 844 })
  await seen(page.getByRole('row').nth(1))
  await expectReach()
  await page.getByRole('row').nth(1).getByRole('link').click()
  await eventually(bars).toBe(7)
  await expectReach()
  expect(isTooWide()).toBe(false)
  await seen(link('All steps'))
})
