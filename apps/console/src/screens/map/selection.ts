/** What is selected, as the address says it, so that a colleague can open it. Source: specification §4 (one at a time). */
import type { MapSearch } from '../../lib/paths.ts'

export const LIST_TABS = ['devices', 'stations', 'maps'] as const
export type ListTab = (typeof LIST_TABS)[number]

export interface Selection {
  readonly kind: 'device' | 'station' | 'map'
  readonly id: string
}

export interface MapAddress {
  readonly tab: ListTab
  /** A device, a station or a map, never two of them: choosing one clears the others. */
  readonly selection: Selection | null
}

/** Reads the address. Where it names several things, the device counts, then the station. */
export function readAddress(search: MapSearch): MapAddress {
  const tab = LIST_TABS.find((each) => each === search.list) ?? 'devices'
  for (const kind of ['device', 'station', 'map'] as const) {
    const id = search[kind]
    if (id !== undefined && id !== '') return { tab, selection: { kind, id } }
  }
  return { tab, selection: null }
}

/** Writes the address; what is as usual is left out. */
export function writeAddress({ tab, selection }: MapAddress): MapSearch {
  return {
    ...(tab === 'devices' ? {} : { list: tab }),
    ...(selection === null ? {} : { [selection.kind]: selection.id }),
  }
}
