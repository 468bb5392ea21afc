/** What holds of devices, from when to when, and how that changes. Source: decision 0024. */
import type { TypedFacts } from './facts.ts'

/** So many changes are written in one transaction, far within a statement's time, however many people are told of each. */
export const CHANGES_AT_ONCE = 200

export type ConditionKind =
  | 'offline'
  | 'station_offline'
  | 'in_zone'
  | 'low_battery'
  | 'high_temperature'
  | 'low_temperature'
  | 'help'

/** Which condition of which device changes, and when. */
export interface Condition {
  readonly accountId: string
  readonly deviceId: string
  readonly kind: ConditionKind
  /** The zone; '' for other kinds. */
  readonly subject: string
  /** When it came about (epoch ms). */
  readonly atMs: number
  /** The position in the log of the report that showed it. None: a sweep saw it now. */
  readonly order?: number
}

/** Which condition of which device a row is of. */
export interface ConditionName {
  readonly account_id: string
  readonly device_id: string
  readonly kind: ConditionKind
  readonly subject: string
}

/** A row of what holds. */
export interface OpenCondition extends ConditionName {
  readonly since_ms: number
  /** Where the report stands in the log that showed that it began. */
  readonly since_order: number
  readonly is_raised: boolean
}

/** Writes changes in their order, all or none, and lets people be told of what follows. */
export type ChangeConditions = (changes: readonly ConditionChange[]) => Promise<void>

export type ConditionChange = Condition &
  (
    | {
        readonly step: 'begin'
        /** Nobody has to be told later that it began. */
        readonly isRaised: boolean
        /** Of silence, what was heard last (epoch ms); of being in a zone, when people were told, 0: never. */
        readonly seenMs?: number
        /** Told where it had not begun yet. */
        readonly tell?: TypedFacts
      }
    /** Somebody pressed for help. */
    | { readonly step: 'press'; readonly tell: TypedFacts }
    /** It holds and nobody was told yet: now they are. */
    | { readonly step: 'raise'; readonly tell: TypedFacts }
    /** It holds, and is raised again when its time comes. */
    | { readonly step: 'lower' }
    /** `tell`: told where somebody was told that it began, at all. */
    | { readonly step: 'end'; readonly tell?: TypedFacts }
    /** It ends unless somebody was told that it began. */
    | { readonly step: 'lapse' }
  )
