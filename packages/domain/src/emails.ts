/** What counts as an e-mail address that we send mail to. Source: specification §5. */

/** Most characters of an address. Source: RFC 5321 §4.5.3.1. */
export const MAX_EMAIL_LENGTH = 254

/** Exactly one address: no list, no name, no comment that a mail program would read as such, no invisible character. */
export const EMAIL_PATTERN =
  /^[^\s@"(),:;<>[\\\]\p{C}]{1,64}@[^\s@."(),:;<>[\\\]\p{C}]+(\.[^\s@."(),:;<>[\\\]\p{C}]+)+$/u
