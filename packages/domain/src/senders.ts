/** Senders: what reports to the gateway. Source: G85. */

/** Protocols a credential may be limited to. */
export const CREDENTIAL_KINDS = ['any', 'native', 'owntracks', 'osmand', 'espresense', 'theengs', 'shelly'] as const
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number]
