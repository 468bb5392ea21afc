/** What the map shows, as this browser keeps it. Source: specification §4 Other: display toggles are saved locally. */
import { SORTS, type Sort } from '../../features/live/listing.ts'
import { inThisBrowser, record, type Stored, stored } from '../../lib/storage.ts'
import { createStore, type Store } from '../../lib/store.ts'

export const TOGGLES = ['list', 'trackers', 'stations', 'names', 'classes', 'notifications'] as const
export type Toggle = (typeof TOGGLES)[number]

export interface Display extends Readonly<Record<Toggle, boolean>> {
  /** Class slots hidden on the map; -1: devices without a class. */
  readonly hiddenClasses: readonly number[]
  readonly sort: Sort
  /** The floor plan this browser opens with; '' for the whole site. */
  readonly homeMapId: string
}

export const USUAL_DISPLAY: Display = {
  list: true,
  trackers: true,
  stations: true,
  names: true,
  classes: false,
  notifications: false,
  hiddenClasses: [],
  sort: 'state',
  homeMapId: '',
}

/** Takes over what is sound and keeps the usual for the rest; undefined for what is no display at all. */
export function checkDisplay(value: unknown): Display | undefined {
  const given = record(value)
  if (given === undefined) return undefined
  const toggles = TOGGLES.map((name) => [
    name,
    typeof given[name] === 'boolean' ? given[name] : USUAL_DISPLAY[name],
  ]) as [Toggle, boolean][]
  const hidden = Array.isArray(given.hiddenClasses) ? given.hiddenClasses : []
  return {
    ...(Object.fromEntries(toggles) as Record<Toggle, boolean>),
    hiddenClasses: hidden.filter((index) => Number.isInteger(index) && index >= -1 && index < 10),
    sort: SORTS.find((sort) => sort === given.sort) ?? USUAL_DISPLAY.sort,
    homeMapId: typeof given.homeMapId === 'string' ? given.homeMapId : USUAL_DISPLAY.homeMapId,
  }
}

/** A display that is written back at each change. */
export function keptDisplay(keep: Pick<Stored<Display>, 'read' | 'write'>): Store<Display> {
  const store = createStore<Display>(keep.read() ?? USUAL_DISPLAY)
  return {
    ...store,
    set(display) {
      store.set(display)
      keep.write(display)
    },
  }
}

export const display = keptDisplay(stored<Display>(inThisBrowser, 'mapDisplay', checkDisplay))

export const changeDisplay = (change: Partial<Display>): void => display.set({ ...display.get(), ...change })
export const flip = (toggle: Toggle): void => changeDisplay({ [toggle]: !display.get()[toggle] })
