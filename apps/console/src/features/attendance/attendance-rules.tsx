/** The shifts of an account, and the minutes that are no overtime yet, saved as a whole. Source: G72, G95, CONST-46; decision 0091. */
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { MAX_WORK_SHIFTS, shiftMinutes } from '@whereabouts/domain/attendance-rules'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { UnloadedList } from '../../ui/list-state.tsx'
import { DoneNotice } from '../../ui/notice.tsx'
import { PageFoot } from '../../ui/page-foot.tsx'
import { RowInput } from '../../ui/row-input.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LeaveGuard, SaveBar } from '../../ui/unsaved.tsx'
import { Weekdays } from '../../ui/weekdays.tsx'
import styles from './attendance.module.css'
import { rulesQuery, useSaveRules } from './queries.ts'
import rulesStyles from './rules.module.css'
import { ShiftBars } from './shift-bars.tsx'
import {
  areMinutesWrong,
  faultOf,
  newShift,
  type RulesDraft,
  type ShiftDraft,
  sameRules,
  toDraft,
  toRules,
} from './shifts-draft.ts'
import { lengthText } from './words.ts'

/** Before any report. */
const FIRST_DAY = '2000-01-01'

export function AttendanceRules({ tabs }: { tabs: ReactNode }) {
  const t = useT()
  const formId = useId()
  const { data, error, refetch } = useQuery(rulesQuery)
  const [draft, setDraft] = useState<RulesDraft>()
  const [isForAllDays, setIsForAllDays] = useState(false)
  const [isTold, setIsTold] = useState(false)
  const save = useSaveRules()
  const list = useRef<HTMLUListElement>(null)
  const saved = data && toDraft(data)
  const shown = draft ?? saved
  const isChanged = draft !== undefined && saved !== undefined && !sameRules(draft, saved)
  const isFull = shown !== undefined && shown.shifts.length >= MAX_WORK_SHIFTS

  const change = (next: RulesDraft) => {
    setDraft(next)
    setIsTold(false)
    if (save.status !== 'idle') save.reset()
  }
  const discard = () => {
    setDraft(undefined)
    setIsForAllDays(false)
    setIsTold(false)
    save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (shown === undefined || save.isPending) return
    const wrong = shown.shifts.findIndex((shift) => faultOf(shift) !== undefined)
    setIsTold(wrong >= 0 || areMinutesWrong(shown))
    if (wrong >= 0) list.current?.children[wrong]?.querySelector('input')?.focus()
    if (wrong >= 0 || areMinutesWrong(shown)) return
    const body = { ...toRules(shown), ...(isForAllDays ? { from: FIRST_DAY } : {}) }
    save.mutate(body, {
      onSuccess: () => {
        setDraft(undefined)
        setIsForAllDays(false)
      },
    })
  }

  return (
    <>
      <header className={styles.head}>
        <div className={styles.titles}>
          <h1>{t('attendance.rulesTitle')}</h1>
          <Button
            icon={<Glyph icon={IconPlus} size={16} />}
            aria-disabled={isFull || shown === undefined || undefined}
            title={isFull ? t('attendance.shiftsFull', { most: MAX_WORK_SHIFTS }) : undefined}
            onClick={() => shown && change({ ...shown, shifts: [...shown.shifts, newShift(shown.shifts)] })}
          >
            {t('attendance.addShift')}
          </Button>
        </div>
      </header>
      {tabs}
      {shown === undefined ? (
        <UnloadedList error={error} onRetry={refetch} />
      ) : (
        <form id={formId} className={rulesStyles.rules} noValidate onSubmit={submit}>
          <p className={styles.hint}>{t('attendance.rulesHint')}</p>
          <FormFailure error={save.error ?? undefined} />
          <ShiftBars shifts={shown.shifts} />
          <ul ref={list} className={rulesStyles.list} aria-label={t('attendance.shifts')}>
            {shown.shifts.map((shift, at) => (
              <ShiftRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a shift is its place in the list until it is saved
                key={at}
                shift={shift}
                number={at + 1}
                isTold={isTold}
                onChange={(next) => change({ ...shown, shifts: shown.shifts.with(at, next) })}
                onRemove={
                  shown.shifts.length > 1
                    ? () => change({ ...shown, shifts: shown.shifts.toSpliced(at, 1) })
                    : undefined
                }
              />
            ))}
          </ul>
          <div className={rulesStyles.minutes}>
            <TextField
              isCompact
              inputMode="numeric"
              label={t('attendance.overTimeMinutes')}
              value={shown.minutes}
              fault={isTold && areMinutesWrong(shown) ? t('attendance.minutesFault') : undefined}
              onChange={(event) => change({ ...shown, minutes: event.currentTarget.value })}
            />
          </div>
          {isChanged && (
            <CheckField
              label={t('attendance.forAllDays')}
              isChecked={isForAllDays}
              onChange={(isChecked) => setIsForAllDays(isChecked)}
            />
          )}
          <DoneNotice>{save.isSuccess && !isChanged ? t('attendance.rulesSaved') : undefined}</DoneNotice>
        </form>
      )}
      {isChanged && (
        <PageFoot>
          <SaveBar
            changed={t('attendance.rulesChanged')}
            form={formId}
            isPending={save.isPending}
            onDiscard={discard}
          />
        </PageFoot>
      )}
      <LeaveGuard isChanged={isChanged} />
    </>
  )
}

interface ShiftRowProps {
  readonly shift: ShiftDraft
  readonly number: number
  /** Whether what is wrong is told. */
  readonly isTold: boolean
  readonly onChange: (shift: ShiftDraft) => void
  readonly onRemove: (() => void) | undefined
}

function ShiftRow({ shift, number, isTold, onChange, onRemove }: ShiftRowProps) {
  const t = useT()
  const fault = isTold ? faultOf(shift) : undefined
  const { start, end } = shift
  const clock = (part: 'start' | 'end') => (
    <RowInput
      type="time"
      label={t(part === 'start' ? 'attendance.workStart' : 'attendance.workEnd', { number })}
      isWrong={fault === 'clockMissing' && shift[part] === ''}
      value={shift[part]}
      onChange={(event) => onChange({ ...shift, [part]: event.currentTarget.value })}
    />
  )
  return (
    <li>
      <span className={rulesStyles.name}>
        <RowInput
          label={t('attendance.shiftName', { number })}
          placeholder={t('attendance.shiftNumber', { number })}
          isWrong={fault === 'nameTooLong'}
          value={shift.name}
          onChange={(event) => onChange({ ...shift, name: event.currentTarget.value })}
        />
      </span>
      <span className={rulesStyles.clocks}>
        {clock('start')}
        <span aria-hidden="true">–</span>
        {clock('end')}
        <small className="wb-num">
          {start !== '' && end !== '' && lengthText(t, shiftMinutes(shift) * 60)}
          {start !== '' && end !== '' && end <= start && ` · ${t('attendance.nextDay')}`}
        </small>
      </span>
      <Weekdays
        label={t('attendance.shiftDays', { number })}
        days={shift.days}
        isWrong={fault === 'dayMissing'}
        onChange={(days) => onChange({ ...shift, days })}
      />
      {onRemove && (
        <IconButton label={t('attendance.removeShift', { number })} onClick={onRemove}>
          <Glyph icon={IconTrash} size={16} />
        </IconButton>
      )}
      {fault !== undefined && (
        <p role="alert" className={rulesStyles.fault}>
          {t(`attendance.${fault}`)}
        </p>
      )}
    </li>
  )
}
