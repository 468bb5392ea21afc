/**
 * A record of attendance: the visits and sightings behind its times, what is said about the day, and a correction beside what was
 * measured. Source: G72; decision 0090.
 */
import { useQuery } from '@tanstack/react-query'
import type { OfficeLog } from '@whereabouts/contract/attendance'
import { useState } from 'react'
import { useLocale, useT } from '../../lib/i18n.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { formatTimeIn } from '../../lib/time.ts'
import { showToast } from '../../lib/toasts.ts'
import type { MessageId } from '../../locales/ids.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { UnloadedList } from '../../ui/list-state.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './attendance.module.css'
import { type AttendanceChange, recordQuery, useChangeRecord } from './queries.ts'
import { RecordTags } from './record-tags.tsx'
import { clockIn, dayTitle, isNextDay, lengthText, momentOfClock } from './words.ts'

/** Source: G06. */
const MOST_CHARACTERS = 500

interface RecordDialogProps {
  readonly id: string
  readonly timeZone: string
  readonly onClose: () => void
}

export function RecordDialog({ id, timeZone, onClose }: RecordDialogProps) {
  const t = useT()
  const { data, error, refetch } = useQuery(recordQuery(id))
  if (data !== undefined) return <RecordForm record={data.officelog} evidence={data} {...{ timeZone, onClose }} />
  return (
    <Dialog
      title={t('attendance.title')}
      placement="side"
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('dialog.close')}</Button>}
    >
      <UnloadedList error={error} onRetry={refetch} />
    </Dialog>
  )
}

interface Evidence {
  readonly visits: readonly {
    readonly zone_name: string
    readonly from: number
    readonly until: number
    readonly end: 'left' | 'present' | 'unseen' | 'lost' | 'left behind'
  }[]
  readonly stays: readonly {
    readonly kind: string
    readonly sender_name: string
    readonly from: number
    readonly until: number
    readonly sightings: number
  }[]
}

interface RecordFormProps {
  readonly record: OfficeLog
  readonly evidence: Evidence
  readonly timeZone: string
  readonly onClose: () => void
}

const FLAGS = [
  ['vacation', 'attendance.vacation'],
  ['tag_not_brought', 'attendance.tagNotBrought'],
  ['not_for_working', 'attendance.notForWorking'],
  ['apply_ot', 'attendance.applyOt'],
] as const

function RecordForm({ record, evidence, timeZone, onClose }: RecordFormProps) {
  const t = useT()
  const locale = useLocale()
  const { day, device_name: name } = record
  const textOf = (at: number | null) => (at === null ? '' : clockIn(timeZone, at))
  const [flags, setFlags] = useState({
    vacation: record.vacation,
    tag_not_brought: record.tag_not_brought,
    not_for_working: record.not_for_working,
    apply_ot: record.apply_ot,
  })
  const [comment, setComment] = useState(record.comment)
  const [signIn, setSignIn] = useState(textOf(record.corrected_sign_in))
  const [signOut, setSignOut] = useState(textOf(record.corrected_sign_out))
  const [correction, setCorrection] = useState<MessageId>()
  const save = useChangeRecord(record.id)
  const isTooLong = [...comment.trim()].length > MOST_CHARACTERS

  const submit = () => {
    const start = signIn.trim() === '' ? null : momentOfClock(day, signIn, timeZone)
    const from = start ?? record.sign_in ?? undefined
    const end = signOut.trim() === '' ? null : momentOfClock(day, signOut, timeZone, from)
    const isWrong = start === undefined || end === undefined || (end !== null && from === undefined)
    const isAhead = Math.max(start ?? 0, end ?? 0) > serverNow()
    setCorrection(isWrong ? 'attendance.correctFault' : isAhead ? 'attendance.correctFuture' : undefined)
    if (isWrong || isAhead || isTooLong || save.isPending) return
    // Only what was changed here: a colleague may have said something else of the day meanwhile.
    const said = { ...flags, comment: comment.trim(), corrected_sign_in: start, corrected_sign_out: end }
    const body: AttendanceChange = Object.fromEntries(
      Object.entries(said).filter(([field, value]) => record[field as keyof typeof said] !== value),
    )
    if (Object.keys(body).length === 0) return onClose()
    save.mutate(body, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('attendance.saved') })
        onClose()
      },
    })
  }
  const fault = correction && t(correction)
  return (
    <Dialog
      title={`${name} · ${dayTitle(day, locale)}`}
      placement="side"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button type="submit" tone="primary" isPending={save.isPending}>
            {t('attendance.save')}
          </Button>
        </>
      }
    >
      <FormFailure error={save.error ?? undefined} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('attendance.signIn')}</dt>
          <dd>{textOf(record.sign_in) || '–'}</dd>
        </div>
        <div>
          <dt>{t('attendance.signOut')}</dt>
          <dd>
            {record.lost_at !== null
              ? t('attendance.lost', { time: textOf(record.lost_at) })
              : record.last_seen !== null
                ? t('attendance.lastSeen', { time: textOf(record.last_seen) })
                : textOf(record.sign_out) || '–'}
          </dd>
        </div>
        <div>
          <dt>{t('attendance.duration')}</dt>
          <dd>{record.duration === null ? '–' : lengthText(t, record.duration)}</dd>
        </div>
        <div>
          <dt>{t('attendance.inZone')}</dt>
          <dd>{lengthText(t, record.in_zone_duration)}</dd>
        </div>
      </dl>
      {record.shift !== '' && <p className={styles.hint}>{t('attendance.shiftTaken', { name: record.shift })}</p>}
      {record.provisional && <p className={styles.hint}>{t('attendance.mayChange')}</p>}
      <RecordTags record={record} />

      <section className={styles.part}>
        <h3>{t('attendance.flags')}</h3>
        {FLAGS.map(([flag, label]) => (
          <CheckField
            key={flag}
            label={t(label)}
            isChecked={flags[flag]}
            onChange={(isChecked) => setFlags({ ...flags, [flag]: isChecked })}
          />
        ))}
        <TextArea
          label={t('attendance.comment')}
          isOptional
          value={comment}
          fault={isTooLong ? t('attendance.tooLong') : undefined}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      </section>

      <section className={styles.part}>
        <h3>{t('attendance.corrected')}</h3>
        <div className={styles.pair}>
          <TextField
            isCompact
            label={t('attendance.correctIn')}
            placeholder={textOf(record.sign_in) || '08:30'}
            value={signIn}
            fault={fault}
            onChange={(event) => setSignIn(event.currentTarget.value)}
          />
          <TextField
            isCompact
            label={t('attendance.correctOut')}
            placeholder={textOf(record.sign_out) || '17:30'}
            value={signOut}
            isWrong={fault !== undefined}
            onChange={(event) => setSignOut(event.currentTarget.value)}
          />
        </div>
        <p className={styles.hint}>{t('attendance.correctHint')}</p>
        {record.changed_at !== null && (
          <p className={styles.hint}>
            {t('attendance.changedBy', {
              name: record.changed_by,
              time: formatTimeIn(timeZone, record.changed_at * 1000),
            })}
          </p>
        )}
      </section>

      <section className={styles.part}>
        <h3>{t('attendance.evidence')}</h3>
        {evidence.visits.length === 0 && <p className={styles.hint}>{t('attendance.noEvidence')}</p>}
        {evidence.visits.length > 0 && <h4>{t('attendance.visits')}</h4>}
        <ol className={styles.evidence}>
          {evidence.visits.map((visit) => (
            <li key={`${visit.zone_name} ${visit.from}`}>
              <Span from={visit.from} until={visit.until} {...{ day, timeZone }} />
              <span>{visit.zone_name}</span>
              <small>{t(`attendance.end.${visit.end}`)}</small>
            </li>
          ))}
        </ol>
        {evidence.stays.length > 0 && <h4>{t('attendance.sightings')}</h4>}
        <ol className={styles.evidence}>
          {evidence.stays.map((stay) => (
            <li key={stay.from}>
              <Span from={stay.from} until={stay.until} {...{ day, timeZone }} />
              <span>{stay.kind === 'moving' ? t('attendance.moving') : stay.sender_name}</span>
              <small>{t('attendance.seenTimes', { count: stay.sightings })}</small>
            </li>
          ))}
        </ol>
      </section>
    </Dialog>
  )
}

interface SpanProps {
  readonly from: number
  readonly until: number
  readonly day: string
  readonly timeZone: string
}

/** From when to when; a time on another day than the record's is written with its date. */
function Span({ from, until, day, timeZone }: SpanProps) {
  const text = (at: number) =>
    isNextDay(day, at, timeZone) ? formatTimeIn(timeZone, at * 1000).slice(5) : clockIn(timeZone, at)
  return (
    <span className="wb-num">
      {text(from)} – {text(until)}
    </span>
  )
}
