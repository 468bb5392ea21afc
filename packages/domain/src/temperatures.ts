/** When a carepad's temperature raises an alarm. Pure. Source: specification §3 Carepad alerts, §9 Persistent alert; G61. */
import { PERSISTENT_ALERT_MS } from './alarms.ts'

/** Hysteresis: a temperature has to return this far (degrees Celsius) inside its threshold, so that one near it does not ring repeatedly. */
const TEMPERATURE_HYSTERESIS = 0.2
/** A longer silence (ms) interrupts an excursion: nobody knows whether it continued. */
export const TEMPERATURE_GAP_MS = 930_000

/** What a carepad may measure. */
export const MEASURED = ['body', 'room', 'fridge', 'freezer'] as const
export type Measured = (typeof MEASURED)[number]

/** Default limits (degrees Celsius) by what is measured. Source: G70. */
export const USUAL_LIMITS: Readonly<Record<Measured, Pick<TemperatureRules, 'threshold_high' | 'threshold_low'>>> = {
  body: { threshold_high: 38, threshold_low: 35 },
  room: { threshold_high: 30, threshold_low: 16 },
  fridge: { threshold_high: 8, threshold_low: 2 },
  freezer: { threshold_high: -15, threshold_low: null },
}

/** The likeliest use of a thermometer with this reading (degrees Celsius); null: no reading yet. */
export const likelyMeasured = (celsius: number | null): Measured =>
  celsius === null || (celsius >= 12 && celsius < 32)
    ? 'room'
    : celsius >= 32
      ? 'body'
      : celsius >= -5
        ? 'fridge'
        : 'freezer'

export interface TemperatureRules {
  /** Degrees Celsius. */
  readonly threshold_high: number
  /** Null: nothing is too cold. */
  readonly threshold_low: number | null
  readonly alert_type: 'instant' | 'persistent'
}

export type TemperatureSide = 'high' | 'low'

/** The stored state of an excursion. */
export interface TemperatureMemory {
  readonly side: TemperatureSide
  /** Epoch ms: the first reading beyond, and the last. */
  readonly since_ms: number
  readonly seen_ms: number
  readonly is_raised: boolean
}

/** The result of a reading. */
export type TemperatureStep =
  | { readonly step: 'begin'; readonly side: TemperatureSide; readonly isRaised: boolean }
  /** It lasted long enough. */
  | { readonly step: 'raise'; readonly side: TemperatureSide }
  /** It may have been interrupted; one that already raised an alarm continues. */
  | { readonly step: 'lapse'; readonly side: TemperatureSide; readonly atMs: number }
  /** `isNormal`: the other threshold is not exceeded either. */
  | { readonly step: 'end'; readonly side: TemperatureSide; readonly isNormal: boolean }

/** Sums of tenths are not exact in binary. */
const EXACT = 1e-9

/** The threshold that a temperature exceeds, given the one it exceeded before. */
function sideOf(
  celsius: number,
  was: TemperatureSide | undefined,
  rules: TemperatureRules,
): TemperatureSide | undefined {
  const threshold_high = rules.threshold_high
  const threshold_low = rules.threshold_low ?? Number.NEGATIVE_INFINITY
  if (was === 'high' && celsius > threshold_high - TEMPERATURE_HYSTERESIS + EXACT) return 'high'
  if (was === 'low' && celsius < threshold_low + TEMPERATURE_HYSTERESIS - EXACT) return 'low'
  return celsius > threshold_high ? 'high' : celsius < threshold_low ? 'low' : undefined
}

/** The events of the next reading, which is no older than the ones before, in order. */
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
  // A time in the future was stored before a clock was set back.
  const since_ms = Math.min(before.since_ms, atMs)
  const isDue = !before.is_raised && (isInstant || atMs - since_ms >= PERSISTENT_ALERT_MS)
  if (isDue) steps.push({ step: 'raise', side })
  return { memory: { side, since_ms, seen_ms: atMs, is_raised: before.is_raised || isDue }, steps }
}

/** Times that sparklines show, up to now. */
export const TREND_RANGES = ['1h', '24h', '1w'] as const
export type TrendRange = (typeof TREND_RANGES)[number]
