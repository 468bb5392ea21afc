/** The advanced settings as a whole: what support sees of them, and that each page is within reach. */
import type { MockApi } from '@whereabouts/mock-api/mock-api'
import { makePerson } from '@whereabouts/mock-api/people'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  button,
  eventually,
  expectReach,
  field,
  heading,
  isTooWide,
  link,
  looks,
  main,
  press,
  says,
  seen,
} from '../../../mock/acts.ts'
import { renderPage } from '../../../mock/render-feature.tsx'
import { t } from '../../lib/i18n.ts'

test('support sees both lists, why they stay as they are, and nothing to press', async () => {
  for (const tab of ['classes', 'remarks', 'alerts']) {
    const { close } = await renderPage(`/setting?tab=${tab}`, {
      seed: (mock) => makePerson(mock, { class: 'support' }),
    })
    if (tab === 'alerts') {
      // Of the alerts they may try the sound, and set their own keys.
      await says('Only owner and deputies see and change who is told.')
      await seen(button('Test sound'))
      expect(page.getByRole('switch').elements()).toHaveLength(1)
    } else {
      await says('Only the owner and deputies can change this.')
      expect(main().getByRole('button').elements()).toHaveLength(0)
    }
    close()
  }
})

test('a deputy who came by a link sees settings of the account, that a link changes none, and nothing to press', async () => {
  for (const path of [
    ...['classes', 'remarks', 'alerts'].map((tab) => `/setting?tab=${tab}`),
    ...['/shift-report?tab=times', '/map?tab=roll-call'],
  ]) {
    localStorage.setItem('userFromAccessLink', 'true')
    const { close } = await renderPage(path, { person: 'deputy' })
    await says('Visitors by a link cannot change settings of the account.')
    // It keeps a distance from the field it belongs to.
    const notice = page.getByText('Visitors by a link cannot change settings of the account.').element()
    const next = [...document.querySelectorAll('main ul, main fieldset, main form > div, main section')].filter(
      (each) => each.getBoundingClientRect().top >= notice.getBoundingClientRect().bottom,
    )
    const gaps = next.map((each) => each.getBoundingClientRect().top - notice.getBoundingClientRect().bottom)
    expect(Math.min(...gaps), path).toBeGreaterThanOrEqual(8)
    if (path.includes('roll-call')) {
      const classes = page.getByRole('checkbox').elements() as HTMLInputElement[]
      expect(classes.length).toBeGreaterThan(0)
      expect(classes.every((box) => box.matches(':disabled'))).toBe(true)
    } else {
      expect(page.getByRole('button', { name: /^(Add|Save|Delete)/ }).elements()).toEqual([])
    }
    close()
  }
})

const settings = () => page.getByRole('navigation', { name: 'Advanced Settings' })

test('others than the owner see logo and about page, why they cannot change them, and nothing to press', async () => {
  const why = 'Only the owner of this account can change this, signed in with a password.'
  await renderPage('/setting?tab=logo', { person: 'deputy' })
  await says(why)
  expect(document.querySelector<HTMLInputElement>('main input[type="file"]')?.disabled).toBe(true)
  expect(document.querySelectorAll('main button:not(:disabled)')).toHaveLength(0)
  await link('About page', settings()).click()
  await seen(heading('About page'))
  await says(why)
  expect(document.querySelectorAll('main button')).toHaveLength(0)
  expect((field('Link opened by the image').element() as HTMLInputElement).matches(':read-write')).toBe(false)
})

test.each(
  looks([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const),
)('the %s lists are within reach at %i px', async (scheme, width) => {
  const look = { scheme, width, height: 844 }
  const classes = await renderPage('/setting?tab=classes', look)
  await press('Edit Medical equipment')
  await field('Name').fill('')
  await press('Save changes')
  await expectReach()
  expect(isTooWide()).toBe(false)
  classes.close()
  const remarks = await renderPage('/setting?tab=remarks', look)
  await press('Add item')
  await press('Add')
  await says('Enter a name.')
  await expectReach()
  expect(isTooWide()).toBe(false)
  remarks.close()
  for (const [tab, shown] of [
    ['alerts', field('Email of contact 1')],
    ['zones', button('Edit Stairs B')],
    ['zones&zone=new', field('Name')],
  ] as const) {
    const { close } = await renderPage(`/setting?tab=${tab}`, look)
    await seen(shown)
    await expectReach()
    expect(isTooWide()).toBe(false)
    close()
  }
})

test.each([
  ['en-us', 'Saved'],
  ['zh-tw', '已儲存'],
  ['ja-jp', '保存しました'],
] as const)(
  'classes, remark items and report times are saved with the same words, in %s [ERR-13]',
  async (locale, words) => {
    const seed = (mock: MockApi) => makePerson(mock, { locale })
    for (const [path, add] of [
      ['/setting?tab=classes', 'classes.add'],
      ['/setting?tab=remarks', 'remarkItems.add'],
      ['/shift-report?tab=times', 'shiftTimes.add'],
    ] as const) {
      const { close } = await renderPage(path, { seed, locale })
      // Its texts come with the page.
      await eventually(() => t(add)).not.toBe(add)
      await press(t(add))
      if (add === 'shiftTimes.add') await field(t('shiftTimes.time', { number: 1 })).fill('08:00')
      else await userEvent.keyboard(add === 'classes.add' ? 'A' : 'A{Enter}')
      await press(t('unsaved.save'))
      await says(words)
      close()
    }
  },
)
