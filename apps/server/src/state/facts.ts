/**
 * Facts of notifications by type: names at that time, and figures. The words follow later, in the reader's language. Of a carepad
 * whose name only browsers can read, its id is the name (G30).
 */
import type { NotificationType } from '@whereabouts/domain/alarms'

interface Temperature {
  readonly device_name: string
  /** Degrees Celsius, also the threshold. */
  readonly temperature: number
  /** The unit people read it in. */
  readonly temperature_unit: 'C' | 'F'
}

interface BeyondThreshold extends Temperature {
  readonly threshold: number
  /** How long it had been beyond the threshold; null: it rings at once. */
  readonly minutes: number | null
}

interface InRooms {
  /** The room of `place` it is told to be in, or two; undefined: none is known. */
  readonly rooms?: readonly string[] | undefined
}

interface FactsByType {
  /** `place`: name of the map or sender it was last at; '': nowhere. Last seen in epoch milliseconds. */
  readonly device_offline: InRooms & {
    readonly device_name: string
    readonly place: string
    readonly last_seen_ms: number
  }
  /** `place`: name of the map, or outdoors of the sender; '': none. */
  readonly enter_danger_zone: {
    readonly device_name: string
    /** Rows from before 2026-11-22 name none. */
    readonly zone_id?: string
    readonly zone_name: string
    readonly place: string
  }
  readonly station_online: { readonly station_name: string }
  /** Who pressed. `alarm_ids`: exactly these alarms were acknowledged, from the list. */
  readonly disengage: { readonly by: string; readonly alarm_ids?: readonly string[] }
  readonly test: { readonly by: string }
  readonly high_temperature: BeyondThreshold
  readonly low_temperature: BeyondThreshold
  readonly back_to_normal: Temperature
  /** Percent. */
  readonly low_battery: { readonly device_name: string; readonly battery: number }
  /** `name`: its note, or the host of its address. */
  readonly webhook_off: { readonly name: string; readonly reason: 'failures' | 'gone' }
  readonly help: InRooms & { readonly device_name: string; readonly place: string }
}

/** The facts of a type of notification. */
export type Facts<Type extends NotificationType> = FactsByType[Type]

/** A type with its facts. */
export type TypedFacts = {
  [Type in NotificationType]: { readonly type: Type; readonly facts: Facts<Type> }
}[NotificationType]
