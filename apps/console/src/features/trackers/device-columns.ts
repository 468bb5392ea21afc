/** The columns of the table of devices: which there are, which are shown, kept in this browser. */
import type { Translate } from '../../lib/i18n.ts'
import { inThisBrowser, type Stored, stored } from '../../lib/storage.ts'
import { createStore, type Store } from '../../lib/store.ts'
import type { GridColumn } from '../../ui/grid/columns.ts'
import { DEVICE_SORTS, type DeviceSort } from './device-facts.ts'

/** In their order: least width (px), share of the rest, and which gives way first where room is short. */
const COLUMNS: readonly [id: DeviceSort, width: number, grow: number, yields: number][] = [
  ['name', 210, 2.2, 0],
  ['class', 130, 2, 4],
  ['status', 200, 2, 1],
  ['location', 180, 2.6, 6],
  ['battery', 96, 0.9, 2],
  ['signal', 108, 1, 3],
  ['firmware', 130, 1.3, 5],
  ['model', 150, 1.4, 7],
  ['lastSeen', 150, 1.2, 8],
  ['added', 110, 1, 9],
  ['id', 160, 1.4, 10],
  ['serial', 150, 1.4, 11],
  ['mac', 150, 1.3, 12],
]
const USUAL: readonly DeviceSort[] = ['name', 'class', 'status', 'location', 'battery', 'signal', 'firmware']
/** Without them a row says neither what it is nor how it is. */
export const FIXED_COLUMNS: readonly DeviceSort[] = ['name', 'status']

/** Columns that exist, with the fixed ones; undefined for what is no choice. */
export function checkColumns(value: unknown): readonly DeviceSort[] | undefined {
  if (!Array.isArray(value)) return undefined
  return DEVICE_SORTS.filter((column) => value.includes(column) || FIXED_COLUMNS.includes(column))
}

/** A choice that is written back at each change. */
export function keptColumns(keep: Pick<Stored<readonly DeviceSort[]>, 'read' | 'write'>): Store<readonly DeviceSort[]> {
  const store = createStore(keep.read() ?? USUAL)
  return {
    ...store,
    set(columns) {
      store.set(columns)
      keep.write(columns)
    },
  }
}

export const deviceColumns = keptColumns(stored(inThisBrowser, 'deviceColumns', checkColumns))

export const columnIds: readonly DeviceSort[] = COLUMNS.map(([id]) => id)

export const columnsOf = (t: Translate, chosen: readonly DeviceSort[]): readonly GridColumn<DeviceSort>[] =>
  COLUMNS.filter(([id]) => chosen.includes(id)).map(([id, width, grow, yields]) => ({
    id,
    label: t(`devices.column.${id}`),
    width,
    grow,
    yields,
  }))
