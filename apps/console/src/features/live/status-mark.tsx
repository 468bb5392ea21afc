/** A state as shape and word: neither stands alone. Source: design language §3. */
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { StateShape } from '../../map/marker-symbol.tsx'
import styles from './status-mark.module.css'

export const StateIcon = ({ state, size = 12 }: { state: TrackerStatus | 'attention'; size?: number }) => (
  <svg className={styles.shape} width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
    <StateShape state={state} />
  </svg>
)

export const StatusMark = ({ status, word }: { status: TrackerStatus | 'attention'; word: string }) => (
  <span className={styles.status} data-status={status}>
    <StateIcon state={status} size={11} />
    {word}
  </span>
)
