/** When a carepad's temperature is an alarm. Pure. Source: specification §3 Carepad alerts, §9 Persistent alert; G61. */
import { PERSISTENT_ALERT_MS } from './alarms.ts'

/** Degrees Celsius that a temperature has to come back over its threshold by, so that one near it does not ring again and again. */
const TEMPERATURE_HYSTERESIS = 0.2
/** Silence (ms) beyond which nobody knows that a temperature went on. */
export const TEMPERATURE_GAP_MS = 930_000

export interface TemperatureRules {
  /** Degrees Celsius. */
  readonly threshold_high: number
  readonly threshold_low: number
  readonly alert_type: 'instant' | 'persistent'
}

export type TemperatureSide = 'high' | 'low'

/** What is remembered of a temperature beyond a threshold. */
export interface TemperatureMemory {
  readonly side: TemperatureSide
  /** Epoch ms: the first reading beyond, and the last. */
  readonly since_ms: number
  readonly seen_ms: number
  readonly is_raised: boolean
}

/** What a reading brings about. */
export type TemperatureStep =
  | { readonly step: 'begin'; readonly side: TemperatureSide; readonly isRaised: boolean }
  /** It went on long enough. */
  | { readonly step: 'raise'; readonly side: TemperatureSide }
  /** Nobody knows that it went on; one that people were told of does. */
  | { readonly step: 'lapse'; readonly side: TemperatureSide; readonly atMs: number }
  /** `isNormal`: it is not beyond the other threshold now. */
  | { readonly step: 'end'; readonly side: TemperatureSide; readonly isNormal: boolean }

/** Sums of tenths are not exact. */
const EXACT = 1e-9

/** Beyond which threshold a temperature is, given beyond which it was. */
function sideOf(
  celsius: number,
  was: TemperatureSide | undefined,
  rules: TemperatureRules,
): TemperatureSide | undefined {
  const { threshold_high, threshold_low } = rules
  if (was === 'high' && celsius > threshold_high - TEMPERATURE_HYSTERESIS + EXACT) return 'high'
  if (was === 'low' && celsius < threshold_low + TEMPERATURE_HYSTERESIS - EXACT) return 'low'
  return celsius > threshold_high ? 'high' : celsius < threshold_low ? 'low' : undefined
}

/** What another reading, no older than those before, says; in its order. */
export function moveTemperature(
  before: TemperatureMemory | undefined,
  celsius: number,
  atMs: number,
  rules: TemperatureRules,
): { readonly memory: TemperatureMemory | undefined; readonly steps: readonly TemperatureStep[] } {
  const side = sideOf(celsius, before?.side, rules)
  const isInstant = rules.alert_type === 'instant'
  const steps: TemperatureStep[] = []
  const begin = (): TemperatureMemory | undefined => {
    if (side === undefined) return undefined
    steps.push({ step: 'begin', side, isRaised: isInstant })
    return { side, since_ms: atMs, seen_ms: atMs, is_raised: isInstant }
  }
  if (before === undefined) return { memory: begin(), steps }
  if (side !== before.side) {
    steps.push({ step: 'end', side: before.side, isNormal: side === undefined })
    return { memory: begin(), steps }
  }
  if (!before.is_raised && atMs - before.seen_ms > TEMPERATURE_GAP_MS) {
    steps.push({ step: 'lapse', side, atMs: before.seen_ms })
    return { memory: begin(), steps }
  }
  // A time to come is of a clock that was set back since.
  const since_ms = Math.min(before.since_ms, atMs)
  const isDue = !before.is_raised && (isInstant || atMs - since_ms >= PERSISTENT_ALERT_MS)
  if (isDue) steps.push({ step: 'raise', side })
  return { memory: { side, since_ms, seen_ms: atMs, is_raised: before.is_raised || isDue }, steps }
}
