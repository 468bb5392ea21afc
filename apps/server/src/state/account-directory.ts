/** An account as ingest needs it to interpret reports: its devices, and what stands where. */
import type { TemperatureRules } from '@whereabouts/domain/temperatures'
import type { ActiveTime, ZoneShape, ZoneType } from '@whereabouts/domain/zones'
import type { Receiver } from './receivers.ts'
import type { StationRow } from './station-state.ts'
import type { TrackerRow } from './tracker-row.ts'

/** Fields that ingest needs beside those of lists. */
export interface IngestColumns {
  readonly radio_identity: string | null
  readonly trackable: boolean
}

export type KnownTracker = TrackerRow & IngestColumns

export interface KnownStation extends StationRow {
  readonly metres_per_pixel: number | null
}

export interface KnownCarepad extends TemperatureRules {
  readonly carepad_id: string
  /** What stands for its name wherever the server writes it (G30). */
  readonly written_name: string
  readonly radio_identity: string | null
  readonly temperature_unit: 'C' | 'F'
}

export interface KnownZone {
  readonly id: string
  readonly zone_name: string
  readonly zone_type: ZoneType
  /** Prepared for `isInShape`. */
  readonly shape: ZoneShape
  readonly class_indexes: readonly number[] | null
  readonly active_times: readonly ActiveTime[] | null
}

/** What held of something until a time (epoch ms). */
export interface Earlier<Value> {
  readonly untilMs: number
  readonly value: Value
}

/** What people changed since, as far back as the log reaches: by id, the oldest first. What is not in here is as it ever was. */
export interface EarlierVersions {
  readonly stations: ReadonlyMap<string, readonly Earlier<KnownStation>[]>
  readonly zones: ReadonlyMap<string, readonly Earlier<KnownZone>[]>
  readonly trackers: ReadonlyMap<string, readonly Earlier<{ readonly name: string; readonly class_index: number }>[]>
}

/** The plan of a floor. */
export interface KnownFloor {
  readonly id: string
  readonly map_name: string
  readonly building: string
  /** Pixels of the image. */
  readonly width: number
  readonly height: number
  readonly metres_per_pixel: number | null
}

export interface AccountDirectory {
  /** Another number: somebody changed the account, and what was derived from it is read again. */
  readonly generation: number
  readonly trackers: Map<string, KnownTracker>
  /** By id and by radio identity. */
  readonly carepads: Map<string, KnownCarepad>
  readonly stations: Map<string, KnownStation>
  readonly mapNames: Map<string, string>
  readonly floors: readonly KnownFloor[]
  readonly zones: readonly KnownZone[]
  readonly earlier: EarlierVersions
  /** By id, the generation of each valid credential. */
  readonly senders: Map<string, number>
  /** IANA name. */
  readonly timezone: string
  /** Other accounts that see a device, by its id. */
  readonly receivers: Map<string, readonly Receiver[]>
}
