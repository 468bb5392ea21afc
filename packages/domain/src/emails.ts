/** What counts as an e-mail address where somebody will be written to. Source: product specification §5. */

/** Most characters of an address. Source: RFC 5321 §4.5.3.1. */
export const MAX_EMAIL_LENGTH = 254

/** One address and nothing else: no list, no name, no comment that a mail program would read as such. */
export const EMAIL_PATTERN = /^[^\s@"(),:;<>[\\\]]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/
