/** The frame of a page that is one long table: tools above, a count below, what is ticked over it. Mockups 04. */
import type { ReactNode } from 'react'
import styles from './table-page.module.css'

interface TablePageProps {
  readonly tools: ReactNode
  readonly children: ReactNode
  readonly batchBar: ReactNode
  readonly selected: string | undefined
  readonly count: string
}

export const TablePage = ({ tools, children, batchBar, selected, count }: TablePageProps) => (
  <div className={styles.page}>
    <div className={styles.tools}>{tools}</div>
    <div className={styles.table}>
      {children}
      {batchBar}
    </div>
    <footer className={`${styles.foot} wb-num`}>
      <span>{selected}</span>
      <span role="status">{count}</span>
    </footer>
  </div>
)

/** The table before its rows: the frame stands, so nothing jumps when they come. */
export const TableSkeleton = ({ label }: { label: string }) => (
  <div className={styles.skeleton} role="status" aria-label={label}>
    {WIDTHS.map((width) => (
      <div key={width}>
        <i style={{ width: 16, height: 16 }} />
        <i style={{ width: 24, height: 24, borderRadius: '50%' }} />
        <i style={{ width, height: 10 }} />
        <i style={{ width: 90, height: 10, marginLeft: 'auto' }} />
        <i style={{ width: 120, height: 10 }} />
      </div>
    ))}
  </div>
)

/** All different, as names are. */
const WIDTHS = [142, 125, 156, 129, 174, 118, 166, 152, 161, 134, 145, 122, 169, 149, 138]
