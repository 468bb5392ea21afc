/** Conditions of devices, from when to when, and their changes. Source: decision 0024. */
import type { TypedFacts } from './facts.ts'

/** Most changes of one transaction: far within a statement's time, however many people are notified. */
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
  /** When it happened (epoch ms). */
  readonly atMs: number
  /** The log position of the report that showed it. None: a sweep found it now. */
  readonly order?: number
}

/** Which condition of which device a row is of. */
export interface ConditionName {
  readonly account_id: string
  readonly device_id: string
  readonly kind: ConditionKind
  readonly subject: string
}

/** A row of an open condition. */
export interface OpenCondition extends ConditionName {
  readonly since_ms: number
  /** The log position of the report that showed its start. */
  readonly since_order: number
  readonly is_raised: boolean
}

/**
 * Writes changes in order, all or none, and raises what follows; answers the open conditions of their devices afterwards, of the
 * kinds that reports are judged by.
 */
export type ChangeConditions = (changes: readonly ConditionChange[]) => Promise<readonly OpenCondition[]>

export type ConditionChange = Condition &
  (
    | {
        readonly step: 'begin'
        /** Its start is not raised later. */
        readonly isRaised: boolean
        /** Of silence, the last report (epoch ms); of being in a zone, when it was raised, 0: never. */
        readonly seenMs?: number
        /** Raised where it had not begun yet. */
        readonly tell?: TypedFacts
      }
    /** A press for help. */
    | { readonly step: 'press'; readonly tell: TypedFacts }
    /** It holds and was not raised yet: now it is. */
    | { readonly step: 'raise'; readonly tell: TypedFacts }
    /** It holds, and is raised again when its time comes. */
    | { readonly step: 'lower' }
    /** `tell`: raised only where its start was raised. */
    | { readonly step: 'end'; readonly tell?: TypedFacts }
    /** It ends unless its start was raised. */
    | { readonly step: 'lapse' }
  )
