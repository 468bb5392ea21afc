/** Changes of one account that consoles are told together, and their texts. */
import type { ListName } from '@whereabouts/contract/lists'
import type { StationDelta, StreamEvent, TrackerDelta } from '@whereabouts/contract/stream'
import { withoutRemarks } from '../features/trackers/present.ts'

/** Trackers and stations by their ids. */
export interface DeviceIds {
  readonly device_ids: readonly string[]
  readonly t4_ids: readonly string[]
}

export interface Batch {
  /** Consoles load all lists again. */
  readonly isResync: boolean
  /** People made some of it: a console that was away meanwhile loads its lists again. */
  readonly isEdited: boolean
  /** Devices that exist again, for who remembers that they were gone. */
  readonly came: DeviceIds
  readonly gone: DeviceIds
  readonly trackers: readonly TrackerDelta[]
  readonly stations: readonly StationDelta[]
  /** Lists to load again. */
  readonly lists: readonly ListName[]
}

export const NO_DEVICES: DeviceIds = { device_ids: [], t4_ids: [] }
const NOTHING: Batch = {
  isResync: false,
  isEdited: false,
  came: NO_DEVICES,
  gone: NO_DEVICES,
  trackers: [],
  stations: [],
  lists: [],
}
export const RESYNC: Batch = { ...NOTHING, isResync: true }

/** What a console may see. */
export interface Audience {
  readonly seesStations: boolean
  readonly seesRemarks: boolean
}

/** The text of an event for a console; undefined where it may not see it. */
export type TextFor = (audience: Audience) => string | undefined

/** An event without an id leaves the console's last one as it is. */
export const toEventText = ({ event, id, data }: StreamEvent): string =>
  `event: ${event}\n${id === '' ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** The events of a batch under that id, each serialised once for all consoles that may see the same. */
export function textsOf(batch: Batch, id: string): TextFor[] {
  if (batch.isResync) return [() => toEventText({ event: 'resync', id, data: {} })]
  return [goneText(batch, id), trackersText(batch, id), stationsText(batch, id), listsText(batch, id)].filter(
    (text) => text !== undefined,
  )
}

function goneText({ gone }: Batch, id: string): TextFor | undefined {
  if (gone.device_ids.length + gone.t4_ids.length === 0) return undefined
  const data = { device_ids: [...gone.device_ids], t4_ids: [...gone.t4_ids] }
  const text = toEventText({ event: 'gone', id, data })
  const withoutStations = toEventText({ event: 'gone', id, data: { ...data, t4_ids: [] } })
  return ({ seesStations }) => (seesStations ? text : withoutStations)
}

function trackersText({ trackers }: Batch, id: string): TextFor | undefined {
  if (trackers.length === 0) return undefined
  const textOf = (seen: readonly TrackerDelta[]) =>
    toEventText({ event: 'trackers', id, data: { trackers: [...seen] } })
  const text = textOf(trackers)
  const remarkless = trackers.some(({ remark }) => remark !== undefined) ? textOf(trackers.map(withoutRemarks)) : text
  return ({ seesRemarks }) => (seesRemarks ? text : remarkless)
}

function stationsText({ stations }: Batch, id: string): TextFor | undefined {
  if (stations.length === 0) return undefined
  const text = toEventText({ event: 'stations', id, data: { stations: [...stations] } })
  return ({ seesStations }) => (seesStations ? text : undefined)
}

function listsText({ lists }: Batch, id: string): TextFor | undefined {
  if (lists.length === 0) return undefined
  const text = toEventText({ event: 'lists', id, data: { changed: [...lists] } })
  return () => text
}
