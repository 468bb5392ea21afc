/** Makes a report now, with notes for the next shift. Source: G75. */
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useMakeReport } from './queries.ts'
import styles from './shift-reports.module.css'

/** Source: G06. */
const MOST_CHARACTERS = 500

interface NewReportProps {
  readonly onMade: (reportId: string) => void
  readonly onClose: () => void
}

export function NewReport({ onMade, onClose }: NewReportProps) {
  const t = useT()
  const [notes, setNotes] = useState('')
  const make = useMakeReport()
  const isTooLong = [...notes.trim()].length > MOST_CHARACTERS
  const submit = () => {
    if (isTooLong || make.isPending) return
    make.mutate(notes.trim(), {
      onSuccess: ({ shift_reports: [newest] }) => {
        if (newest) onMade(newest.report_id)
      },
    })
  }
  return (
    <Dialog
      title={t('shiftReports.new')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button type="submit" tone="primary" isPending={make.isPending}>
            {t('shiftReports.make')}
          </Button>
        </>
      }
    >
      <FormFailure error={make.error ?? undefined} />
      <TextArea
        data-autofocus
        label={t('shiftReports.notes')}
        isOptional
        rows={5}
        value={notes}
        fault={isTooLong ? t('shiftReports.tooLong') : undefined}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <p className={styles.hint}>{t('shiftReports.notesHint')}</p>
    </Dialog>
  )
}
