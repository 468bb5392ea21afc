/** The columns of the table of stations, in their order. */
import type { Translate } from '../../lib/i18n.ts'
import type { GridColumn } from '../../ui/grid/columns.ts'
import type { StationSort } from './station-facts.ts'

/** Least width (px), share of the rest, and which gives way first where room is short. */
const COLUMNS: readonly [id: StationSort, width: number, grow: number, yields: number][] = [
  ['name', 220, 2.2, 0],
  ['status', 170, 1.5, 1],
  ['map', 190, 2, 2],
  ['hears', 100, 0.8, 4],
  ['wifi', 130, 1.3, 5],
  ['firmware', 100, 0.9, 3],
  ['ip', 120, 1, 7],
  ['mac', 150, 1.2, 6],
]

export const stationColumns = (t: Translate): readonly GridColumn<StationSort>[] =>
  COLUMNS.map(([id, width, grow, yields]) => ({ id, label: t(`stations.column.${id}`), width, grow, yields }))

export const stationColumnIds: readonly StationSort[] = COLUMNS.map(([id]) => id)
