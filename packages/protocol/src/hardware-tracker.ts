/** GPS hardware that keeps a TCP connection open: what its bytes are, whichever maker's they are. */
import type { Observation } from '@whereabouts/domain/observations'
import { IMEI } from '@whereabouts/domain/senders'
import type { SetAsideReason } from '@whereabouts/domain/set-aside'

/** What a connection holds next. `length` bytes are done with then. */
export type TrackerFrame =
  /** It has not all come yet. */
  | { readonly kind: 'more' }
  /** What follows cannot be read either, so the connection ends. Names its reason, never the content. */
  | { readonly kind: 'invalid'; readonly reason: SetAsideReason }
  /** Who it is: 15 digits. The answers to one we know, and to one we do not. */
  | {
      readonly kind: 'login'
      readonly length: number
      readonly imei: string
      readonly welcome: Uint8Array
      readonly refusal: Uint8Array
    }
  | {
      readonly kind: 'reports'
      readonly length: number
      readonly observations: readonly Observation[]
      /** Why parts of it are not stored: they can never become valid, and are acknowledged. Or what of it is not read. */
      readonly faults: readonly SetAsideReason[]
      /** The acknowledgement, to be sent once all is stored; empty: none is expected. */
      readonly answer: Uint8Array
      /** The answer is worth nothing later, as the time is, and nothing is lost by it. */
      readonly isUrgent?: boolean
    }
  /** Nothing to store or to answer. */
  | { readonly kind: 'nothing'; readonly length: number }

/** Reads the first frame of a connection's bytes; `nowMs` is for trackers that ask for the time. Pure, and never throws. */
export type NextTrackerFrame = (bytes: Uint8Array, isSignedIn: boolean, nowMs: number) => TrackerFrame

export const isImei = (text: string): boolean => IMEI.test(text)

const METRES_PER_SECOND = 1000 / 3600
/**
 * 1980-01-06, from which GPS counts: before it has a fix, a tracker may count from earlier (epoch milliseconds). Later times that lie
 * long back may be of a receiver that has lost weeks, which ingest puts right.
 */
const EARLIEST_MS = 315_964_800_000
/** 2100-01-01. */
const LATEST_MS = 4_102_444_800_000

/** A time that a clock set by satellites may show. */
export const isTrackerTime = (timeMs: number): boolean => timeMs >= EARLIEST_MS && timeMs < LATEST_MS

/** From km/h. */
export const metresPerSecond = (kilometresPerHour: number): number => kilometresPerHour * METRES_PER_SECOND
