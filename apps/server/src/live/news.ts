/** Changes of one account that consoles are told together a moment later; later ones win. */
import type { ListName } from '@whereabouts/contract/lists'
import type { StationDelta, TrackerDelta } from '@whereabouts/contract/stream'
import type { Batch, DeviceIds } from './batch.ts'

type Some = Partial<DeviceIds>

interface Ids {
  readonly devices: Set<string>
  readonly stations: Set<string>
}

const noIds = (): Ids => ({ devices: new Set(), stations: new Set() })
const listed = ({ devices, stations }: Ids): DeviceIds => ({ device_ids: [...devices], t4_ids: [...stations] })

export class News {
  readonly #trackers = new Map<string, TrackerDelta>()
  readonly #stations = new Map<string, StationDelta>()
  readonly #lists = new Set<ListName>()
  readonly #gone = noIds()
  readonly #came = noIds()
  isResync = false
  isEdited = false

  /** Merges a tracker's changed fields. Ignored where it is gone: a report in progress does not bring it back. */
  trackerChanged(delta: TrackerDelta): void {
    if (this.#gone.devices.has(delta.device_id)) return
    this.#trackers.set(delta.device_id, { ...this.#trackers.get(delta.device_id), ...delta })
  }

  /** The same of a station. */
  stationChanged(delta: StationDelta): void {
    if (this.#gone.stations.has(delta.t4_id)) return
    this.#stations.set(delta.t4_id, { ...this.#stations.get(delta.t4_id), ...delta })
  }

  /** Devices that exist again. */
  came({ device_ids = [], t4_ids = [] }: Some): void {
    for (const id of device_ids) {
      this.#gone.devices.delete(id)
      this.#came.devices.add(id)
    }
    for (const id of t4_ids) {
      this.#gone.stations.delete(id)
      this.#came.stations.add(id)
    }
  }

  /** Devices that are gone; their pending changes are dropped. */
  gone({ device_ids = [], t4_ids = [] }: Some): void {
    for (const id of device_ids) {
      this.#trackers.delete(id)
      this.#came.devices.delete(id)
      this.#gone.devices.add(id)
    }
    for (const id of t4_ids) {
      this.#stations.delete(id)
      this.#came.stations.delete(id)
      this.#gone.stations.add(id)
    }
  }

  listChanged(name: ListName): void {
    this.#lists.add(name)
  }

  /** Adds what was gathered elsewhere. */
  add(batch: Batch): void {
    this.isResync ||= batch.isResync
    this.isEdited ||= batch.isEdited
    this.gone(batch.gone)
    this.came(batch.came)
    for (const delta of batch.trackers) this.trackerChanged(delta)
    for (const delta of batch.stations) this.stationChanged(delta)
    for (const name of batch.lists) this.listChanged(name)
  }

  get hasTrackers(): boolean {
    return this.#trackers.size > 0
  }

  /** All of it. */
  batch(): Batch {
    return {
      isResync: this.isResync,
      isEdited: this.isEdited,
      came: listed(this.#came),
      gone: listed(this.#gone),
      trackers: [...this.#trackers.values()],
      stations: [...this.#stations.values()],
      lists: [...this.#lists],
    }
  }
}
