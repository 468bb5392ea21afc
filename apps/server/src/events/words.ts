/** What people are told, in the language of who reads it. Names and figures are facts. */
import type { Locale } from '@whereabouts/contract/locales'
import type { TypedFacts } from '../state/facts.ts'
import { english } from './words/en-us.ts'
import { japanese } from './words/ja-jp.ts'
import type { Sayings, Told } from './words/sayings.ts'
import { chinese } from './words/zh-tw.ts'

const WORDS: Readonly<Record<Locale, Sayings>> = { 'en-us': english, 'zh-tw': chinese, 'ja-jp': japanese }

/** Who reads: the own language, the account's time zone. */
export interface Reader {
  readonly locale: Locale
  readonly timezone: string
}

/** What a notification is made of. */
export type Event = TypedFacts & {
  readonly device_id: string | null
  /** Epoch milliseconds. */
  readonly created_at_ms: number
}

/** An event in words. */
export function tell(event: Event, { locale, timezone }: Reader): Told {
  const words = WORDS[locale]
  switch (event.type) {
    case 'device_offline': {
      const { device_name, place, rooms = [], last_seen_ms } = event.facts
      return words.device_offline(
        device_name,
        words.place(rooms, place),
        timeText(last_seen_ms, event.created_at_ms, timezone),
      )
    }
    case 'enter_danger_zone':
      return words.enter_danger_zone(event.facts.device_name, event.facts.zone_name, event.facts.place)
    case 'station_online':
      return words.station_online(event.facts.station_name)
    case 'disengage':
      return words.disengage(event.facts.by)
    case 'test':
      return words.test()
    case 'high_temperature':
    case 'low_temperature': {
      const { device_name, temperature, threshold, temperature_unit, minutes } = event.facts
      const [value, limit] = [temperature, threshold].map((celsius) => degrees(celsius, temperature_unit)) as [
        string,
        string,
      ]
      return words[event.type](device_name, value, limit, minutes)
    }
    case 'back_to_normal': {
      const { device_name, temperature, temperature_unit } = event.facts
      return words.back_to_normal(device_name, degrees(temperature, temperature_unit))
    }
    case 'low_battery':
      return words.low_battery(event.facts.device_name, event.facts.battery)
    case 'webhook_off':
      return words.webhook_off(event.facts.name, event.facts.reason === 'gone')
    case 'help': {
      const { device_name, place, rooms = [] } = event.facts
      return words.help(device_name, words.place(rooms, place))
    }
  }
}

const HALF_A_DAY_MS = 12 * 3_600_000

/** HH:mm, with the date where it is of another half day than the event. */
export function timeText(ms: number, ofEventMs: number, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: timezone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  }).formatToParts(ms)
  const { year, month, day, hour, minute } = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  const time = `${hour}:${minute}`
  return Math.abs(ofEventMs - ms) < HALF_A_DAY_MS ? time : `${year}/${month}/${day} ${time}`
}

/** With one decimal and a true minus. */
export const degrees = (celsius: number, unit: 'C' | 'F'): string =>
  `${(unit === 'C' ? celsius : celsius * 1.8 + 32).toFixed(1).replace('-', '−')} °${unit}`
