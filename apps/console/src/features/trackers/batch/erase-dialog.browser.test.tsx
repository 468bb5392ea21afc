import { letProofAge, PASSWORD, personOf } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, eventually, expectReach, field, gone, press, question, says, seen } from '../../../../mock/acts.ts'
import { renderPage } from '../../../../mock/render-feature.tsx'
import { renderScreen } from '../../../../mock/render-screen.tsx'
import { setLocale } from '../../../lib/i18n.ts'

const PATH = '/v3/app/history/erase'
const SATO = 'G5-4F21A9C3'
const drawer = () => page.getByRole('complementary', { name: 'Sato Kenji' })
const row = () => page.getByRole('row').filter({ has: page.getByText('Sato Kenji', { exact: true }) })

test('the owner erases the history of one device from its details, after a question and the password', async () => {
  const screen = await renderPage(`/configuration?tab=devices&device=${SATO}`)
  letProofAge(screen.mock, personOf(screen.mock, 'owner'))
  await seen(button('Erase history…', drawer()))
  await press('Erase history…', drawer())
  await seen(question('Erase the history of Sato Kenji?'))
  await expectReach()
  await press('Cancel', question())
  expect(screen.bodies('POST', PATH)).toEqual([])
  await press('Erase history…', drawer())
  await press('Erase history', question())
  await field('Your password').fill(PASSWORD)
  await press('Continue')
  await says('The history of Sato Kenji is being erased.')
  await gone(question())
  expect(screen.bodies('POST', PATH).at(-1)).toEqual({ device_id: SATO })
  await seen(drawer())
})

test('the row has the trail and the erasure; what could not be erased is told', async () => {
  const screen = await renderScreen('/configuration?tab=devices')
  await page.getByRole('searchbox').fill('Sato Kenji')
  const stop = screen.answer(PATH, () => Response.json({ result: false, code: 404103 }, { status: 404 }))
  await press('Actions for Sato Kenji', row())
  await page.getByRole('menuitem', { name: 'Erase history…' }).click()
  await press('Erase history', question())
  await says('This device was not found.', question())
  stop()
  await press('Cancel', question())
  await press('Actions for Sato Kenji', row())
  await page.getByRole('menuitem', { name: 'Trail' }).click()
  await eventually(() => window.location.pathname + window.location.search).toBe(`/trail?device=${SATO}`)
})

test('a deputy erases no history', async () => {
  await renderPage(`/configuration?tab=devices&device=${SATO}`, { person: 'deputy' })
  await seen(button('Remove from account…', drawer()))
  await gone(button('Erase history…', drawer()))
})

test.each([
  ['zh-tw', '清除歷史紀錄…'],
  ['ja-jp', '履歴を消去…'],
] as const)('it fits a phone and speaks %s', async (locale, words) => {
  await renderPage(`/configuration?tab=devices&device=${SATO}`, { width: 390, height: 844, scheme: 'dark' })
  setLocale(locale)
  await press(words)
  await seen(question())
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  setLocale('en-us')
})
