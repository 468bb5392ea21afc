/** What opens to pick a range: shortcuts, the calendar, times of day, and what is picked so far. Loaded when first opened. */
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ja.js'
import 'dayjs/locale/zh-tw.js'
import { DatePicker, MonthPicker } from '@mantine/dates'
import type { Locale } from '@whereabouts/contract/locales'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addTexts, LANGUAGE_TAGS, useLocale, useT } from '../../lib/i18n.ts'
import { useMedia } from '../../lib/use-media.ts'
import { dateRange } from '../../locales/date-range.ts'
import { Button } from '../button.tsx'
import styles from './date-range.module.css'
import {
  DAY_SHORTCUTS,
  DEFAULT_FORMAT,
  DEFAULT_MINUTE_INTERVAL,
  endOfMonth,
  isDayOpen,
  type Limits,
  type PickedRange,
  type RangeKind,
  rangeAt,
  rangeOf,
  readAt,
  type Shortcut,
  shiftDay,
  shiftMonth,
  wallOf,
  wholeDays,
  within,
  writtenAt,
} from './ranges.ts'
import { TimeOfDay } from './time-of-day.tsx'

addTexts(dateRange)

export interface DateRangePanelProps extends Limits {
  readonly kind: RangeKind
  readonly value: PickedRange | undefined
  /** By whose clocks days begin: an IANA name, mostly that of the account (G74). */
  readonly timeZone: string
  /** The present moment (epoch seconds), which shortcuts start from. */
  readonly now: () => number
  /** How hours are written in the lists of times. */
  readonly timeFormat: 'hh:mm a' | 'HH:mm'
  /** How what is picked is written, and `minDate` and `maxDate`, in the tokens of dayjs. `YYYY-MM-DD hh:mm a` unless told. */
  readonly format?: string | undefined
  /** Minutes from one time to choose to the next; 1 unless told. */
  readonly minuteInterval?: number | undefined
  /** Those of days unless told; none for one day or moment. */
  readonly shortcuts?: readonly Shortcut[] | undefined
  readonly isPhone: boolean
  readonly onChange: (picked: PickedRange) => void
  readonly onClose: () => void
}

const DAYJS_LOCALES: Readonly<Record<Locale, string>> = { 'en-us': 'en', 'zh-tw': 'zh-tw', 'ja-jp': 'ja' }
const MONTH_LABELS: Readonly<Record<Locale, string>> = {
  'en-us': 'MMMM YYYY',
  'zh-tw': 'YYYY 年 M 月',
  'ja-jp': 'YYYY年M月',
}
const YEAR_LABELS: Readonly<Record<Locale, string>> = { 'en-us': 'YYYY', 'zh-tw': 'YYYY 年', 'ja-jp': 'YYYY年' }

/** Days an arrow key goes on by. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const PAGES: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 }
/** Days that are looked through for one that can be picked. */
const FARTHEST = 400

export function DateRangePanel({
  kind,
  value,
  timeZone,
  now,
  timeFormat,
  format = DEFAULT_FORMAT,
  minuteInterval = DEFAULT_MINUTE_INTERVAL,
  shortcuts = kind === 'day' || kind === 'moment' ? [] : DAY_SHORTCUTS,
  isPhone,
  onChange,
  onClose,
  ...limits
}: DateRangePanelProps) {
  const t = useT()
  const locale = useLocale()
  const isNarrow = useMedia('(max-width: 767px)')
  const [draft, setDraft] = useState(value)
  /** The first day of a range whose last one is not pressed yet. */
  const [pending, setPending] = useState<string>()
  const min = limits.minDate === undefined ? undefined : readAt(limits.minDate, timeZone, format)
  const max = limits.maxDate === undefined ? undefined : readAt(limits.maxDate, timeZone, format)
  // The latest moment is written by the minute: all of that minute can be picked.
  const latest = max === undefined ? undefined : max + 59
  const firstDay = min === undefined ? undefined : wallOf(min, timeZone).day
  const lastDay = max === undefined ? undefined : wallOf(max, timeZone).day
  const isRange = kind === 'days' || kind === 'times'
  const columns = isRange && !isNarrow ? 2 : 1
  const isOpenDay = (day: string) => isDayOpen(day, limits, firstDay, lastDay)

  const from = draft && wallOf(draft.start, timeZone)
  const to = draft && wallOf(draft.end, timeZone)
  // Of two months the later one is what one looks at first.
  const [shownMonth, setShownMonth] = useState(() => {
    const day = wallOf(value?.end ?? latest ?? now(), timeZone).day
    return `${shiftMonth(day, 1 - columns).slice(0, 7)}-01`
  })
  const monthsShown = [shownMonth, ...(columns === 2 ? [shiftMonth(shownMonth, 1)] : [])].map((day) => day.slice(0, 7))

  const fitted = (range: PickedRange): PickedRange | undefined => within(range, min, latest)
  const pick = (range: PickedRange) => setDraft(fitted(range) ?? draft)
  const pickDays = (first: string, last: string) =>
    kind === 'times'
      ? pick(rangeAt({ first, last, from: from?.minutes ?? 0, to: to?.minutes ?? 1439 }, timeZone, limits))
      : pick(wholeDays(first, last, timeZone))
  const pickTimes = (moved: 'start' | 'end', minutes: number) => {
    if (from === undefined || to === undefined) return
    const times = moved === 'start' ? { from: minutes, to: to.minutes } : { from: from.minutes, to: minutes }
    pick(rangeAt({ first: from.day, last: to.day, ...times }, timeZone, limits, moved))
  }
  const pickMoment = (day: string, minutes: number) => {
    const { start } = rangeAt({ first: day, last: day, from: minutes, to: minutes }, timeZone, limits)
    const at = Math.min(Math.max(start, min ?? start), latest ?? start)
    setDraft({ start: at, end: at, shortcut: '' })
  }

  const calendar = useRef<HTMLDivElement>(null)
  const wanted = useRef<string>(undefined)
  const focusDay = (day: string) =>
    calendar.current?.querySelector<HTMLElement>(`[data-day="${day}"]:not([data-hidden])`)?.focus()
  // A day of another month has the focus once that month is drawn.
  useEffect(() => {
    if (wanted.current === undefined) return
    focusDay(wanted.current)
    wanted.current = undefined
  })
  const goTo = (day: string) => {
    if (monthsShown.includes(day.slice(0, 7))) return focusDay(day)
    wanted.current = day
    const isLater = day > shownMonth
    setShownMonth(`${shiftMonth(day, isLater ? 1 - columns : 0).slice(0, 7)}-01`)
  }
  const keyPressed = (event: KeyboardEvent) => {
    const day = (event.target as HTMLElement).dataset.day
    if (day === undefined) return
    const step = STEPS[event.key]
    const months = PAGES[event.key]
    if (step === undefined && months === undefined) return
    event.preventDefault()
    event.stopPropagation()
    const direction = Math.sign(step ?? months!)
    let target = step === undefined ? shiftMonth(day, months!) : shiftDay(day, step)
    for (let tried = 0; tried < FARTHEST && !isOpenDay(target); tried += 1) target = shiftDay(target, step ?? direction)
    if (isOpenDay(target)) goTo(target)
  }

  const common = {
    locale: DAYJS_LOCALES[locale],
    ariaLabels: {
      previousMonth: t('dateRange.previousMonth'),
      nextMonth: t('dateRange.nextMonth'),
      previousYear: t('dateRange.previousYear'),
      nextYear: t('dateRange.nextYear'),
      previousDecade: t('dateRange.previousDecade'),
      nextDecade: t('dateRange.nextDecade'),
    },
    ...(firstDay === undefined ? {} : { minDate: firstDay }),
    ...(lastDay === undefined ? {} : { maxDate: lastDay }),
    yearLabelFormat: YEAR_LABELS[locale],
    monthsListFormat: locale === 'en-us' ? 'MMM' : locale === 'ja-jp' ? 'M月' : 'M 月',
    date: shownMonth,
    onDateChange: (day: string) => setShownMonth(`${day.slice(0, 7)}-01`),
    size: isPhone ? ('md' as const) : ('sm' as const),
    fullWidth: isPhone,
  }
  const spoken = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], { dateStyle: 'full', timeZone: 'UTC' })
  const days = {
    ...common,
    numberOfColumns: columns,
    columnsToScroll: 1,
    hideOutsideDates: true,
    weekendDays: [],
    enableKeyboardNavigation: false,
    monthLabelFormat: MONTH_LABELS[locale],
    excludeDate: (day: string) => !isOpenDay(day),
    getDayAriaLabel: (day: string) => spoken.format(new Date(`${day}T00:00Z`)),
    getDayProps: (day: string) => ({ 'data-day': day }),
  }

  const months = (range: readonly [string | null, string | null]) => {
    const [first, last] = range
    if (first === null) return
    setPending(last === null ? first : undefined)
    const end = last ?? first
    pickDays(`${first.slice(0, 7)}-01`, endOfMonth(end))
  }

  const hours = { timeFormat, minuteInterval, limits }
  return (
    <div className={styles.box} data-kind={kind} data-phone={isPhone || undefined}>
      {shortcuts.length > 0 && (
        <fieldset className={styles.shortcuts}>
          <legend className="wb-visually-hidden">{t('dateRange.shortcuts')}</legend>
          {shortcuts.map((shortcut) => {
            const range = fitted(rangeOf(shortcut, now(), timeZone))
            return (
              <button
                key={shortcut}
                type="button"
                aria-pressed={draft?.shortcut === shortcut}
                disabled={range === undefined}
                onClick={() => {
                  setPending(undefined)
                  setDraft(range)
                  if (range) {
                    setShownMonth(`${shiftMonth(wallOf(range.end, timeZone).day, 1 - columns).slice(0, 7)}-01`)
                  }
                }}
              >
                {t(`dateRange.${shortcut}`)}
              </button>
            )
          })}
        </fieldset>
      )}
      <div className={styles.main}>
        <div ref={calendar} className={styles.calendar} onKeyDownCapture={keyPressed}>
          {kind === 'months' ? (
            <MonthPicker
              {...common}
              type="range"
              allowSingleDateInRange
              value={pending === undefined ? [from?.day ?? null, to?.day ?? null] : [pending, null]}
              onChange={months}
            />
          ) : isRange ? (
            <DatePicker
              {...days}
              type="range"
              allowSingleDateInRange
              value={pending === undefined ? [from?.day ?? null, to?.day ?? null] : [pending, null]}
              onChange={([first, last]) => {
                if (first === null) return
                setPending(last === null ? first : undefined)
                pickDays(first, last ?? first)
              }}
            />
          ) : (
            <DatePicker
              {...days}
              value={from?.day ?? null}
              onChange={(day) => {
                if (day === null) return
                if (kind === 'moment') return pickMoment(day, from?.minutes ?? wallOf(now(), timeZone).minutes)
                const range = fitted(wholeDays(day, day, timeZone))
                if (range) onChange(range)
              }}
            />
          )}
        </div>
        {kind === 'times' && from && to && (
          <div className={styles.times}>
            <TimeOfDay
              {...hours}
              label={t('dateRange.from')}
              hourLabel={t('dateRange.startHour')}
              minuteLabel={t('dateRange.startMinute')}
              minutes={from.minutes}
              onChange={(minutes) => pickTimes('start', minutes)}
            />
            <TimeOfDay
              {...hours}
              label={t('dateRange.to')}
              hourLabel={t('dateRange.endHour')}
              minuteLabel={t('dateRange.endMinute')}
              minutes={to.minutes}
              onChange={(minutes) => pickTimes('end', minutes)}
            />
          </div>
        )}
        {kind === 'moment' && from && (
          <div className={styles.times}>
            <TimeOfDay
              {...hours}
              label={t('dateRange.at')}
              hourLabel={t('dateRange.hour')}
              minuteLabel={t('dateRange.minute')}
              minutes={from.minutes}
              onChange={(minutes) => pickMoment(from.day, minutes)}
            />
          </div>
        )}
      </div>
      {kind !== 'day' && (
        <footer className={styles.foot}>
          <output className="wb-num">
            {draft &&
              (kind === 'moment'
                ? writtenAt(draft.start, timeZone, format)
                : `${writtenAt(draft.start, timeZone, format)} – ${writtenAt(draft.end, timeZone, format)}`)}
          </output>
          <Button onClick={onClose}>{t('dateRange.cancel')}</Button>
          <Button
            tone="primary"
            aria-disabled={draft === undefined || undefined}
            onClick={() => draft && onChange(draft)}
          >
            {t('dateRange.apply')}
          </Button>
        </footer>
      )}
    </div>
  )
}
