/** MQTT brokers of accounts, and the formats that are read from them. Source: decision 0055. */

/** The formats in which a broker's messages are read. */
export const BROKER_READS = ['espresense', 'theengs', 'owntracks', 'shelly', 'zigbee2mqtt', 'native'] as const
export type BrokerRead = (typeof BROKER_READS)[number]

/** Brokers of an account. */
export const MAX_BROKERS = 10
/** Stations and phones of one broker; further names in its topics are left out. */
export const MAX_BROKER_SENDERS = 500

/** MQTT's registered ports. Source: IANA, Service Name and Transport Protocol Port Number Registry. */
export const MQTT_PORT = 1883
export const MQTT_TLS_PORT = 8883

/** Why there is no connection, or not yet. The console has words for each. */
export const BROKER_FAULTS = [
  'not_found',
  'not_allowed',
  'unreachable',
  'not_secure',
  'not_mqtt',
  'bad_credentials',
  'may_not_read',
  'away',
  'ended',
] as const
export type BrokerFault = (typeof BROKER_FAULTS)[number]

export const BROKER_STATES = ['paused', 'connecting', 'connected', 'failed'] as const
export type BrokerState = (typeof BROKER_STATES)[number]

/** A host name or an IP address, without brackets, port or path. */
export const BROKER_HOST = /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9.])?$|^[0-9A-Fa-f:]*:[0-9A-Fa-f:.]+$/

/** Where topics begin: one level or more, without wildcards. */
export const TOPIC_BASE = /^[^#+$/\p{Cc}][^#+\p{Cc}]{0,62}[^#+/\p{Cc}]$|^[^#+$/\p{Cc}]$/u
