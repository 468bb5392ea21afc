/**
 * Readings of carepads until they are written: by hour and minute the lowest and the highest, so that the order in which readings
 * come, and how often one comes, change nothing. Source: decision 0043.
 */
import type { DeviceKey } from '../state/device-key.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** What a smallint holds, in hundredths of a degree. */
const MOST = 32_767

/** An hour of a carepad, by minute from 0, in hundredths of a degree Celsius. */
export interface TemperatureHour extends DeviceKey {
  /** Epoch ms. */
  readonly hourMs: number
  readonly lows: (number | null)[]
  readonly highs: (number | null)[]
}

interface LatestMinute {
  minuteMs: number
  low: number
  high: number
}

const keyOf = ({ account_id, id }: DeviceKey): string => `${account_id} ${id}`

export class Temperatures {
  #waiting = new Map<string, TemperatureHour>()
  /** By carepad: a reading within the extremes of its latest minute is known already. */
  readonly #latest = new Map<string, LatestMinute>()

  note(device: DeviceKey, atMs: number, celsius: number): void {
    const value = Math.max(-MOST, Math.min(MOST, Math.round(celsius * 100)))
    const key = keyOf(device)
    const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
    const latest = this.#latest.get(key)
    if (latest === undefined || latest.minuteMs !== minuteMs) {
      this.#latest.set(key, { minuteMs, low: value, high: value })
    } else {
      if (value >= latest.low && value <= latest.high) return
      latest.low = Math.min(latest.low, value)
      latest.high = Math.max(latest.high, value)
    }
    this.#keep({ ...device, hourMs: Math.floor(atMs / HOUR_MS) * HOUR_MS }, (minuteMs % HOUR_MS) / MINUTE_MS, value)
  }

  #keep({ account_id, id, hourMs }: DeviceKey & { readonly hourMs: number }, minute: number, value: number): void {
    const key = `${keyOf({ account_id, id })} ${hourMs}`
    let hour = this.#waiting.get(key)
    if (hour === undefined) {
      hour = { account_id, id, hourMs, lows: new Array(60).fill(null), highs: new Array(60).fill(null) }
      this.#waiting.set(key, hour)
    }
    hour.lows[minute] = Math.min(hour.lows[minute] ?? value, value)
    hour.highs[minute] = Math.max(hour.highs[minute] ?? value, value)
  }

  take(): readonly TemperatureHour[] {
    const hours = [...this.#waiting.values()]
    this.#waiting = new Map()
    return hours
  }

  /** Hours that could not be written wait on. */
  putBack(hours: readonly TemperatureHour[]): void {
    for (const hour of hours) {
      for (let minute = 0; minute < 60; minute += 1) {
        for (const value of [hour.lows[minute], hour.highs[minute]]) {
          if (typeof value === 'number') this.#keep(hour, minute, value)
        }
      }
    }
  }
}
