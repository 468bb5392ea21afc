/** Pending events of one account's consoles: coalesced until they are sent, and serialised once for all who may see them. */
import type { ListName } from '@whereabouts/contract/lists'
import type { StationDelta, StreamEvent, TrackerDelta } from '@whereabouts/contract/stream'
import { withoutRemarks } from '../features/trackers/present.ts'

/** What a console may see. */
export interface Audience {
  readonly seesStations: boolean
  readonly seesRemarks: boolean
}

/** An event without an id leaves the console's last one as it is. */
export const toEventText = ({ event, id, data }: StreamEvent): string =>
  `event: ${event}\n${id === '' ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

export class News {
  readonly #trackers = new Map<string, TrackerDelta>()
  readonly #stations = new Map<string, StationDelta>()
  readonly #goneDevices = new Set<string>()
  readonly #goneStations = new Set<string>()
  readonly #lists = new Set<ListName>()

  /** Merges a tracker's changed fields; later ones win. False where it is gone: a report in progress does not bring it back. */
  trackerChanged(delta: TrackerDelta): boolean {
    if (this.#goneDevices.has(delta.device_id)) return false
    this.#trackers.set(delta.device_id, { ...this.#trackers.get(delta.device_id), ...delta })
    return true
  }

  /** The same of a station. */
  stationChanged(delta: StationDelta): boolean {
    if (this.#goneStations.has(delta.t4_id)) return false
    this.#stations.set(delta.t4_id, { ...this.#stations.get(delta.t4_id), ...delta })
    return true
  }

  /** Devices that exist again. */
  came({ device_id, t4_id }: { device_id?: string; t4_id?: string }): void {
    if (device_id !== undefined) this.#goneDevices.delete(device_id)
    if (t4_id !== undefined) this.#goneStations.delete(t4_id)
  }

  /** Devices that are gone; their pending changes are dropped. */
  gone({ device_ids = [], t4_ids = [] }: { device_ids?: readonly string[]; t4_ids?: readonly string[] }): void {
    for (const id of device_ids) {
      this.#trackers.delete(id)
      this.#goneDevices.add(id)
    }
    for (const id of t4_ids) {
      this.#stations.delete(id)
      this.#goneStations.add(id)
    }
  }

  listChanged(name: ListName): void {
    this.#lists.add(name)
  }

  get hasTrackers(): boolean {
    return this.#trackers.size > 0
  }

  /** Takes everything out: texts of events under that id, by who may see them; undefined for those who may not. */
  take(id: string): ((audience: Audience) => string | undefined)[] {
    const texts = [this.#takeGone(id), this.#takeTrackers(id), this.#takeStations(id), this.#takeLists(id)]
    return texts.filter((text) => text !== undefined)
  }

  #takeGone(id: string) {
    if (this.#goneDevices.size + this.#goneStations.size === 0) return undefined
    const data = { device_ids: [...this.#goneDevices], t4_ids: [...this.#goneStations] }
    this.#goneDevices.clear()
    this.#goneStations.clear()
    const text = toEventText({ event: 'gone', id, data })
    const withoutStations = toEventText({ event: 'gone', id, data: { ...data, t4_ids: [] } })
    return ({ seesStations }: Audience) => (seesStations ? text : withoutStations)
  }

  #takeTrackers(id: string) {
    if (this.#trackers.size === 0) return undefined
    const trackers = [...this.#trackers.values()]
    this.#trackers.clear()
    const text = toEventText({ event: 'trackers', id, data: { trackers } })
    const remarkless = trackers.some((tracker) => tracker.remark !== undefined)
      ? toEventText({ event: 'trackers', id, data: { trackers: trackers.map(withoutRemarks) } })
      : text
    return ({ seesRemarks }: Audience) => (seesRemarks ? text : remarkless)
  }

  #takeStations(id: string) {
    if (this.#stations.size === 0) return undefined
    const text = toEventText({ event: 'stations', id, data: { stations: [...this.#stations.values()] } })
    this.#stations.clear()
    return ({ seesStations }: Audience) => (seesStations ? text : undefined)
  }

  #takeLists(id: string) {
    if (this.#lists.size === 0) return undefined
    const text = toEventText({ event: 'lists', id, data: { changed: [...this.#lists] } })
    this.#lists.clear()
    return () => text
  }
}
