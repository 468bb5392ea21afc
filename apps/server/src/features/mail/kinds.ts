/** The kinds of mails, and the facts in their texts. */

export const MAIL_KINDS = [
  'confirm',
  'recovery',
  'invitation',
  'remove_account',
  'change_email',
  'remove_trackers',
  'remove_stations',
  'remove_carepads',
  'accept_share',
  'confirm_contact',
  'email_notice',
  'password_changed',
  'contacts_changed',
  'alarm',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

export interface MailFacts {
  /** The address of the account. */
  readonly email: string
  /** Of an e-mail change. */
  readonly newEmail?: string
  /** The person who invites, or shares. */
  readonly inviter?: string
  /** The person who requests a removal, as in lists. */
  readonly asker?: string
  /** Names of the devices it concerns. */
  readonly deviceNames?: readonly string[]
  /** Addresses that are told of alarms, a line each. */
  readonly contacts?: readonly string[]
  /** What happened, a line each. */
  readonly alarms?: readonly string[]
}

/**
 * The texts of a mail. Paragraphs name facts in braces: `{email}`, `{newEmail}`, `{inviter}`, `{asker}`, `{device}` is the only
 * device, `{devices}`, `{contacts}` and `{alarms}` as paragraphs list all, and `{once}` says how long the link works.
 */
interface Letter {
  /** Contains no fact that somebody typed. */
  readonly subject: string
  /** Before the link. */
  readonly says: readonly string[]
  /** On the link; a letter without it has no link. */
  readonly link?: string
  /** After the link. */
  readonly adds: readonly string[]
}

/** How long links work; `links.ts` says which one does how long. */
export type LinkLife = 'hour' | 'day' | 'week'

/** All words of a language. */
export interface MailWords {
  /** What `{once}` stands for. */
  readonly once: Readonly<Record<LinkLife, string>>
  /** Ends a list of devices; `{count}` more are not named. */
  readonly andMore: string
  /** The same of alarms. */
  readonly andMoreAlarms: string
  readonly letters: Readonly<Record<MailKind, Letter>>
}
