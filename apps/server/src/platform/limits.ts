/** How much a caller may ask of this server. Tests that reach a limit pass a lower one. */

export interface Limits {
  /** Calls of a session in a minute. Source: security rule 30. */
  readonly callsPerMinute: number
  /** How long the headers of a request may take, and all of it (ms). Source: security rule 19. */
  readonly headersWithinMs: number
  readonly requestWithinMs: number
  /** All pictures of an account together. Source: security rule 23. */
  readonly pictureBytesPerAccount: number
}

export const LIMITS: Limits = {
  callsPerMinute: 600,
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  pictureBytesPerAccount: 500 * 1024 * 1024,
}
