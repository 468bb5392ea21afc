/**
 * A table of very many rows: only those in sight exist. The grid has the focus and walks by keys, so that a row that
 * scrolls away takes no focus with it. Where there is little room each row becomes two lines. Design language §13.4.
 */
import { useElementSize } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type ComponentType,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Glyph } from '../glyph.tsx'
import type { RowMenuItem } from '../row-menu.tsx'
import type { RowsTouched } from '../use-held.ts'
import { fitting, type GridColumn } from './columns.ts'
import styles from './grid.module.css'
import { GridRow, type GridRowProps, type RowCalls } from './grid-row.tsx'
import { rowKeys } from './row-keys.ts'
import type { Ticks } from './ticks.ts'

const HEAD_HEIGHT = 34
const ROW_HEIGHT = 44
const NARROW_ROW_HEIGHT = 64
/** Below this width (px) rows have two lines. */
const NARROW_BELOW = 720
/** Room for the boxes, the menus and the edges. */
const FIXED_WIDTH = 104
const PAGE_OF_ROWS = 10

export interface GridSort<Id extends string> {
  readonly column: Id
  readonly isDescending: boolean
}

interface GridProps<Id extends string> {
  readonly label: string
  readonly columns: readonly GridColumn<Id>[]
  readonly count: number
  readonly idAt: (index: number) => string | undefined
  /** Its cells; wrapped in `memo`. */
  readonly Row: ComponentType<GridRowProps<Id>>
  /** What can be done with a row, behind its last cell; its name is said. */
  readonly menu:
    | { readonly label: (id: string) => string; readonly items: (id: string) => readonly RowMenuItem[] }
    | undefined
  readonly sort: GridSort<Id>
  readonly onSort: (column: Id) => void
  readonly tickLabels: { readonly all: string; readonly one: (id: string) => string }
  readonly ticks: Ticks
  /** False hides the boxes of narrow rows. */
  readonly showsTicks: boolean
  readonly openId: string | null
  readonly onOpen: (id: string) => void
  readonly onEscape: () => void
  /** Told while somebody is at the rows. */
  readonly touched: RowsTouched
}

export function Grid<Id extends string>(props: GridProps<Id>) {
  const { label, count, idAt, Row, menu, sort, onSort, tickLabels, ticks, showsTicks, openId, onOpen, touched } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: measured, width: laterWidth } = useElementSize()
  const [firstWidth, setFirstWidth] = useState(0)
  // Known before the first drawing, so that no column comes later than its rows.
  useLayoutEffect(() => setFirstWidth(scroller.current?.parentElement?.clientWidth ?? 0), [])
  const width = laterWidth || firstWidth
  const name = useId()
  const [cursorId, setCursorId] = useState<string | null>(openId)
  const isNarrow = width > 0 && width < NARROW_BELOW
  const columns = useMemo(() => fitting(props.columns, width - FIXED_WIDTH), [props.columns, width])
  const columnIds = useMemo(() => columns.map(({ id }) => id), [columns])
  const rowHeight = isNarrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT
  const headHeight = isNarrow ? 0 : HEAD_HEIGHT
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is the reason to measure
  useEffect(() => virtual.measure(), [rowHeight, headHeight])

  const indexOf = (id: string | null): number => {
    for (let at = 0; id !== null && at < count; at++) if (idAt(at) === id) return at
    return -1
  }
  // What is opened elsewhere, as by the address or by the details, comes into sight and is where the keys go on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that is only sorted again does not move
  useEffect(() => {
    if (openId === null) return
    setCursorId(openId)
    const index = indexOf(openId)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
  }, [openId])

  const goTo = (index: number) => {
    const at = Math.max(0, Math.min(count - 1, index))
    const id = idAt(at)
    if (id === undefined) return
    setCursorId(id)
    virtual.scrollToIndex(at, { align: 'auto' })
    if (openId !== null) onOpen(id)
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) {
      // From a row's button, as after its menu, the keys that walk lead back to the grid; all others are the button's.
      const isInRow = (event.target as Element).closest('[role="row"][aria-selected]') !== null
      if (!isInRow || !['ArrowDown', 'ArrowUp', 'Escape'].includes(event.key)) return
      scroller.current?.focus()
    }
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_OF_ROWS, PageUp: -PAGE_OF_ROWS }
    const by = steps[event.key]
    const at = indexOf(cursorId)
    if (by !== undefined) {
      goTo(at < 0 ? 0 : at + by)
      if (event.shiftKey && at >= 0) ticks.toggle(Math.max(0, Math.min(count - 1, at + by)), true)
    } else if (event.key === 'Home') goTo(0)
    else if (event.key === 'End') goTo(count - 1)
    else if (event.key === ' ' && at >= 0) ticks.toggle(at, event.shiftKey)
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) ticks.toggleAll()
    else if (event.key === 'Enter' && cursorId !== null && at >= 0) onOpen(cursorId)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      document.getElementById(`${name}-${at}`)?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click()
    } else if (event.key === 'Escape') props.onEscape()
    else return
    touched.hold('keys')
    event.preventDefault()
    event.stopPropagation()
  }

  // Rows are drawn again only for what changes in them: what they call stays the same.
  const latest = useRef({ ticks, onOpen, tickLabels, menu })
  latest.current = { ticks, onOpen, tickLabels, menu }
  const calls = useMemo<RowCalls>(
    () => ({
      tick: (index, isStretch) => latest.current.ticks.toggle(index, isStretch),
      open: (id) => {
        setCursorId(id)
        latest.current.onOpen(id)
      },
      tickLabel: (id) => latest.current.tickLabels.one(id),
      menuLabel: (id) => latest.current.menu?.label(id) ?? '',
      menuItems: (id) => latest.current.menu?.items(id) ?? [],
    }),
    [],
  )

  const rows = virtual.getVirtualItems()
  const keys = useRef<ReadonlyMap<string, number>>(new Map())
  keys.current = rowKeys(
    keys.current,
    rows.flatMap(({ index }) => idAt(index) ?? []),
  )
  const cursorRow = rows.find(({ index }) => idAt(index) === cursorId)
  const template = columns.map(({ width: least, grow }) => `minmax(${least}px, ${grow}fr)`).join(' ')
  return (
    <div ref={measured} className={styles.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows that do not exist until they are in sight are no HTML table */}
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={count + (isNarrow ? 0 : 1)}
        aria-multiselectable
        aria-activedescendant={cursorRow && `${name}-${cursorRow.index}`}
        tabIndex={0}
        className={styles.scroller}
        data-narrow={isNarrow || undefined}
        data-ticks={showsTicks || undefined}
        style={{ '--columns': template } as Record<string, string>}
        onKeyDown={pressed}
        onBlur={() => touched.leave('keys')}
        onFocus={(event) => {
          if (event.target === scroller.current && indexOf(cursorId) < 0) setCursorId(idAt(rows[0]?.index ?? 0) ?? null)
        }}
      >
        {!isNarrow && (
          // biome-ignore lint/a11y/useSemanticElements: part of the grid above
          <div role="rowgroup" className={styles.head}>
            {/* biome-ignore lint/a11y/useSemanticElements: the same */}
            {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus */}
            <div role="row" aria-rowindex={1} className={styles.cells}>
              {/* biome-ignore lint/a11y/useSemanticElements: the same */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: the same */}
              <div role="columnheader" className={styles.tick}>
                <AllBox label={tickLabels.all} ticks={ticks} />
              </div>
              {columns.map((column) => (
                <Head key={column.id} column={column} sort={sort} onSort={onSort} />
              ))}
            </div>
          </div>
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: the same */}
        <div
          role="rowgroup"
          className={styles.rows}
          style={{ height: virtual.getTotalSize() }}
          onPointerMove={() => touched.hold('pointer')}
          onPointerDown={() => touched.hold('pointer')}
          onPointerLeave={() => touched.leave('pointer')}
        >
          {rows.map(({ index, start, size }) => {
            const id = idAt(index)
            if (id === undefined) return null
            return (
              <GridRow
                key={keys.current.get(id)}
                elementId={`${name}-${index}`}
                id={id}
                index={index}
                top={start - headHeight}
                height={size}
                isTicked={ticks.ids.has(id)}
                isOpen={id === openId}
                isCursor={id === cursorId}
                hasMenu={menu !== undefined}
                columns={columnIds}
                isNarrow={isNarrow}
                hasTick={!isNarrow || showsTicks}
                Row={Row as ComponentType<GridRowProps<string>>}
                calls={calls}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface HeadProps<Id extends string> {
  readonly column: GridColumn<Id>
  readonly sort: GridSort<Id>
  readonly onSort: (column: Id) => void
}

function Head<Id extends string>({ column: { id, label }, sort, onSort }: HeadProps<Id>) {
  const isSorted = sort.column === id
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid
    // biome-ignore lint/a11y/useFocusableInteractive: its button is
    <div role="columnheader" aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}>
      <button type="button" className={styles.sort} data-sorted={isSorted || undefined} onClick={() => onSort(id)}>
        {label}
        {isSorted && <Glyph icon={sort.isDescending ? IconArrowUp : IconArrowDown} size={14} />}
      </button>
    </div>
  )
}

/** Half ticked while some are. */
function AllBox({ label, ticks }: { label: string; ticks: Ticks }) {
  const box = useRef<HTMLInputElement>(null)
  const isSome = ticks.ids.size > 0 && !ticks.isAll
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome
  }, [isSome])
  return (
    <input
      ref={box}
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={ticks.isAll}
      onChange={ticks.toggleAll}
    />
  )
}
