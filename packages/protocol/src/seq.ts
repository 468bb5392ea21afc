import { hash } from 'node:crypto'

/**
 * Recognises a repeat where the protocol has no number: 22 characters (132 bits) of the SHA-256 of the message's identifying
 * parts, in base64url. Equal parts give equal text on any machine, for ever, as it is stored in rows.
 * Source: security rule 47.
 */
export const seqOf = (...parts: readonly (string | number | undefined)[]): string =>
  // The parts are free of control characters, so the separator keeps ('a', 'b') and ('ab') apart.
  hash('sha256', parts.join('\u0000'), 'base64url').slice(0, 22)
