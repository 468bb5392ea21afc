/** Facts of a session that server and console share. Source: specification §1, §4, §5, §9; G74. */

/** Version the console sends with every call, as `X-App-Version`. */
export const APPLICATION_VERSION = '2.3.27'
/** Version people see. */
export const PRODUCT_VERSION = '1.1.0410'

/** Fewest characters of a password. */
export const MIN_PASSWORD_LENGTH = 8
/** Most characters of a password. Source: security rule 1. */
export const MAX_PASSWORD_LENGTH = 128
/** Most UTF-16 units of a password as it is typed: more than any form of its characters takes. */
export const MAX_TYPED_PASSWORD_LENGTH = 8 * MAX_PASSWORD_LENGTH

/** The one form in which a password is hashed: keyboards and systems write the same characters differently. Source: security rule 1. */
export const normalPassword = (typed: string): string => typed.normalize('NFKC')

/** Characters of a password, as people count them. */
export const passwordLength = (typed: string): number => [...normalPassword(typed)].length

/** A stored token this old at start resets the session (ms). */
export const TOKEN_RESET_AFTER_MS = 1_800_000
/** A token older than this is refreshed (ms). */
export const TOKEN_REFRESH_AFTER_MS = 600_000

/** The time zones an account may choose. Source: specification §3, Time zones. */
export const TIME_ZONES = [
  'America/Chicago',
  'Asia/Tokyo',
  'America/Los_Angeles',
  'America/New_York',
  'America/Phoenix',
  'Asia/Singapore',
  'Asia/Taipei',
  'America/Toronto',
] as const
