/** Stays and shown positions that follow from where devices were. */
import type { PastPosition, PastStay } from '@whereabouts/fixtures/past'
import { demoSite } from '@whereabouts/fixtures/site'
import { globeOf, type Place } from '../places.ts'
import { type Chance, createChance } from '../random.ts'
import { batteryAt, type LowSpell } from './batteries.ts'
import { DAY_MS, HOUR_MS, midnightBefore } from './days.ts'
import { bestHearing } from './hearing.ts'
import type { Visit } from './timelines.ts'

/** Codes of positions: on a plan, outdoors by a station, outdoors by a phone. */
const ON_PLAN = 2
const BY_STATION = 3
const BY_PHONE = 5
/** A device is heard this often (ms). */
const SIGHTING_MS = 2000
/** At one place it counts as staying from here on (ms), and a shorter absence does not end it. */
const SETTLED_MS = 30_000
const SHORT_ABSENCE_MS = 150_000
/** Positions on plans are wrong by about this (m). */
const ERROR_METRES = 0.7
/** The hour of the day at which the positions of devices at rest are stored, too. */
const KEY_HOUR = 3.4

type Sender = Pick<PastStay, 'kind' | 'sender_id' | 'sender_name'> & { readonly rssi: number }

const named = new Map(demoSite.trackers.map(({ device_id, name, class_index }) => [device_id, { name, class_index }]))
export const nameOf = (deviceId: string): string => named.get(deviceId)!.name

/** Undefined: nobody hears it there. */
function senderAt(deviceId: string, place: Place, phone: string | undefined): Sender | undefined {
  const byPhone = deviceId.startsWith('phone') ? deviceId : phone
  if (byPhone !== undefined) return { kind: 'phone', sender_id: byPhone, sender_name: nameOf(byPhone), rssi: -62 }
  const heard = bestHearing(place)
  if (heard === undefined) return undefined
  const { station, rssi } = heard
  return { kind: 'station', sender_id: station.t4_id, sender_name: station.t4_name, rssi: Math.round(rssi) }
}

function spotOf(place: Place, isByPhone: boolean, chance: Chance) {
  if (place.plan === null || isByPhone) {
    const { latitude, longitude } = globeOf(place)
    return {
      map_id: null,
      indoor_X: null,
      indoor_Y: null,
      gps_latitude: round6(latitude),
      gps_longitude: round6(longitude),
    }
  }
  const error = () => (chance.normal() * ERROR_METRES) / place.plan!.metres_per_pixel
  const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)) * 10) / 10
  return {
    ...{ map_id: place.plan.id, gps_latitude: null, gps_longitude: null },
    indoor_X: within(place.x + error(), place.plan.width),
    indoor_Y: within(place.y + error(), place.plan.height),
  }
}

const round6 = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Stays of a device: neighbouring visits that the same sender hears are one. */
export function staysOf(deviceId: string, visits: readonly Visit[], seed: number): PastStay[] {
  const chance = createChance(seed, `stays of ${deviceId}`)
  const { name: device_name, class_index } = named.get(deviceId)!
  const stays: PastStay[] = []
  for (const { place, fromMs, untilMs, phone } of visits) {
    const sender = senderAt(deviceId, place, phone)
    if (sender === undefined) continue
    const { rssi, ...by } = sender
    const last = stays.at(-1)
    const goesOn = last?.sender_id === by.sender_id && fromMs - last.until_ms <= SHORT_ABSENCE_MS
    if (!goesOn && untilMs - fromMs < SETTLED_MS) continue
    const from_ms = goesOn ? last.from_ms : fromMs
    const sightings = Math.max(1, Math.round((untilMs - from_ms) / SIGHTING_MS))
    const rssi_count = by.kind === 'station' ? sightings : 0
    const stay = {
      ...{ device_id: deviceId, ...by, from_ms, until_ms: untilMs, ...spotOf(place, by.kind === 'phone', chance) },
      ...{ sightings, rssi_count, rssi_sum: rssi * rssi_count, device_name, class_index },
    }
    if (goesOn) stays[stays.length - 1] = stay
    else stays.push(stay)
  }
  return stays
}

/** The shown positions of a device: on its ways, at each arrival, once each night, and when it was lost. */
export function positionsOf(
  deviceId: string,
  visits: readonly Visit[],
  seed: number,
  spells: readonly LowSpell[],
): PastPosition[] {
  const chance = createChance(seed, `positions of ${deviceId}`)
  const isPhone = deviceId.startsWith('phone')
  const positions: PastPosition[] = []
  const show = (place: Place, atMs: number, moving: boolean, phone: string | undefined) => {
    const sender = senderAt(deviceId, place, phone)
    if (sender === undefined || atMs <= (positions.at(-1)?.at_ms ?? 0)) return
    const isByPhone = sender.kind === 'phone'
    positions.push({
      ...{ device_id: deviceId, at_ms: atMs, connected: null, moving, sender_id: sender.sender_id },
      ...spotOf(place, isByPhone, chance),
      reason_code: isByPhone ? BY_PHONE : place.plan === null ? BY_STATION : ON_PLAN,
      accuracy: isByPhone ? (isPhone ? (place.plan === null ? 5 : 19) : null) : place.plan === null ? null : 3,
      battery: batteryAt(deviceId, atMs, spells),
    })
  }
  for (const { place, fromMs, untilMs, walk, phone } of visits) {
    for (const step of walk.slice(0, -1)) show(step.place, step.atMs, true, phone)
    show(place, fromMs, false, phone)
    let keyMs = midnightBefore(fromMs) + KEY_HOUR * HOUR_MS
    while (keyMs <= fromMs) keyMs += DAY_MS
    for (; keyMs < untilMs; keyMs += DAY_MS) show(place, keyMs, false, phone)
  }
  return positions
}
