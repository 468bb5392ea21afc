/** The history logs, opened from a device or by their address. Source: specification §2; G13, G56. */
import { useSearch } from '@tanstack/react-router'
import { LogSearch } from '../../features/location-logs/log-search.tsx'
import { useT } from '../../lib/i18n.ts'
import { readHistoryLogsSearch } from '../../lib/paths.ts'
import { PageBody } from '../../ui/sub-pages.tsx'
import styles from './history-logs.module.css'

export function HistoryLogsScreen() {
  const t = useT()
  const { device, sender } = readHistoryLogsSearch(useSearch({ strict: false }))
  const id = device ?? sender ?? ''
  return (
    <div className={styles.screen}>
      <PageBody title={t('locationLogs.title')} hint={t('locationLogs.hint')}>
        <LogSearch key={id} by={device === undefined && sender !== undefined ? 'sender' : 'device'} id={id} />
      </PageBody>
    </div>
  )
}
