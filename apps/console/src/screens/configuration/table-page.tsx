/**
 * A page that is one long table: tools above, the rows or why there are none, how many below, and over them what can be done
 * with those that are ticked. Design language §13.4.
 */
import { type ComponentType, type ReactNode, useMemo } from 'react'
import type { LiveStatus } from '../../features/live/live-store.ts'
import { useT } from '../../lib/i18n.ts'
import { type BatchAction, BatchBar } from '../../ui/batch-bar.tsx'
import type { GridColumn } from '../../ui/grid/columns.ts'
import { Grid, type GridSort } from '../../ui/grid/grid.tsx'
import type { GridRowProps } from '../../ui/grid/grid-row.tsx'
import type { Ticks } from '../../ui/grid/ticks.ts'
import type { RowsTouched } from '../../ui/use-held.ts'
import { NoRows } from './no-rows.tsx'
import type { SlotList } from './slot-list.ts'
import styles from './table-page.module.css'

/** What a table shows, by which search and in which order. */
export interface TableList<Column extends string> extends SlotList {
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly sort: GridSort<Column>
  readonly setSort: (sort: GridSort<Column>) => void
  /** While somebody is at the rows, they keep their order. */
  readonly touched: RowsTouched
}

interface TablePageProps<Column extends string> {
  readonly label: string
  readonly tools: ReactNode
  readonly list: TableList<Column>
  readonly ticks: Ticks
  readonly columns: readonly GridColumn<Column>[]
  /** Its cells; wrapped in `memo`. */
  readonly Row: ComponentType<GridRowProps<Column>>
  readonly nameOf: (id: string) => string
  readonly actionsFor: (ids: readonly string[]) => readonly BatchAction[]
  /** What can be done with one row, behind its last cell; undefined: nothing. */
  readonly menuFor: ((id: string) => readonly BatchAction[]) | undefined
  /** Rows can be ticked where they are narrow. */
  readonly isTicking: boolean
  /** How far the list of the server is. */
  readonly status: LiveStatus['devices' | 'stations']
  /** How many there are before anything narrows them. */
  readonly all: number
  /** How many are shown, in words. */
  readonly count: string
  /** Something else than a search narrows the table. */
  readonly isFiltered: boolean
  /** Makes an end of whatever else narrows it. */
  readonly onClearFilters: () => void
  /** Said where there is nothing at all. */
  readonly none: { readonly title: string; readonly hint: string; readonly action?: ReactNode }
  readonly openId: string | null
  readonly onOpen: (id: string | null) => void
}

export function TablePage<Column extends string>(props: TablePageProps<Column>) {
  const { list, ticks, nameOf, actionsFor, all, openId, onOpen } = props
  const t = useT()
  const { size } = ticks.ids
  const tickedIds = useMemo(() => [...ticks.ids], [ticks.ids])
  return (
    <div className={styles.page}>
      <div className={styles.tools}>{props.tools}</div>
      <div className={styles.table}>
        {props.status === 'loading' && all === 0 ? (
          <Skeleton label={t('list.loading')} />
        ) : list.count === 0 ? (
          <NoRows
            isFailed={all === 0 && props.status === 'failed'}
            search={list.search}
            isFiltered={props.isFiltered}
            onClear={() => {
              list.setSearch('')
              props.onClearFilters()
            }}
            {...props.none}
          />
        ) : (
          <Grid<Column>
            label={props.label}
            columns={props.columns}
            count={list.count}
            idAt={list.idAt}
            Row={props.Row}
            menu={
              props.menuFor
                ? { label: (id) => t('grid.actionsOf', { name: nameOf(id) }), items: props.menuFor }
                : undefined
            }
            sort={list.sort}
            onSort={(column) =>
              list.setSort({ column, isDescending: column === list.sort.column && !list.sort.isDescending })
            }
            tickLabels={{ all: t('grid.tickAll'), one: (id) => t('grid.tick', { name: nameOf(id) }) }}
            ticks={ticks}
            showsTicks={props.isTicking || size > 0}
            openId={openId}
            onOpen={onOpen}
            touched={list.touched}
            onEscape={() => (openId === null ? ticks.clear() : onOpen(null))}
          />
        )}
        {size > 0 && (
          <BatchBar
            label={t('grid.batch')}
            count={t('grid.selected', { count: size })}
            actions={actionsFor(tickedIds)}
            clearLabel={t('grid.clearSelection')}
            onClear={ticks.clear}
          />
        )}
      </div>
      <footer className={`${styles.foot} wb-num`}>
        <span>{size > 0 && t('grid.selectedOf', { count: size, all })}</span>
        <span role="status">{props.count}</span>
      </footer>
    </div>
  )
}

/** The table before its rows: the frame stands, so nothing jumps when they come. */
const Skeleton = ({ label }: { label: string }) => (
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
