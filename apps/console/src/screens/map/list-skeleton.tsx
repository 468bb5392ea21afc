/** The list before its rows: the frame stands, so nothing jumps when they come. */

import rows from '../../features/live/row.module.css'
import styles from './list.module.css'

/** All different, as names are. */
const WIDTHS = [102, 85, 116, 89, 134, 78, 126, 112, 121, 94, 105, 82, 129, 109, 98]

export const ListSkeleton = ({ label }: { label: string }) => (
  <div className={styles.skeleton} role="status" aria-label={label} style={{ overflow: 'hidden' }}>
    <div className={styles.group}>
      <span className={styles.bone} style={{ width: 110, height: 10 }} />
    </div>
    {WIDTHS.map((width) => (
      <div key={width} className={rows.row}>
        <span className={styles.bone} style={{ width: 30, height: 30, borderRadius: '50%' }} />
        <span>
          <span className={styles.bone} style={{ width, height: 10 }} />
          <span className={styles.bone} style={{ width: width * 1.4, height: 9, marginTop: 8 }} />
        </span>
        <span className={styles.bone} style={{ width: 30, height: 9 }} />
      </div>
    ))}
  </div>
)
