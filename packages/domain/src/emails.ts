/** The e-mail addresses that the server sends mail to. Source: specification §5. */

/** Most characters of an address. Source: RFC 5321 §4.5.3.1. */
export const MAX_EMAIL_LENGTH = 254

const UNSEEN = String.raw`\p{C}\p{Default_Ignorable_Code_Point}`
const SIGNS = String.raw`@"(),:;<>[\\\]`

/** Exactly one address: no list, no name, no comment that a mail program would read as such, no invisible character. */
export const EMAIL_PATTERN = new RegExp(
  String.raw`^[^\s${SIGNS}${UNSEEN}]{1,64}@[^\s.${SIGNS}${UNSEEN}]+(\.[^\s.${SIGNS}${UNSEEN}]+)+$`,
  'u',
)
