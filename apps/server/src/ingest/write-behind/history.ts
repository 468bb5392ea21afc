/**
 * What applied reports add to the history, until it is written: stays that ended, and places at which trackers were shown.
 * Source: decision 0038.
 */
import type { DeviceKey } from '../../state/device-key.ts'
import type { OpenStay } from '../../state/open-stay.ts'
import type { TrackerState } from '../../state/tracker-state.ts'

/** A position is stored again after a move of this much: on a plan with a scale (m), on one without (pixels), outdoors (m). */
const MOVED_METRES = 1
const MOVED_PIXELS = 10
const MOVED_METRES_OUTDOORS = 10
const METRES_PER_DEGREE = 111_320

export interface EndedStay extends DeviceKey {
  readonly stay: OpenStay
}

/** A tracker as it was shown at a time (epoch ms). */
export interface ShownPosition extends DeviceKey {
  at_ms: number
  connected: boolean | null
  moving: boolean
  reason_code: number | null
  sender_id: string | null
  map_id: string | null
  indoor_X: number | null
  indoor_Y: number | null
  gps_latitude: number | null
  gps_longitude: number | null
  accuracy: number | null
  battery: number | null
}

/** Steps of a day (YYYY-MM-DD) so far. */
export interface StepCount extends DeviceKey {
  readonly day: string
  readonly count: number
}

interface Shown extends DeviceKey {
  /** Where it was shown last, of what was written. */
  position: ShownPosition | undefined
  /** Where it is shown now, to be written; undefined: as before. A row is made of it when it is written, since many follow each other. */
  waiting: TrackerState | undefined
}

/** What waits to be written. */
export interface HistoryRows {
  readonly stays: readonly EndedStay[]
  readonly positions: readonly ShownPosition[]
  readonly steps: readonly StepCount[]
}

export class History {
  #stays: EndedStay[] = []
  #waiting: Shown[] = []
  /** Those that could not be written; a later place of the same tracker takes nothing from them. */
  #unwritten: ShownPosition[] = []
  /** By account, device and day. */
  #steps = new Map<string, StepCount>()
  /** By account and device. */
  readonly #shown = new Map<string, Map<string, Shown>>()

  endStays({ account_id, id }: DeviceKey, ended: readonly OpenStay[]): void {
    for (const stay of ended) this.#stays.push({ account_id, id, stay })
  }

  /** Notes the steps of a day, which replace what was noted of it. */
  countSteps(steps: StepCount): void {
    this.#steps.set(`${steps.account_id} ${steps.id} ${steps.day}`, steps)
  }

  /** Notes where a tracker is shown now; `metresPerPixel` is the scale of its plan, null where it is unknown. */
  show({ account_id, id }: DeviceKey, state: TrackerState, metresPerPixel: number | null): void {
    let account = this.#shown.get(account_id)
    if (account === undefined) {
      account = new Map()
      this.#shown.set(account_id, account)
    }
    let shown = account.get(id)
    if (shown === undefined) {
      shown = { account_id, id, position: undefined, waiting: undefined }
      account.set(id, shown)
    }
    if (shown.waiting !== undefined) shown.waiting = state
    else if (shown.position === undefined || isShownAnew(shown.position, state, metresPerPixel)) {
      shown.waiting = state
      this.#waiting.push(shown)
    }
  }

  /** What waits, which counts as written from now on; `putBack` returns what could not be. */
  take(): HistoryRows {
    const positions = this.#waiting.map((shown) => {
      const position = positionOf(shown, shown.waiting!)
      Object.assign(shown, { position, waiting: undefined })
      return position
    })
    const rows = { stays: this.#stays, positions: [...this.#unwritten, ...positions], steps: [...this.#steps.values()] }
    this.#unwritten = []
    this.#stays = []
    this.#waiting = []
    this.#steps = new Map()
    return rows
  }

  putBack({ stays, positions, steps }: HistoryRows): void {
    const later = [...this.#steps.values()]
    this.#steps = new Map()
    for (const one of [...steps, ...later]) this.countSteps(one)
    this.#stays = [...stays, ...this.#stays]
    this.#unwritten = [...positions]
  }

  /** What was shown of these devices is forgotten: nothing that waits is written, and their next places are new. */
  forget(accountId: string, ids: readonly string[]): void {
    const account = this.#shown.get(accountId)
    for (const id of ids) account?.delete(id)
    const isGone = (one: DeviceKey) => one.account_id === accountId && ids.includes(one.id)
    this.#stays = this.#stays.filter((one) => !isGone(one))
    this.#waiting = this.#waiting.filter((one) => !isGone(one))
    this.#unwritten = this.#unwritten.filter((one) => !isGone(one))
  }

  /** Drops accounts as they are. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const accountId of this.#shown.keys()) if (isTheirs(accountId)) this.#shown.delete(accountId)
    const isOthers = (one: DeviceKey) => !isTheirs(one.account_id)
    this.#stays = this.#stays.filter(isOthers)
    this.#waiting = this.#waiting.filter(isOthers)
    this.#unwritten = this.#unwritten.filter(isOthers)
    this.#steps = new Map([...this.#steps].filter(([, one]) => isOthers(one)))
  }
}

const positionOf = ({ account_id, id }: DeviceKey, state: TrackerState): ShownPosition => ({
  account_id,
  id,
  at_ms: state.last_seen_ms,
  connected: state.said_connected,
  moving: state.moving,
  reason_code: state.reason_code,
  sender_id: state.sender_id,
  map_id: state.map_id,
  indoor_X: state.indoor_X,
  indoor_Y: state.indoor_Y,
  gps_latitude: state.gps_latitude,
  gps_longitude: state.gps_longitude,
  accuracy: state.accuracy,
  battery: state.battery,
})

function isShownAnew(last: ShownPosition, state: TrackerState, metresPerPixel: number | null): boolean {
  if (
    state.map_id !== last.map_id ||
    state.reason_code !== last.reason_code ||
    state.said_connected !== last.connected ||
    state.sender_id !== last.sender_id
  )
    return true
  if (state.map_id !== null) {
    const pixels = Math.hypot(
      (state.indoor_X ?? 0) - (last.indoor_X ?? 0),
      (state.indoor_Y ?? 0) - (last.indoor_Y ?? 0),
    )
    return metresPerPixel === null ? pixels >= MOVED_PIXELS : pixels * metresPerPixel >= MOVED_METRES
  }
  const north = (state.gps_latitude ?? 0) - (last.gps_latitude ?? 0)
  const east =
    ((state.gps_longitude ?? 0) - (last.gps_longitude ?? 0)) * Math.cos(((last.gps_latitude ?? 0) * Math.PI) / 180)
  return Math.hypot(north, east) * METRES_PER_DEGREE >= MOVED_METRES_OUTDOORS
}
