/** Topics of a broker that others publish on: what to subscribe to, and whose a message is. Source: wire formats §1, §3, §4, §7. */
import type { BrokerRead } from '@whereabouts/domain/brokers'
import { parseEspresenseTopic } from './espresense.ts'
import { parseOwntracksTopic } from './owntracks.ts'
import { parseShellyTopic } from './shelly.ts'
import { parseTheengsTopic } from './theengs.ts'
import { textOf } from './values.ts'
import { parseZigbee2mqttTopic } from './zigbee2mqtt.ts'

/** What is read of a broker. */
export interface BrokerReading {
  readonly reads: readonly BrokerRead[]
  /** Where the topics of OpenMQTTGateway and Theengs Gateway begin. */
  readonly theengsBase: string
  readonly zigbee2mqttBase: string
}

/** Who a message is from, as its topic names him: a room, a gateway, a phone. */
export interface BrokerSource {
  readonly kind: BrokerRead
  readonly label: string
}

const FILTERS: { readonly [Kind in BrokerRead]: (reading: Omit<BrokerReading, 'reads'>) => readonly string[] } = {
  espresense: () => ['espresense/devices/+/+', 'espresense/rooms/+/status', 'espresense/rooms/+/telemetry'],
  theengs: ({ theengsBase: base }) =>
    ['+/BTtoMQTT/+', '+/LWT', '+/SYStoMQTT', '+/presence', 'presence/+', 'home_presence/+'].map(
      (rest) => `${base}/${rest}`,
    ),
  owntracks: () => ['owntracks/+/+', 'owntracks/+/+/event'],
  shelly: () => ['+/events/rpc', '+/+/events/rpc', '+/online'],
  // Names of two levels are not read: Zigbee2MQTT's own lists, which are long, stand beside them.
  zigbee2mqtt: ({ zigbee2mqttBase: base }) => [`${base}/+`, `${base}/bridge/state`],
  native: () => ['whereabouts/+/up'],
}

/** The topic filters for what is read, each once. */
export const filtersOf = (reading: BrokerReading): readonly string[] => [
  ...new Set(reading.reads.flatMap((kind) => FILTERS[kind](reading))),
]

const LABELS: {
  readonly [Kind in BrokerRead]: (topic: string, reading: Omit<BrokerReading, 'reads'>) => string | undefined
} = {
  espresense(topic) {
    const parsed = parseEspresenseTopic(topic)
    return parsed?.family === 'sighting' || parsed?.family === 'room' ? parsed.room : undefined
  },
  theengs(topic, { theengsBase }) {
    const parsed = parseTheengsTopic(topic, theengsBase)
    return parsed === undefined || parsed.family === 'other' ? undefined : parsed.station
  },
  owntracks(topic) {
    const parsed = parseOwntracksTopic(topic)
    return parsed === undefined ? undefined : `${parsed.user}/${parsed.device}`
  },
  shelly(topic) {
    const parsed = parseShellyTopic(topic)
    // An address at the end is no Shelly's topic here: of others' devices there are many with one.
    return parsed?.family === 'events' || parsed?.family === 'online' ? parsed.station : undefined
  },
  zigbee2mqtt(topic, { zigbee2mqttBase }) {
    return parseZigbee2mqttTopic(topic, zigbee2mqttBase) === undefined ? undefined : zigbee2mqttBase
  },
  native(topic) {
    return textOf(/^whereabouts\/([A-Za-z0-9_-]{1,64})\/up$/.exec(topic)?.[1])
  },
}

/** Whose a message is; undefined: on no topic that is read. */
export function sourceOf(topic: string, reading: BrokerReading): BrokerSource | undefined {
  for (const kind of reading.reads) {
    const label = LABELS[kind](topic, reading)
    if (label !== undefined) return { kind, label }
  }
  return undefined
}
