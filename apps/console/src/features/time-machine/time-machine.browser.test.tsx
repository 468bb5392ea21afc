import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { brokenRules, button, eventually, field, gone, press, says, seen } from '../../../mock/acts.ts'
import { renderScreen } from '../../../mock/render-screen.tsx'
import { setLocale } from '../../lib/i18n.ts'

const instant = () => new URLSearchParams(window.location.search).get('at')
const bar = () => page.getByRole('region', { name: 'Time machine' })

test('one button opens the past, which the address names and the screen says; "Now" leads back', async () => {
  const screen = await renderScreen('/map')
  await press('Time machine')
  await says(/You are looking at the past/)
  await eventually(() => Number(instant())).toBeGreaterThan(Date.now() / 1000 - 3700)
  await eventually(() => screen.sent.filter(({ path }) => path.includes('/app/history/site')).length).toBe(1)
  await gone(button('Time machine'))
  expect(document.querySelector('main[data-past]')).not.toBeNull()
  await says(/^As of /)
  expect(await brokenRules()).toEqual([])
  await press('Now')
  await gone(bar())
  expect(instant()).toBeNull()
  await seen(button('Time machine'))
})

test('an address with an instant opens it; one plays, jumps to alarms, and what is selected is kept', async () => {
  const at = Math.floor(Date.now() / 1000) - 7200
  const screen = await renderScreen(`/map?device=G5-4F21A9C3&at=${at}`)
  await seen(bar())
  await eventually(() => screen.sent.find(({ path }) => path.includes('/app/history/site'))?.path).toContain(
    `at_ms=${at * 1000}`,
  )
  await field('Speed').selectOptions('600×')
  await press('Play forward')
  await press('Pause')
  await eventually(() => Number(instant())).toBeGreaterThanOrEqual(at)
  expect(new URLSearchParams(window.location.search).get('device')).toBe('G5-4F21A9C3')
  await press('Next alarm')
  await says('There is no further alarm')
})

test('people who may only look at the map are shown the present, whatever the address says', async () => {
  await renderScreen(`/map?at=${Math.floor(Date.now() / 1000) - 7200}`, { person: 'readonly' })
  await gone(bar())
  await gone(button('Time machine'))
})

test.each([
  ['zh-tw', /目前顯示的是過去的畫面/],
  ['ja-jp', /過去の画面を表示しています/],
] as const)('it fits a phone and speaks %s', async (locale, words) => {
  const at = Math.floor(Date.now() / 1000) - 7200
  await renderScreen(`/map?at=${at}`, { width: 390, height: 844, scheme: 'dark' })
  setLocale(locale)
  await says(words)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  setLocale('en-us')
})
