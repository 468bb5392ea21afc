/** What stands out about a day: exceptions, overtime and what people said. */
import type { OfficeLog } from '@whereabouts/contract/attendance'
import { useT } from '../../lib/i18n.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './attendance.module.css'

export function RecordTags({ record }: { record: OfficeLog }) {
  const t = useT()
  return (
    <span className={styles.tags}>
      {record.aberrant && <Tag tone="warn">{t('attendance.exception')}</Tag>}
      {record.over_time && (
        <Tag tone="warn">{t('attendance.overtimeMinutes', { count: record.over_time_minutes })}</Tag>
      )}
      {record.apply_ot && <Tag tone="prim">{t('attendance.otApplied')}</Tag>}
      {record.vacation && <Tag tone="prim">{t('attendance.vacation')}</Tag>}
      {record.tag_not_brought && <Tag tone="warn">{t('attendance.tagNotBrought')}</Tag>}
      {record.not_for_working && <Tag>{t('attendance.notForWorking')}</Tag>}
    </span>
  )
}
