/**
 * The frame and head of a table; its rows are the children, with the classes of table.module.css on their cells. Where
 * it has little room, each row becomes two lines. Source: design language §5, §12.
 */
import type { ReactNode } from 'react'
import styles from './table.module.css'

interface Column {
  readonly label: string
  /** Cells of a row the label stands over; 1 unless told. */
  readonly span?: number
  /** The label is for screen readers only, as the cells need none. */
  readonly isLabelHidden?: boolean
}

interface TableProps {
  readonly columns: readonly Column[]
  /** Rows of 54 px, for a few things with a line below their name; 44 px otherwise. */
  readonly isTall?: boolean
  readonly children: ReactNode
}

export const Table = ({ columns, isTall, children }: TableProps) => (
  <div className={styles.frame}>
    <table className={styles.table} data-tall={isTall || undefined}>
      <thead>
        <tr>
          {columns.map(({ label, span = 1, isLabelHidden }) => (
            <th key={label} colSpan={span} scope={span === 1 ? 'col' : 'colgroup'}>
              {isLabelHidden ? <span className="wb-visually-hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
