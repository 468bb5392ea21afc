/** What ingest writes of the past of trackers. Source: decision 0086. */
import type { DeviceKey } from '../../state/device-key.ts'
import type { OpenStay, OpenVisit, PastPosition, PastStay, PastVisit } from '../../state/open-past.ts'
import type { TrackerState } from '../../state/tracker-state.ts'
import type { StoredSightings } from './stored-sightings.ts'

/** What reports added to the past. */
export interface PastEvents {
  readonly stays: PastStay[]
  readonly positions: PastPosition[]
  readonly visits: PastVisit[]
  /** By local day (YYYY-MM-DD), the steps so far. */
  readonly steps: ReadonlyMap<string, number>
}

/** What of a position tells whether the next one is another. */
export type LastShown = Pick<
  TrackerState,
  'said_connected' | 'reason_code' | 'sender_id' | 'map_id' | 'indoor_X' | 'indoor_Y' | 'gps_latitude' | 'gps_longitude'
>

/** The reading of a step counter: when it was (epoch ms), and the steps of its local day (YYYY-MM-DD) so far. Source: G71. */
export interface StepMemory {
  readonly at_ms: number
  readonly reading: number
  readonly day: string
  readonly count: number
}

/** What the next report goes on from. */
export interface PastState {
  /** Where the last report placed it; `updated_at_ms` is when that was received. Undefined: there was none. */
  readonly place: TrackerState | undefined
  readonly stay: OpenStay | null
  readonly visits: readonly OpenVisit[]
  /** The last position that was stored; undefined: none. */
  readonly shown: LastShown | undefined
  /** Since when (epoch ms) another position waits for reports that belong to it; null: none does. */
  readonly waitingMs: number | null
  /** Null: it counts no steps. */
  readonly steps: StepMemory | null
}

/** The same in its stored form. */
export interface StoredState {
  readonly place: readonly unknown[] | null
  readonly sightings: StoredSightings
  readonly shown: readonly unknown[] | null
  readonly waiting: number | null
  readonly stay: OpenStay | null
  readonly visits: readonly OpenVisit[]
  readonly steps: StepMemory | null
}

/** A tracker's past as its hot row has it. */
export interface StoredPast {
  /** For readers: what goes on, and what ended or was shown by the reports that wait. */
  readonly stays: readonly PastStay[]
  readonly visits: readonly PastVisit[]
  readonly positions: readonly PastPosition[]
  /** Undefined: as an older version left it. */
  readonly state?: StoredState
  /** The position in the log of the last report that was taken in or waits, and those of the ones that wait. */
  readonly order?: number
  readonly left?: readonly number[]
  /** Reports since a state was stored. */
  readonly rows?: number
  /** Of an older version. */
  readonly steps?: StepMemory
}

/** Reports that came after the past of their time was written. */
export interface LateSpan {
  /** By their own times (epoch ms). */
  readonly from_ms: number
  readonly until_ms: number
  readonly reports: number
  /** When the first of them came (epoch ms). */
  readonly since_ms: number
}

/** A state to go on from, as of the last report up to a time (epoch ms). */
export interface StateAt {
  readonly at_ms: number
  readonly state: StoredState
}

/** What is written with the hot row of a tracker. */
export interface PastWrite extends DeviceKey {
  /** Null: it is no tracker. */
  readonly past: StoredPast | null
  readonly events: PastEvents
  readonly states: readonly StateAt[]
  readonly late: LateSpan | undefined
}

export const noEvents = () => ({
  stays: [] as PastStay[],
  positions: [] as PastPosition[],
  visits: [] as PastVisit[],
  steps: new Map<string, number>(),
})

export const NOTHING_WRITTEN: Omit<PastWrite, keyof DeviceKey> = {
  ...{ past: null, events: noEvents(), states: [], late: undefined },
}
