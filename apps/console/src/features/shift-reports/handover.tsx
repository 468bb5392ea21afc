/** Who has read the report, and the next who confirms to. */
import { IconCheck } from '@tabler/icons-react'
import type { ShiftReport } from '@whereabouts/contract/shift-reports'
import { isTooLongForName } from '@whereabouts/domain/texts'
import { type FormEvent, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { formatTimeIn } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { RowInput } from '../../ui/row-input.tsx'
import { useConfirm } from './queries.ts'
import styles from './shift-reports.module.css'

interface HandoverProps {
  readonly report: ShiftReport
  readonly timeZone: string
  /** Who is signed in: most often who takes over. */
  readonly ownName: string
}

export function Handover({ report, timeZone, ownName }: HandoverProps) {
  const t = useT()
  const confirm = useConfirm(report.report_id)
  const [typed, setTyped] = useState<string>()
  const [isTold, setIsTold] = useState(false)
  const hasRead = (name: string) => report.read_by.some((one) => one.name === name)
  const name = (typed ?? (hasRead(ownName) ? '' : ownName)).trim()
  const fault =
    name === '' ? 'shiftReports.nameMissing' : isTooLongForName(name) ? 'shiftReports.nameTooLong' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTold(fault !== undefined)
    if (fault === undefined && !confirm.isPending) confirm.mutate(name, { onSuccess: () => setTyped(undefined) })
  }
  return (
    <section className={styles.handover} aria-label={t('shiftReports.handover')}>
      <div role="status">
        <ul>
          {report.read_by.length === 0 && <li data-tone="open">{t('shiftReports.notRead')}</li>}
          {report.read_by.map((one) => (
            <li key={one.name}>
              <Glyph isBold icon={IconCheck} size={14} />
              {t(one.name === one.session_name ? 'shiftReports.readBy' : 'shiftReports.readByAs', {
                ...{ name: one.name, session: one.session_name, time: formatTimeIn(timeZone, one.time * 1000) },
              })}
            </li>
          ))}
        </ul>
      </div>
      <form noValidate onSubmit={submit}>
        <RowInput
          label={t('shiftReports.whoTakesOver')}
          placeholder={t('shiftReports.whoTakesOver')}
          isWrong={isTold && fault !== undefined}
          value={typed ?? (hasRead(ownName) ? '' : ownName)}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setIsTold(false)
          }}
        />
        <Button type="submit" tone={report.read_by.length === 0 ? 'primary' : 'default'} isPending={confirm.isPending}>
          {t('shiftReports.confirm')}
        </Button>
      </form>
      {isTold && fault !== undefined && (
        <p role="alert" className={styles.fault}>
          {t(fault)}
        </p>
      )}
      <FormFailure error={confirm.error ?? undefined} />
    </section>
  )
}
