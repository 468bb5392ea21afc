/** A broker as it is being edited: as typed, what is wrong with it, what is sent. Pure. Source: contract brokers. */
import type { Broker } from '@whereabouts/contract/brokers'
import {
  BROKER_HOST,
  BROKER_READS,
  type BrokerRead,
  MQTT_PORT,
  MQTT_TLS_PORT,
  TOPIC_BASE,
} from '@whereabouts/domain/brokers'
import type { BrokerBody, TryBody } from './queries.ts'

export interface BrokerDraft {
  readonly name: string
  readonly host: string
  readonly port: string
  readonly tls: boolean
  readonly caCertificate: string
  readonly username: string
  readonly password: string
  readonly reads: readonly BrokerRead[]
  readonly theengsBase: string
  readonly zigbee2mqttBase: string
  readonly tellsHomeAssistant: boolean
  readonly discoveryPrefix: string
  readonly paused: boolean
}

const DISCOVERY_PREFIX = 'homeassistant'

export const newDraft = (): BrokerDraft => ({
  name: '',
  host: '',
  port: String(MQTT_PORT),
  tls: false,
  caCertificate: '',
  username: '',
  password: '',
  reads: BROKER_READS.filter((kind) => kind !== 'native'),
  theengsBase: 'home',
  zigbee2mqttBase: 'zigbee2mqtt',
  tellsHomeAssistant: false,
  discoveryPrefix: DISCOVERY_PREFIX,
  paused: false,
})

export const draftOf = (broker: Broker): BrokerDraft => ({
  name: broker.broker_name,
  host: broker.host,
  port: String(broker.port),
  tls: broker.tls,
  caCertificate: broker.ca_certificate,
  username: broker.username,
  password: '',
  reads: broker.reads,
  theengsBase: broker.theengs_base,
  zigbee2mqttBase: broker.zigbee2mqtt_base,
  tellsHomeAssistant: broker.discovery_prefix !== '',
  discoveryPrefix: broker.discovery_prefix === '' ? DISCOVERY_PREFIX : broker.discovery_prefix,
  paused: broker.paused,
})

/** Takes an address as people copy it: `mqtts://host:8883` says more than the host. */
export function withHost(draft: BrokerDraft, typed: string): BrokerDraft {
  const [, scheme, host, port] = /^\s*(mqtts?|tcp|ssl):\/\/([^/:\s]+)(?::(\d{1,5}))?\/?\s*$/i.exec(typed) ?? []
  if (scheme === undefined || host === undefined) return { ...draft, host: typed }
  const tls = /^(mqtts|ssl)$/i.test(scheme)
  return { ...draft, host, tls, port: port ?? String(tls ? MQTT_TLS_PORT : MQTT_PORT) }
}

/** The usual port follows, as long as nobody chose another. */
export function withTls(draft: BrokerDraft, tls: boolean): BrokerDraft {
  const usual = String(draft.tls ? MQTT_TLS_PORT : MQTT_PORT)
  return { ...draft, tls, port: draft.port === usual ? String(tls ? MQTT_TLS_PORT : MQTT_PORT) : draft.port }
}

/** In the order of the form, however they were ticked. */
export const withRead = (draft: BrokerDraft, kind: BrokerRead, isRead: boolean): BrokerDraft => ({
  ...draft,
  reads: BROKER_READS.filter((other) => (other === kind ? isRead : draft.reads.includes(other))),
})

/** What was stored was for another address or user: it is not sent to this one. */
const needsPasswordAgain = (draft: BrokerDraft, stored: Broker | undefined): boolean =>
  stored?.has_password === true &&
  draft.password === '' &&
  (stored.host !== draft.host.trim() ||
    String(stored.port) !== draft.port.trim() ||
    stored.username !== draft.username ||
    (stored.tls && !draft.tls))

export interface BrokerFaults {
  readonly name: boolean
  readonly host: boolean
  readonly port: boolean
  readonly caCertificate: boolean
  readonly password: boolean
  readonly reads: boolean
  readonly theengsBase: boolean
  readonly zigbee2mqttBase: boolean
  readonly discoveryPrefix: boolean
}

export function faultsOf(draft: BrokerDraft, stored: Broker | undefined): BrokerFaults {
  const port = Number(draft.port)
  const { caCertificate: certificate } = draft
  return {
    name: draft.name.trim() === '',
    host: !BROKER_HOST.test(draft.host.trim()),
    port: !/^\s*\d{1,5}\s*$/.test(draft.port) || port < 1 || port > 65_535,
    caCertificate: draft.tls && certificate.trim() !== '' && !certificate.includes('-----BEGIN CERTIFICATE-----'),
    password: needsPasswordAgain(draft, stored),
    reads: draft.reads.length === 0 && !draft.tellsHomeAssistant,
    theengsBase: draft.reads.includes('theengs') && !TOPIC_BASE.test(draft.theengsBase.trim()),
    zigbee2mqttBase: draft.reads.includes('zigbee2mqtt') && !TOPIC_BASE.test(draft.zigbee2mqttBase.trim()),
    discoveryPrefix: draft.tellsHomeAssistant && !TOPIC_BASE.test(draft.discoveryPrefix.trim()),
  }
}

/** A base that is not used may be left half typed. */
const baseOr = (typed: string, usual: string): string => (TOPIC_BASE.test(typed.trim()) ? typed.trim() : usual)

const addressOf = (draft: BrokerDraft) => ({
  host: draft.host.trim(),
  port: Number(draft.port),
  tls: draft.tls,
  ca_certificate: draft.tls ? draft.caCertificate.trim() : '',
  username: draft.username,
  ...(draft.password === '' ? {} : { password: draft.password }),
  reads: [...draft.reads],
  theengs_base: baseOr(draft.theengsBase, 'home'),
  zigbee2mqtt_base: baseOr(draft.zigbee2mqttBase, 'zigbee2mqtt'),
})

export const bodyOf = (draft: BrokerDraft): BrokerBody => ({
  ...addressOf(draft),
  broker_name: draft.name.trim(),
  discovery_prefix: draft.tellsHomeAssistant ? draft.discoveryPrefix.trim() : '',
  paused: draft.paused,
})

export const tryBodyOf = (draft: BrokerDraft, stored: Broker | undefined): TryBody => ({
  ...addressOf(draft),
  ...(stored === undefined ? {} : { broker_id: stored.broker_id }),
})
