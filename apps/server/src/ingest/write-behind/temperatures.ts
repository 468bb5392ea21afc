/**
 * Readings of carepads until they are written: by hour and minute the lowest and the highest, so that the order in which readings
 * come, and how often one comes, change nothing. Source: decision 0043.
 */
import type { DeviceKey } from '../../state/device-key.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** What a smallint holds, in hundredths. */
const MOST = 32_767

const toHundredths = (value: number): number => Math.max(-MOST, Math.min(MOST, Math.round(value * 100)))
const noMinutes = (): (number | null)[] => new Array(60).fill(null)

/** An hour of a carepad, by minute from 0, in hundredths of a degree Celsius. */
export interface TemperatureHour extends DeviceKey {
  /** Epoch ms. */
  readonly hourMs: number
  readonly lows: (number | null)[]
  readonly highs: (number | null)[]
  /** The highest, in hundredths of a percent; null: none in the hour. */
  humidities: (number | null)[] | null
}

interface LatestMinute {
  minuteMs: number
  low: number
  high: number
  humidity: number | null
}

const keyOf = ({ account_id, id }: DeviceKey): string => `${account_id} ${id}`

export class Temperatures {
  #waiting = new Map<string, TemperatureHour>()
  /** By carepad: a reading within the extremes of its latest minute is known already. */
  readonly #latest = new Map<string, LatestMinute & Pick<DeviceKey, 'account_id'>>()

  /** Humidity in percent; null: not reported. */
  note(device: DeviceKey, atMs: number, celsius: number, humidityPercent: number | null = null): void {
    const value = toHundredths(celsius)
    const humidity = humidityPercent === null ? null : toHundredths(humidityPercent)
    const key = keyOf(device)
    const minuteMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
    const latest = this.#latest.get(key)
    if (latest === undefined || latest.minuteMs !== minuteMs) {
      this.#latest.set(key, { account_id: device.account_id, minuteMs, low: value, high: value, humidity })
    } else {
      const isDamper = humidity !== null && humidity > (latest.humidity ?? -1)
      if (value >= latest.low && value <= latest.high && !isDamper) return
      latest.low = Math.min(latest.low, value)
      latest.high = Math.max(latest.high, value)
      if (isDamper) latest.humidity = humidity
    }
    const hour = { ...device, hourMs: Math.floor(atMs / HOUR_MS) * HOUR_MS }
    this.#keep(hour, (minuteMs % HOUR_MS) / MINUTE_MS, value, humidity)
  }

  #keep(
    { account_id, id, hourMs }: DeviceKey & { readonly hourMs: number },
    minute: number,
    value: number,
    humidity: number | null,
  ): void {
    const key = `${keyOf({ account_id, id })} ${hourMs}`
    let hour = this.#waiting.get(key)
    if (hour === undefined) {
      hour = { account_id, id, hourMs, lows: noMinutes(), highs: noMinutes(), humidities: null }
      this.#waiting.set(key, hour)
    }
    hour.lows[minute] = Math.min(hour.lows[minute] ?? value, value)
    hour.highs[minute] = Math.max(hour.highs[minute] ?? value, value)
    if (humidity === null) return
    hour.humidities ??= noMinutes()
    hour.humidities[minute] = Math.max(hour.humidities[minute] ?? humidity, humidity)
  }

  take(): readonly TemperatureHour[] {
    const hours = [...this.#waiting.values()]
    this.#waiting = new Map()
    return hours
  }

  /** Drops accounts as they are. */
  drop(isTheirs: (accountId: string) => boolean): void {
    for (const all of [this.#latest, this.#waiting])
      for (const [key, { account_id }] of all) if (isTheirs(account_id)) all.delete(key)
  }

  /** Hours that could not be written wait on. */
  putBack(hours: readonly TemperatureHour[]): void {
    for (const hour of hours) {
      for (let minute = 0; minute < 60; minute += 1) {
        for (const value of [hour.lows[minute], hour.highs[minute]]) {
          if (typeof value === 'number') this.#keep(hour, minute, value, hour.humidities?.[minute] ?? null)
        }
      }
    }
  }
}
