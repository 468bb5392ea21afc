/** Phones outdoors and in: each app reports its location in its own protocol; Lin Wei's also reports the trackers around it. */
import { type Phone, phones } from '@whereabouts/fixtures/phones'
import { demoSite } from '@whereabouts/fixtures/site'
import { type Body, isMoving } from './bodies.ts'
import type { OutboundMessage } from './outbound.ts'
import { globeOf, metresOf, type Place } from './places.ts'
import { isInRange, type Listener, listen, meanRssiDbm } from './radio.ts'
import { type Chance, createChance, hashOf } from './random.ts'
import { type Moment, scanOf } from './station-reports.ts'
import { emitterOf, isSilent } from './tags.ts'

const MOVING_INTERVAL_MS = 5000
const RESTING_INTERVAL_MS = 30_000
/** Deviation of the receiver's error in the open and inside a building (metres). */
const OPEN_ERROR_METRES = 4
const INDOOR_ERROR_METRES = 18
/** The error drifts: this much of it stays from fix to fix. */
const ERROR_MEMORY = 0.9
const BATTERY_PERCENT_PER_HOUR = 3
const KNOTS_PER_METRE_PER_SECOND = 1 / 0.514444

/** The position that the phone's receiver measures. */
interface Fix {
  readonly latitude: number
  readonly longitude: number
  readonly accuracyMetres: number
  readonly moving: boolean
  readonly headingDegrees: number
  readonly speedMetresPerSecond: number
  readonly batteryPercent: number
}

export interface PhoneSender {
  report(moment: Moment): OutboundMessage[]
}

export function createPhones(
  bodies: ReadonlyMap<string, Body>,
  escort: Body,
  seed: number,
  startMs: number,
): PhoneSender[] {
  const byName = new Map([...bodies.values()].map((body) => [body.name, body]))
  return phones.map((phone) => {
    const carrier = phone.badge === undefined ? escort : byName.get(phone.badge)
    if (!carrier) throw new Error(`Nobody carries ${phone.name}'s phone.`)
    return createPhone(phone, carrier, createChance(seed, phone.device_id), startMs, seed)
  })
}

function createPhone(phone: Phone, carrier: Body, chance: Chance, startMs: number, seed: number): PhoneSender {
  const takeFix = createReceiver(carrier, chance, startMs)
  let seq = 0
  let dueMs = startMs + Math.floor(chance.between(0, MOVING_INTERVAL_MS))
  let sentMs = 0
  let wasMoving = false
  return {
    report(moment) {
      const { atMs, now } = moment
      if (atMs < dueMs) return []
      dueMs += MOVING_INTERVAL_MS
      const moving = isMoving(carrier, now)
      // Apps save battery: at rest they report seldom, and once at once when they come to rest.
      if (!moving && !wasMoving && atMs - sentMs < RESTING_INTERVAL_MS) return []
      wasMoving = moving
      sentMs = atMs
      seq++
      const fix = takeFix(atMs, moving)
      const listener = { place: carrier.place, shadowSeed: (seed ^ hashOf(phone.device_id)) >>> 0 }
      return [messageOf(phone, fix, seq, moment, listener, chance)]
    },
  }
}

function createReceiver(carrier: Body, chance: Chance, startMs: number) {
  let errorEast = 0
  let errorNorth = 0
  const startPercent = chance.between(55, 98)
  return (atMs: number, moving: boolean): Fix => {
    const deviation = carrier.place.plan === null ? OPEN_ERROR_METRES : INDOOR_ERROR_METRES
    const fresh = deviation * Math.sqrt(1 - ERROR_MEMORY ** 2)
    errorEast = errorEast * ERROR_MEMORY + fresh * chance.normal()
    errorNorth = errorNorth * ERROR_MEMORY + fresh * chance.normal()
    const metres = metresOf(carrier.place)
    const seen = globeOf({ plan: null, x: metres.east + errorEast, y: metres.north + errorNorth })
    const hours = (atMs - startMs) / 3_600_000
    return {
      latitude: round(seen.latitude, 6),
      longitude: round(seen.longitude, 6),
      accuracyMetres: Math.round(deviation * chance.between(1, 1.6)),
      moving,
      headingDegrees: Math.round(carrier.headingDegrees) % 360,
      speedMetresPerSecond: moving ? round(chance.between(0.9, 1.5), 2) : 0,
      // On the charger from a tenth on.
      batteryPercent: Math.round(10 + ((((startPercent - 10 - BATTERY_PERCENT_PER_HOUR * hours) % 88) + 88) % 88)),
    }
  }
}

const round = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals

function messageOf(
  phone: Phone,
  fix: Fix,
  seq: number,
  moment: Moment,
  listener: Listener,
  chance: Chance,
): OutboundMessage {
  switch (phone.kind) {
    case 'native':
      return nativeMessage(phone, fix, seq, moment, scansOf(moment, listener, chance))
    case 'owntracks':
      return owntracksMessage(phone, fix, moment.atMs)
    case 'osmand':
      return osmandMessage(phone, fix, moment.atMs)
  }
}

/** It listens outdoors only, where no station does. */
function scansOf({ tags, now }: Moment, listener: Listener, chance: Chance) {
  if (listener.place.plan !== null) return []
  const here = metresOf(listener.place)
  const nearby = tags.filter(
    (tag) => !isSilent(tag) && isInRange(metresOf(tag.body.place), here) && isOutdoors(tag.body.place),
  )
  return nearby.flatMap((tag) => {
    const rssi = listen(meanRssiDbm(emitterOf(tag), listener), MOVING_INTERVAL_MS / 1000, chance)
    return rssi === undefined ? [] : [scanOf(tag, rssi, undefined, now)]
  })
}

const isOutdoors = (place: Place): boolean => place.plan === null

function nativeMessage(
  phone: Phone,
  fix: Fix,
  seq: number,
  { atMs }: Moment,
  scans: readonly unknown[],
): OutboundMessage {
  const senderId = phone.device_id
  const body = JSON.stringify({
    phone_id: senderId,
    seq,
    scanned_at_ms: atMs,
    gps_latitude: fix.latitude,
    gps_longitude: fix.longitude,
    gps_accuracy: fix.accuracyMetres,
    battery: fix.batteryPercent,
    moving: fix.moving,
    heading: fix.headingDegrees,
    platform: phone.platform,
    scans,
  })
  return phone.via === 'mqtt'
    ? { via: 'mqtt', senderId, atMs, topic: `whereabouts/${senderId}/up`, qos: 1, body }
    : {
        via: 'http',
        senderId,
        atMs,
        path: '/v3/device/report',
        headers: { ...JSON_BODY, ...basicAuth(senderId) },
        body,
      }
}

const JSON_BODY = { 'content-type': 'application/json' }

function owntracksMessage(phone: Phone, fix: Fix, atMs: number): OutboundMessage {
  const senderId = phone.device_id
  const topic = `owntracks/${senderId}/phone`
  const seconds = Math.floor(atMs / 1000)
  const location = {
    _type: 'location',
    tid: initials(phone.name),
    lat: fix.latitude,
    lon: fix.longitude,
    tst: seconds,
    acc: fix.accuracyMetres,
    vel: Math.round(fix.speedMetresPerSecond * 3.6),
    cog: fix.moving ? fix.headingDegrees : -1,
    batt: fix.batteryPercent,
    bs: 1,
    t: fix.moving ? 't' : 'p',
    conn: 'm',
    created_at: seconds,
    m: 2,
  }
  if (phone.via === 'mqtt') return { via: 'mqtt', senderId, atMs, topic, qos: 1, body: JSON.stringify(location) }
  return {
    via: 'http',
    senderId,
    atMs,
    path: '/gateway/owntracks',
    headers: { ...JSON_BODY, ...basicAuth(senderId), 'x-limit-u': senderId, 'x-limit-d': 'phone' },
    body: JSON.stringify({ ...location, topic }),
  }
}

function osmandMessage(phone: Phone, fix: Fix, atMs: number): OutboundMessage {
  const senderId = phone.device_id
  const form = new URLSearchParams({
    id: senderId,
    lat: String(fix.latitude),
    lon: String(fix.longitude),
    timestamp: String(Math.floor(atMs / 1000)),
    accuracy: fix.accuracyMetres.toFixed(1),
    speed: (fix.speedMetresPerSecond * KNOTS_PER_METRE_PER_SECOND).toFixed(2),
    bearing: fix.headingDegrees.toFixed(1),
    batt: String(fix.batteryPercent),
    charge: 'false',
  })
  return {
    via: 'http',
    senderId,
    atMs,
    path: `/gateway/osmand/${passwordOf(senderId)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
  }
}

const passwords = new Map(demoSite.credentials.map(({ sender_id, password }) => [sender_id, password]))

function passwordOf(senderId: string): string {
  const password = passwords.get(senderId)
  if (password === undefined) throw new Error(`${senderId} has no credential.`)
  return password
}

const basicAuth = (senderId: string) => ({
  authorization: `Basic ${Buffer.from(`${senderId}:${passwordOf(senderId)}`).toString('base64')}`,
})

const initials = (name: string): string =>
  name
    .split(' ')
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2)
    .toLowerCase()
