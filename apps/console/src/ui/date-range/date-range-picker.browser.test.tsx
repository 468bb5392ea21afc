import { type ComponentProps, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, dialog, eventually, expectReach, gone, keys, press, says, seen, texts } from '../../../mock/acts.ts'
import { renderPart } from '../../../mock/render-part.tsx'
import { DateRangePicker } from './date-range-picker.tsx'
import { DEFAULT_FORMAT, type PickedRange, writtenAt } from './ranges.ts'

const ZONE = 'Asia/Taipei'
const NOW = Date.parse('2026-03-05T14:05:00+08:00') / 1000
const at = (text: string) => Date.parse(`${text}+08:00`) / 1000
const day = (date: string): HTMLButtonElement => document.querySelector(`[data-day="${date}"]:not([data-hidden])`)!
const isOpenDay = (date: string) => !day(date).disabled

type Settings = Partial<ComponentProps<typeof DateRangePicker>>
const week: PickedRange = { start: at('2026-03-02T00:00:00'), end: at('2026-03-04T23:59:59'), shortcut: '' }

/** Opens the picker; answers what was picked last. */
async function open(settings: Settings = {}, look: Parameters<typeof renderPart>[1] = {}) {
  const told: PickedRange[] = []
  function Part() {
    const [value, setValue] = useState<PickedRange | undefined>(week)
    return (
      <DateRangePicker
        kind="days"
        label="Days"
        timeZone={ZONE}
        now={() => NOW}
        timeFormat="hh:mm a"
        value={value}
        {...settings}
        onChange={(picked) => {
          told.push(picked)
          setValue(picked)
        }}
      />
    )
  }
  await renderPart(<Part />, look)
  await press(/^Days/)
  await seen(page.getByRole('table'))
  return () => told.at(-1)
}
const dayPress = (date: string) => userEvent.click(day(date))
const foot = () => document.querySelector('output')?.textContent

test('two days make a range; the first pressed may be the later one [ENT-pickerRange.start] [ENT-pickerRange.end]', async () => {
  const picked = await open()
  expect(foot()).toBe('2026-03-02 12:00 am – 2026-03-04 11:59 pm')
  await dayPress('2026-03-12')
  await dayPress('2026-03-10')
  expect(picked()).toBeUndefined()
  await press('Apply')
  await gone(dialog('Days'))
  expect(picked()).toEqual({ start: at('2026-03-10T00:00:00'), end: at('2026-03-12T23:59:59'), shortcut: '' })
  await seen(button('Days: 2026/03/10 – 2026/03/12'))
  await eventually(() => document.activeElement?.ariaLabel).toBe('Days: 2026/03/10 – 2026/03/12')
})

test('eight shortcuts are offered; one sets start and end, and the value names it', async () => {
  const picked = await open()
  expect(texts(page.getByRole('group', { name: 'Shortcuts' }).getByRole('button'))).toEqual([
    ...['This week', 'Last week', 'Last 7 days', 'Last 30 days'],
    ...['This month', 'Last month', 'This year', 'Last year'],
  ])
  await press('Last week')
  await press('Apply')
  const lastWeek = { start: at('2026-02-23T00:00:00'), end: at('2026-03-01T23:59:59'), shortcut: 'lastWeek' }
  expect(picked()).toEqual(lastWeek)
})

test('a value picked by a shortcut and changed by hand names none [ENT-pickerRange.shortcut]', async () => {
  const picked = await open()
  await press('Last 7 days')
  expect(button('Last 7 days').element().ariaPressed).toBe('true')
  await press('Apply')
  expect(picked()?.shortcut).toBe('last7Days')
  await press(/^Days/)
  await dayPress('2026-03-03')
  expect(button('Last 7 days').element().ariaPressed).toBe('false')
  await press('Apply')
  expect(picked()).toEqual({ start: at('2026-03-03T00:00:00'), end: at('2026-03-03T23:59:59'), shortcut: '' })
})

test('days before the earliest and after the latest cannot be picked, and shortcuts end there [PICK-01] [PICK-02]', async () => {
  const picked = await open({ minDate: '2026-02-10 12:00 am', maxDate: '2026-03-05 02:05 pm' })
  expect(['2026-02-09', '2026-02-10', '2026-03-05', '2026-03-06'].map(isOpenDay)).toEqual([false, true, true, false])
  await press('This week')
  expect(foot()).toBe('2026-03-02 12:00 am – 2026-03-05 02:05 pm')
  await press('Last month')
  expect(foot()).toBe('2026-02-10 12:00 am – 2026-02-28 11:59 pm')
  expect((button('Last year').element() as HTMLButtonElement).disabled).toBe(true)
  await press('Apply')
  expect(picked()?.start).toBe(at('2026-02-10T00:00:00'))
})

test('dates, weekdays and weekends can be kept from being picked [PICK-03] [PICK-04] [PICK-05]', async () => {
  await open({ disabledDates: ['2026-03-10'], disabledWeekdays: [3] })
  expect(['2026-03-09', '2026-03-10', '2026-03-11', '2026-03-14'].map(isOpenDay)).toEqual([true, false, false, true])
  await press('Cancel')
  await open({ noWeekends: true })
  expect(['2026-03-13', '2026-03-14', '2026-03-15', '2026-03-16'].map(isOpenDay)).toEqual([true, false, false, true])
})

const options = (label: string) => texts(page.getByLabelText(label, { exact: true }).getByRole('option'))

test('times: hours can be kept from being picked, and minutes go by an interval [PICK-06] [PICK-07]', async () => {
  const picked = await open({ kind: 'times', disabledHours: ['00', '01', '13'], minuteInterval: 15 })
  expect(options('Start hour')).toHaveLength(21)
  expect(options('Start hour').slice(0, 2)).toEqual(['02 am', '03 am'])
  expect(options('Start hour')).not.toContain('01 pm')
  expect(options('Start minute')).toEqual(['00', '15', '30', '45'])
  await dayPress('2026-03-03')
  await page.getByLabelText('Start hour').selectOptions('02 pm')
  await page.getByLabelText('End hour').selectOptions('04 pm')
  await page.getByLabelText('End minute').selectOptions('00')
  await press('Apply')
  expect(picked()).toEqual({ start: at('2026-03-03T14:00:00'), end: at('2026-03-03T16:00:00'), shortcut: '' })
  await seen(button('Days: 2026/03/03 14:00 – 16:00'))
})

test('every minute can be chosen unless told otherwise, and what is picked is written in the default format [PICK-09] [PICK-10]', async () => {
  await open({ kind: 'moment', value: { start: NOW, end: NOW, shortcut: '' } })
  expect(options('Minute')).toHaveLength(60)
  expect(foot()).toBe('2026-03-05 02:05 pm')
})

test('a time format has to be given [PICK-08]', () => {
  // @ts-expect-error: without it the lists of hours could not be written.
  const settings: ComponentProps<typeof DateRangePicker> = {
    kind: 'days',
    label: 'Days',
    timeZone: ZONE,
    now: () => NOW,
    onChange: () => {},
  }
  expect(settings).not.toHaveProperty('timeFormat')
})

test('up to 412 px it is a sheet with one month, above that none [PICK-11]', async () => {
  await open({}, { width: 412 })
  expect(document.querySelector('dialog[open]')).not.toBeNull()
  expect(page.getByRole('table').elements()).toHaveLength(1)
  expect(document.querySelector('dialog')!.getBoundingClientRect()).toMatchObject({ left: 0, width: 412 })
  await expectReach()
  await keys('Escape')
  await gone(dialog('Days'))
  await open({}, { width: 413 })
  expect(document.querySelector('dialog')).toBeNull()
})

test('keys: arrows go by days and weeks, Page by months past what cannot be picked, Enter picks, Esc closes', async () => {
  const picked = await open({ disabledDates: ['2026-03-05'] })
  day('2026-03-04').focus()
  await keys('ArrowRight')
  await eventually(() => (document.activeElement as HTMLElement).dataset.day).toBe('2026-03-06')
  await keys('ArrowDown')
  await keys('PageDown')
  await eventually(() => (document.activeElement as HTMLElement).dataset.day).toBe('2026-04-13')
  await keys('PageUp')
  await keys('PageUp')
  await eventually(() => (document.activeElement as HTMLElement).dataset.day).toBe('2026-02-13')
  await keys('Enter')
  await keys('ArrowUp')
  await keys('Enter')
  expect(foot()).toBe('2026-02-06 12:00 am – 2026-02-13 11:59 pm')
  await keys('Escape')
  await gone(dialog('Days'))
  expect(picked()).toBeUndefined()
  await eventually(() => document.activeElement?.ariaLabel).toBe('Days: 2026/03/02 – 2026/03/04')
})

test('one day is picked by one press, months by two', async () => {
  const picked = await open({ kind: 'day' })
  await dayPress('2026-03-03')
  await gone(dialog('Days'))
  expect(picked()).toEqual({ start: at('2026-03-03T00:00:00'), end: at('2026-03-03T23:59:59'), shortcut: '' })
  await seen(button('Days: Tue 2026/03/03'))
})

test('months are picked whole', async () => {
  const picked = await open({ kind: 'months', shortcuts: ['thisMonth', 'lastMonth'] })
  await press(/^Jan/)
  await press(/^Feb/)
  await press('Apply')
  expect(picked()).toEqual({ start: at('2026-01-01T00:00:00'), end: at('2026-02-28T23:59:59'), shortcut: '' })
  await seen(button('Days: 2026/01 – 2026/02'))
})

test('the last hour, 24 hours and week are offered where they are asked for', async () => {
  const picked = await open({ kind: 'times', shortcuts: ['lastHour', 'last24Hours', 'last168Hours'] })
  await press('Last 24 hours')
  await press('Apply')
  expect(picked()).toEqual({ start: NOW - 86_400, end: NOW, shortcut: 'last24Hours' })
})

test.each(['zh-tw', 'ja-jp'] as const)(
  'it breaks no rule of accessibility in the dark, and speaks %s',
  async (locale) => {
    await open({ maxDate: writtenAt(NOW, ZONE, DEFAULT_FORMAT) }, { locale, scheme: 'dark' })
    await says(locale === 'zh-tw' ? '2026 年 3 月' : '2026年3月')
    await seen(button(locale === 'zh-tw' ? '套用' : '適用'))
    await expectReach()
  },
)
