/** Fixed receivers: our own, which send what they heard in one report, and those of another make, one message a tag. */
import { demoCarepads, readingNow } from '@whereabouts/fixtures/carepads'
import { demoSite } from '@whereabouts/fixtures/site'
import { type Receiver, receivers } from '@whereabouts/fixtures/stations'
import { isMoving } from './bodies.ts'
import type { Links } from './links.ts'
import type { OutboundMessage } from './outbound.ts'
import { metresOf, outdoors, type Place } from './places.ts'
import { BARE_TAG_AT_1M_DBM, isInRange, type Listener, listen, meanRssiDbm } from './radio.ts'
import { type Chance, createChance, hashOf } from './random.ts'
import { emitterOf, isSilent, stepsOf, type Tag, temperatureOf } from './tags.ts'

const REPORT_INTERVAL_MS = 2000
const ESPRESENSE_INTERVAL_MS = 2000
const TELEMETRY_INTERVAL_MS = 15_000
/** Tags in the rooms of the other make that nobody has claimed. */
export const VISITORS = [
  {
    mac_address: 'D4:22:CD:00:47:11',
    radio_identity: 'iBeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825-10-7',
    name: 'Blue fob',
    rssiDbm: -64,
  },
  {
    mac_address: 'D4:22:CD:00:51:90',
    radio_identity: 'iBeacon:fda50693-a4e2-4fb1-afcf-c6eb07647825-10-12',
    name: 'Suitcase',
    rssiDbm: -81,
  },
] as const

/** A station says so often which other stations it hears (ms). */
const NEIGHBOURS_INTERVAL_MS = 10_000
const STATION_FIRMWARE = '2.4.1'
/** Power at one metre in the beacon's adverts (dBm); 2.7 is ESPresense's own exponent. */
const REFERENCE_RSSI_DBM = BARE_TAG_AT_1M_DBM
const ESPRESENSE_EXPONENT = 2.7

/** The moment a report is made in. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly atMs: number
  /** Story seconds. */
  readonly now: number
  readonly tags: readonly Tag[]
  readonly links: Links
}

export interface StationSender {
  readonly t4_id: string
  isDark: boolean
  /** Every report due until now. */
  report(moment: Moment): OutboundMessage[]
}

const passwords = new Map(demoSite.credentials.map(({ sender_id, password }) => [sender_id, password]))

export function createStations(seed: number, startMs: number): StationSender[] {
  return receivers.map((receiver, index) => {
    const chance = createChance(seed, receiver.t4_id)
    const listener = { place: placeOf(receiver), shadowSeed: (seed ^ hashOf(receiver.t4_id)) >>> 0 }
    return receiver.espresenseRoom === undefined
      ? ownStation({
          ...{ receiver, index, startMs, chance },
          hear: createEar(listener, REPORT_INTERVAL_MS / 1000, chance),
          hearNeighbours: createNeighbours(receiver, listener, createChance(seed, `neighbours ${receiver.t4_id}`)),
        })
      : espresenseStation(
          receiver,
          receiver.espresenseRoom,
          createEar(listener, ESPRESENSE_INTERVAL_MS / 1000, chance),
          startMs,
          chance,
        )
  })
}

function placeOf({ plan, indoor, gps }: Receiver): Place {
  if (plan && indoor) return { plan, ...indoor }
  if (gps) return outdoors(gps)
  throw new Error('A station hangs somewhere.')
}

interface Hearing {
  readonly tag: Tag
  readonly rssiDbm: number
}

type Ear = (tags: readonly Tag[]) => Hearing[]

// Most tags lie still, so the strength at the listener is computed again only for those that moved or turned.
function createEar(listener: Listener, seconds: number, chance: Chance): Ear {
  const here = metresOf(listener.place)
  const means = new Map<Tag, { place: Place; headingDegrees: number; dBm: number }>()
  const meanOf = (tag: Tag): number => {
    const { place, headingDegrees } = tag.body
    const known = means.get(tag)
    if (known?.place === place && known.headingDegrees === headingDegrees) return known.dBm
    const dBm = isInRange(metresOf(place), here) ? meanRssiDbm(emitterOf(tag), listener) : Number.NEGATIVE_INFINITY
    means.set(tag, { place, headingDegrees, dBm })
    return dBm
  }
  return (tags) =>
    tags.flatMap((tag) => {
      const rssiDbm = isSilent(tag) ? undefined : listen(meanOf(tag), seconds, chance)
      return rssiDbm === undefined ? [] : [{ tag, rssiDbm }]
    })
}

/** Stations hang still, so only noise changes what one hears of the others. */
function createNeighbours(receiver: Receiver, listener: Listener, chance: Chance): OwnStation['hearNeighbours'] {
  const here = metresOf(listener.place)
  const others = receivers.flatMap((other) => {
    const place = placeOf(other)
    if (other === receiver || other.espresenseRoom !== undefined || !isInRange(metresOf(place), here)) return []
    return [{ device_id: other.t4_id, mean: meanRssiDbm({ place, worn: false, headingDegrees: 0 }, listener) }]
  })
  return () =>
    others.flatMap(({ device_id, mean }) => {
      const rssi = listen(mean, REPORT_INTERVAL_MS / 1000, chance)
      return rssi === undefined ? [] : [{ device_id, rssi }]
    })
}

/** The hospital's network speaks MQTT, the care home's HTTP. */
interface OwnStation {
  readonly receiver: Receiver
  readonly hear: Ear
  /** The other stations it hears now. */
  readonly hearNeighbours: () => { readonly device_id: string; readonly rssi: number }[]
  readonly index: number
  readonly startMs: number
  readonly chance: Chance
}

function ownStation({ receiver, hear, hearNeighbours, index, startMs, chance }: OwnStation): StationSender {
  const { t4_id } = receiver
  const viaMqtt = receiver.plan?.building === 'Tamano General'
  let seq = 0
  let dueMs = startMs + Math.floor(chance.between(0, REPORT_INTERVAL_MS))
  let neighboursDueMs = dueMs
  const sender: StationSender = {
    t4_id,
    isDark: false,
    report(moment) {
      if (moment.atMs < dueMs) return []
      dueMs += REPORT_INTERVAL_MS
      if (sender.isDark) return []
      const { atMs, now, tags, links } = moment
      const scans = hear(tags).map(({ tag, rssiDbm }) =>
        scanOf(tag, rssiDbm, links.heard(tag, t4_id, rssiDbm, atMs), now),
      )
      const lost = links.takeLost(t4_id, atMs).map(({ tag, rssiDbm }) => ({
        device_id: tag.device_id,
        rssi: rssiDbm,
        connected: false,
      }))
      const neighbours = moment.atMs < neighboursDueMs ? [] : hearNeighbours()
      if (moment.atMs >= neighboursDueMs) neighboursDueMs += NEIGHBOURS_INTERVAL_MS
      seq++
      const report = {
        t4_id,
        ...(!viaMqtt && { key: passwords.get(t4_id) }),
        seq,
        scanned_at_ms: atMs,
        firmware: STATION_FIRMWARE,
        ip: `192.168.${viaMqtt ? 20 : 10}.${20 + index}`,
        scans: [...scans, ...neighbours, ...lost, ...(index === 0 ? carepadScans(now) : [])],
      }
      const body = JSON.stringify(report)
      return viaMqtt
        ? [{ via: 'mqtt', senderId: t4_id, atMs, topic: `whereabouts/${t4_id}/up`, qos: 1, body }]
        : [{ via: 'http', senderId: t4_id, atMs, path: '/v3/device/report', headers: JSON_BODY, body }]
    },
  }
  return sender
}

/** All carepads of the demo, as the first station hears them; `now` in epoch seconds. */
const carepadScans = (now: number) =>
  demoCarepads.map((pad) => ({
    device_id: pad.carepad_id,
    rssi: -64,
    battery: pad.battery,
    ...reported(pad, now),
  }))

const reported = (pad: (typeof demoCarepads)[number], now: number) => {
  const { temperature, humidity } = readingNow(pad, now)
  return humidity === null ? { temperature } : { temperature, humidity }
}

const JSON_BODY = { 'content-type': 'application/json' }

/** One entry of a native report. */
export const scanOf = (tag: Tag, rssi: number, connected: true | undefined, now: number) => ({
  device_id: tag.device_id,
  rssi,
  connected,
  battery: Math.ceil(tag.batteryPercent),
  firmware: tag.firmware || undefined,
  moving: isMoving(tag.body, now),
  steps: stepsOf(tag),
  temperature: temperatureOf(tag, now),
  settings_time: tag.settingsTime,
  ota: tag.upgrade && 'running',
})

function espresenseStation(
  receiver: Receiver,
  room: string,
  hear: Ear,
  startMs: number,
  chance: Chance,
): StationSender {
  let dueMs = startMs + Math.floor(chance.between(0, ESPRESENSE_INTERVAL_MS))
  let telemetryDueMs = startMs
  let adverts = 0
  const publish = (atMs: number, topic: string, body: string): OutboundMessage => ({
    via: 'mqtt',
    senderId: room,
    atMs,
    topic,
    qos: 0,
    body,
  })
  const sender: StationSender = {
    t4_id: receiver.t4_id,
    isDark: false,
    report({ atMs, tags }) {
      if (atMs < dueMs) return []
      dueMs += ESPRESENSE_INTERVAL_MS
      if (sender.isDark) return []
      const messages = hear(tags.filter((tag) => tag.radio_identity !== null)).map(({ tag, rssiDbm }) => {
        adverts++
        return publish(atMs, `espresense/devices/${tag.radio_identity}/${room}`, sightingOf(tag, rssiDbm, chance))
      })
      for (const visitor of VISITORS) {
        const body = sightingOf(visitor, visitor.rssiDbm + chance.between(-3, 3), chance, visitor.name)
        messages.push(publish(atMs, `espresense/devices/${visitor.radio_identity}/${room}`, body))
      }
      if (atMs < telemetryDueMs) return messages
      const isFirst = telemetryDueMs === startMs
      telemetryDueMs += TELEMETRY_INTERVAL_MS
      const telemetry = {
        ip: `192.168.30.${receiver.t4_id.charCodeAt(14)}`,
        uptime: Math.floor((atMs - startMs) / 1000),
        firm: 'esp32',
        ver: '3.4.2',
        rssi: -58,
        adverts,
        reported: adverts,
        freeHeap: 121_000,
      }
      return [
        ...(isFirst ? [publish(atMs, `espresense/rooms/${room}/status`, 'online')] : []),
        ...messages,
        publish(atMs, `espresense/rooms/${room}/telemetry`, JSON.stringify(telemetry)),
      ]
    },
  }
  return sender
}

function sightingOf(
  tag: Pick<Tag, 'mac_address' | 'radio_identity'>,
  rssiDbm: number,
  chance: Chance,
  name?: string,
): string {
  const rssi = Math.round((rssiDbm + chance.between(-0.5, 0.5)) * 100) / 100
  return JSON.stringify({
    mac: tag.mac_address.replaceAll(':', '').toLowerCase(),
    id: tag.radio_identity,
    ...(name === undefined ? {} : { name }),
    'rssi@1m': REFERENCE_RSSI_DBM,
    rssi,
    rxAdj: 0,
    distance: Math.round(10 ** ((REFERENCE_RSSI_DBM - rssi) / (10 * ESPRESENSE_EXPONENT)) * 100) / 100,
    int: Math.round(chance.between(980, 1080)),
  })
}
