/** Whether a report is there: its sign and its word. */
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ShiftReport } from '@whereabouts/contract/shift-reports'
import { useT } from '../../lib/i18n.ts'
import { Glyph } from '../../ui/glyph.tsx'
import styles from './shift-reports.module.css'

export function ReportState({ state }: Pick<ShiftReport, 'state'>) {
  const t = useT()
  return (
    <span className={styles.state} data-state={state}>
      {state === 'generating' ? (
        <span className={styles.spinner} />
      ) : (
        <Glyph isBold icon={state === 'success' ? IconCheck : IconX} size={13} />
      )}
      {t(`shiftReports.${state}`)}
    </span>
  )
}
