/** Senders: phones, stations and networks that report to the gateway, and readers. Source: G85. */

/**
 * Protocols a credential may be limited to; `any` allows all of them. A `reader` sends nothing: it receives where the account's
 * trackers are, as Home Assistant and omlox clients do.
 */
export const CREDENTIAL_KINDS = [
  'any',
  'native',
  'owntracks',
  'osmand',
  'espresense',
  'theengs',
  'shelly',
  'ruuvi',
  'thethings',
  'chirpstack',
  'meshtastic',
  'teltonika',
  'gt06',
  'reader',
] as const
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number]
/** Zigbee2MQTT is read from a broker alone. */
export type SenderKind = CredentialKind | 'zigbee2mqtt'

/** GPS hardware, which knows no password: its sender id is its IMEI. */
export const HARDWARE_KINDS = ['teltonika', 'gt06'] as const satisfies readonly CredentialKind[]
export type HardwareKind = (typeof HARDWARE_KINDS)[number]
export const isHardwareKind = (kind: CredentialKind): kind is HardwareKind =>
  HARDWARE_KINDS.some((hardware) => hardware === kind)

/** 15 digits. */
export const IMEI = /^\d{15}$/

/** Ids that fit topics and paths. */
export const SENDER_ID = /^[A-Za-z0-9_-]{1,64}$/

/** MQTT topics of a sender of our own protocol: one for its reports, one for its commands. */
export const upTopic = (senderId: string): string => `whereabouts/${senderId}/up`
export const downTopic = (senderId: string): string => `whereabouts/${senderId}/down`

/** OwnTracks cuts a key to this many bytes of UTF-8. Source: wire formats §1.6. */
export const MAX_PAYLOAD_KEY_BYTES = 256

/** Kinds of credentials whose phones may encrypt their messages. */
export const mayEncrypt = (kind: CredentialKind): boolean => kind === 'owntracks' || kind === 'any'
