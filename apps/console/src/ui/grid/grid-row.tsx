/** A row of the grid: its box, its cells, its menu. */
import { IconDots } from '@tabler/icons-react'
import { type ComponentType, type MouseEvent, memo, type ReactNode, useState } from 'react'
import { Glyph } from '../glyph.tsx'
import { IconButton } from '../icon-button.tsx'
import { RowMenu, type RowMenuItem } from '../row-menu.tsx'
import styles from './grid.module.css'

export interface GridRowProps<Id extends string> {
  readonly id: string
  /** The cells to give, in this order; none where the row is narrow and lays itself out in one. */
  readonly columns: readonly Id[]
  readonly isNarrow: boolean
}

/** What rows call; the same object as long as the grid stands. */
export interface RowCalls {
  tick(index: number, isStretch: boolean): void
  open(id: string): void
  tickLabel(id: string): string
  menuLabel(id: string): string
  menuItems(id: string): readonly RowMenuItem[]
}

interface RowProps extends GridRowProps<string> {
  readonly elementId: string
  readonly index: number
  readonly top: number
  readonly height: number
  readonly isTicked: boolean
  readonly isOpen: boolean
  readonly isCursor: boolean
  readonly hasMenu: boolean
  readonly hasTick: boolean
  readonly Row: ComponentType<GridRowProps<string>>
  readonly calls: RowCalls
}

export const GridRow = memo(function GridRow({ elementId, id, index, top, height, Row, calls, ...row }: RowProps) {
  const clicked = (event: MouseEvent) => {
    if ((event.target as Element).closest('button, a, input')) return
    // Shift selects rows here, not their text.
    if (event.shiftKey) {
      window.getSelection()?.removeAllRanges()
      calls.tick(index, true)
    } else calls.open(id)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys belong to the grid, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the grid points to it by aria-activedescendant
    <div
      id={elementId}
      role="row"
      aria-rowindex={index + (row.isNarrow ? 1 : 2)}
      aria-selected={row.isTicked}
      className={`${styles.row} ${styles.cells}`}
      data-ticked={row.isTicked || undefined}
      data-open={row.isOpen || undefined}
      data-cursor={row.isCursor || undefined}
      style={{ height, transform: `translateY(${top}px)` }}
      onClick={clicked}
    >
      {row.hasTick && (
        <Cell className={styles.tick}>
          <input
            type="checkbox"
            className={styles.box}
            tabIndex={-1}
            aria-label={calls.tickLabel(id)}
            checked={row.isTicked}
            onChange={(event) => calls.tick(index, (event.nativeEvent as unknown as PointerEvent).shiftKey === true)}
          />
        </Cell>
      )}
      <Row id={id} columns={row.columns} isNarrow={row.isNarrow} />
      {row.hasMenu && !row.isNarrow && (
        <Cell className={styles.menu}>
          {/* The row may show another device by now; a menu belongs to one. */}
          <MenuButton key={id} id={id} calls={calls} />
        </Cell>
      )}
    </div>
  )
})

/** The menu itself is made when it is asked for: a hundred of them would cost more than all the rest of the rows. */
function MenuButton({ id, calls }: { id: string; calls: RowCalls }) {
  const [isAsked, setIsAsked] = useState(false)
  const label = calls.menuLabel(id)
  if (isAsked) return <RowMenu isOpenAtFirst label={label} items={calls.menuItems(id)} />
  return (
    <IconButton tabIndex={-1} aria-haspopup="menu" label={label} onClick={() => setIsAsked(true)}>
      <Glyph icon={IconDots} />
    </IconButton>
  )
}

interface CellProps {
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** One cell of a row. */
export const Cell = ({ className, children }: CellProps) => (
  // biome-ignore lint/a11y/useSemanticElements: part of the grid
  // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
  <div role="gridcell" className={className ?? styles.cell}>
    {children}
  </div>
)
