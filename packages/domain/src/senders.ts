/** Senders: what reports to the gateway. Source: G85. */

/**
 * Protocols a credential may be limited to; `any` is one for each of them. A `reader` sends nothing: it is told where the
 * account's trackers are, as Home Assistant and omlox clients are.
 */
export const CREDENTIAL_KINDS = [
  'any',
  'native',
  'owntracks',
  'osmand',
  'espresense',
  'theengs',
  'shelly',
  'reader',
] as const
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number]

/** What topics and paths can carry. */
export const SENDER_ID = /^[A-Za-z0-9_-]{1,64}$/

/** MQTT topics of a sender of our own protocol: where it reports, and where it is told what to do. */
export const upTopic = (senderId: string): string => `whereabouts/${senderId}/up`
export const downTopic = (senderId: string): string => `whereabouts/${senderId}/down`
