/** Limits of what a caller may ask of this server. Tests that reach one pass a lower limit. */

import type { BodyKind, BodyLimits } from './body-budget.ts'

/** Connections that may be open, over all ports. */
export interface ConnectionLimits {
  readonly total: number
  /** Of these, those that have shown neither session nor credential yet. */
  readonly unproved: number
  /** Of one address, all together; and those that have proved nothing yet, by port. */
  readonly perAddress: number
  readonly unprovedPerAddress: { readonly http: number; readonly mqtt: number }
  /** Of an address whose wrong credentials within a minute were as many, only so many that have proved nothing. */
  readonly wrongTries: number
}

export interface RowLimits {
  readonly sender: number
  readonly account: number
}

export interface Limits {
  /** Calls of a session in a minute. Source: security rule 30. */
  readonly callsPerMinute: number
  /** Files and questions of a reader in a minute. */
  readonly readerCallsPerMinute: number
  /** Time limits of a request's headers, and of the whole request (ms). Source: security rule 19. */
  readonly headersWithinMs: number
  readonly requestWithinMs: number
  readonly connections: ConnectionLimits
  /** Who GPS hardware is must be told within this time (ms). Source: security rule 42. */
  readonly hardwareLoginWithinMs: number
  /**
   * An MQTT connection that is silent in both directions for this long (ms) is dead: one and a half times the longest keep alive.
   * Source: MQTT 3.1.1 §3.1.2.10.
   */
  readonly mqttSilenceMs: number
  /** A body of which nothing more comes for this long (ms) is cut. */
  readonly bodyStallsMs: number
  /** Memory for bodies under way, by whose they are. */
  readonly bodies: Readonly<Record<BodyKind, BodyLimits>>
  /** Rows that reports may bring in a minute. */
  readonly rowsPerMinute: RowLimits
  /** Messages of one broker in a second. */
  readonly brokerMessagesPerSecond: number
  /** A mail server that says nothing for this long (ms) is away. Source: security rule 26. */
  readonly mailServerSilenceMs: number
  /** All pictures of an account together (bytes). Source: security rule 23. */
  readonly pictureBytesPerAccount: number
}

/** Of an account, and a fifth of it for one sender: a station that hears a thousand tags each second. */
export const rowLimits = (account: number): RowLimits => ({ account, sender: Math.ceil(account / 5) })

/** The parts of so many connections: half are kept for who has proved who he is, as consoles and stations. */
export const connectionLimits = (total: number): ConnectionLimits => ({
  total,
  unproved: Math.ceil(total / 2),
  // Phones and stations behind one address are many.
  perAddress: Math.ceil(total / 2),
  unprovedPerAddress: { http: 512, mqtt: 512 },
  wrongTries: 50,
})

/** Seconds; phones sleep long. An MQTT client may name a longer time or none, and is watched by this one. */
export const MAX_KEEPALIVE_S = 3600
const MB = 1024 * 1024

export const LIMITS: Limits = {
  callsPerMinute: 600,
  readerCallsPerMinute: 60,
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  connections: connectionLimits(10_000),
  hardwareLoginWithinMs: 10_000,
  mqttSilenceMs: MAX_KEEPALIVE_S * 1500,
  bodyStallsMs: 5000,
  bodies: {
    public: { total: 8 * MB, perCaller: MB },
    sender: { total: 16 * MB, perCaller: 4 * MB },
    session: { total: 16 * MB, perCaller: 2 * MB },
    picture: { total: 32 * MB, perCaller: 16 * MB },
  },
  rowsPerMinute: rowLimits(300_000),
  brokerMessagesPerSecond: 500,
  mailServerSilenceMs: 5000,
  pictureBytesPerAccount: 500 * MB,
}
