/** The times at which reports are made by themselves, saved as one list. Source: SHIFT-02; G75; design language §13.12. */
import { IconArrowLeft, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Profile } from '@whereabouts/contract/auth'
import { kindOfShift, MAX_SHIFT_TIMES, shiftsOfDay } from '@whereabouts/domain/shift-reports'
import { type FormEvent, useId, useRef, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { shiftReportPath } from '../../lib/paths.ts'
import { formatOffset } from '../../lib/time.ts'
import { timeZones } from '../../locales/time-zones.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { DoneNotice } from '../../ui/notice.tsx'
import { RowInput } from '../../ui/row-input.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { LeaveGuard, SaveBar } from '../../ui/unsaved.tsx'
import { WhyClosed } from '../auth/why-closed.tsx'
import { timerQuery, useSaveTimer } from './queries.ts'
import styles from './shift-times.module.css'
import { faultOf, inOrder, sameTimes, startTime, type TimeDraft, toDraft, toTimer } from './times-draft.ts'

addTexts(timeZones)

interface ShiftTimesProps {
  readonly timeZone: Profile['timezone']
  readonly canChange: boolean
}

export function ShiftTimes({ timeZone, canChange }: ShiftTimesProps) {
  const t = useT()
  const formId = useId()
  const { data, error, refetch } = useQuery(timerQuery)
  const [draft, setDraft] = useState<readonly TimeDraft[]>()
  const [isTold, setIsTold] = useState(false)
  const save = useSaveTimer()
  const list = useRef<HTMLUListElement>(null)
  const saved = data === undefined ? [] : toDraft(data)
  const shown = draft ?? saved
  const isChanged = draft !== undefined && !sameTimes(draft, saved)
  const isFull = shown.length >= MAX_SHIFT_TIMES

  const change = (next: readonly TimeDraft[]) => {
    setDraft(next)
    setIsTold(false)
    if (save.status !== 'idle') save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = shown.findIndex((_, at) => faultOf(shown, at) !== undefined)
    setIsTold(wrong >= 0)
    if (wrong >= 0) list.current?.children[wrong]?.querySelector('input')?.focus()
    else save.mutate(toTimer(shown), { onSuccess: () => setDraft(undefined) })
  }

  return (
    <PageBody
      title={t('shiftTimes.title')}
      hint={t('shiftTimes.hint')}
      action={
        canChange && (
          <Button
            tone="primary"
            icon={<Glyph icon={IconPlus} size={16} />}
            aria-disabled={isFull || data === undefined}
            title={isFull ? t('shiftTimes.full', { most: MAX_SHIFT_TIMES }) : undefined}
            onClick={() => change([...shown, { time: startTime(shown), name: '' }])}
          >
            {t('shiftTimes.add')}
          </Button>
        )
      }
      foot={
        isChanged && (
          <SaveBar
            changed={t('shiftTimes.changed')}
            form={formId}
            isPending={save.isPending}
            onDiscard={() => {
              setDraft(undefined)
              setIsTold(false)
              save.reset()
            }}
          />
        )
      }
    >
      <Link className={styles.back} {...shiftReportPath()}>
        <Glyph icon={IconArrowLeft} size={16} />
        {t('shiftReports.back')}
      </Link>
      {!canChange && <WhyClosed />}
      <FormFailure error={save.error ?? undefined} />
      {data === undefined && <UnloadedList error={error} onRetry={refetch} />}
      {data !== undefined && shown.length === 0 && (
        <EmptyList title={t('shiftTimes.none')} hint={t('shiftTimes.noneHint')} />
      )}
      {shown.length > 0 && <DayLine times={inOrder(shown)} />}
      <form id={formId} noValidate onSubmit={submit}>
        {shown.length > 0 && (
          <ul ref={list} className={styles.list}>
            {shown.map((entry, at) => {
              const fault = isTold ? faultOf(shown, at) : undefined
              const set = (part: Partial<TimeDraft>) => change(shown.with(at, { ...entry, ...part }))
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a time is its place in the list until it is saved
                <li key={at}>
                  <RowInput
                    type="time"
                    label={t('shiftTimes.time', { number: at + 1 })}
                    isWrong={fault === 'missing' || fault === 'twice'}
                    readOnly={!canChange}
                    value={entry.time}
                    onChange={(event) => set({ time: event.currentTarget.value })}
                  />
                  <RowInput
                    label={t('shiftTimes.name', { time: entry.time })}
                    placeholder={defaultName(t, inOrder(shown), entry)}
                    isWrong={fault === 'nameTooLong'}
                    readOnly={!canChange}
                    value={entry.name}
                    onChange={(event) => set({ name: event.currentTarget.value })}
                  />
                  {canChange && (
                    <IconButton
                      label={t('shiftTimes.remove', { time: entry.time })}
                      onClick={() => change(shown.toSpliced(at, 1))}
                    >
                      <Glyph icon={IconTrash} size={16} />
                    </IconButton>
                  )}
                  {fault !== undefined && (
                    <p role="alert" className={styles.fault}>
                      {t(`shiftTimes.${fault}`)}
                    </p>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </form>
      {data !== undefined && (
        <p className={`${styles.facts} wb-num`}>
          <span>{t('shiftTimes.count', { count: shown.length, most: MAX_SHIFT_TIMES })}</span>
          <span>
            {t('shiftTimes.zone', { zone: t(`zone.${timeZone}`), offset: formatOffset(timeZone, Date.now()) })}
          </span>
        </p>
      )}
      <DoneNotice>{save.isSuccess && !isChanged ? t('success.saved') : undefined}</DoneNotice>
      <LeaveGuard isChanged={isChanged} />
    </PageBody>
  )
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** What the shift that ends at this time is called where nobody names it. */
function defaultName(t: ReturnType<typeof useT>, times: readonly TimeDraft[], { time }: TimeDraft): string {
  if (time === '') return ''
  const at = times.findIndex((one) => one.time === time)
  const before = times.at(at - 1) ?? times[0]
  return t(`shiftReports.${kindOfShift(minutesOf(before?.time ?? time), minutesOf(time))}`)
}

const DAY_MINUTES = 1440
const HOURS = [0, 4, 8, 12, 16, 20, 24]

/** The day as a strip of its shifts. */
function DayLine({ times }: { times: readonly TimeDraft[] }) {
  const t = useT()
  const named = times.filter(({ time }) => time !== '')
  const shifts = shiftsOfDay(named.map(({ time }) => time))
  const nameOf = (index: number) => named[index]!.name.trim() || defaultName(t, named, named[index]!)
  return (
    <figure className={styles.day} aria-label={t('shiftTimes.dayLine')}>
      <ol>
        {shifts.map(({ index, from, to }) => (
          <li
            key={from}
            style={{ flexGrow: to - from }}
            aria-label={t('shiftTimes.part', { name: nameOf(index), from: clock(from), to: clock(to) })}
          >
            <span>{nameOf(index)}</span>
            {to - from >= DAY_MINUTES / 8 && (
              <small className="wb-num">
                {t('shiftTimes.partHours', { hours: Math.round(((to - from) / 60) * 10) / 10 })}
              </small>
            )}
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="wb-num">
        {HOURS.map((hour) => (
          <span key={hour}>{clock(hour * 60)}</span>
        ))}
      </p>
    </figure>
  )
}
