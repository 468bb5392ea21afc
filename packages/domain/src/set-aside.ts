/**
 * Why the gateway rejected messages of a sender, and what helps. A new reason of a decoder must be added to one of these lists, or it does
 * not compile; its texts are `trouble.…` in the console. Source: decision 0064; security rule 43.
 */

/** Reasons, grouped by their remedy. */
const REASONS = {
  noKey: ['encrypted_no_key'],
  wrongKey: ['decryption_failed', 'nested_encryption'],
  wrongUser: ['wrongUser'],
  otherProtocol: ['forbidden'],
  foreignTopic: ['foreignTopic', 'bad_topic'],
  foreignSender: ['foreignSender'],
  noPlace: ['bad_position', 'bad_location'],
  noTime: ['no_time', 'bad_time'],
  noDeviceId: ['missing_device_id', 'no_identity', 'no_device', 'no_node'],
  notDecoded: ['not_decoded'],
  tooOld: ['tooOld'],
  clockAhead: ['clockAhead'],
  weekRollover: ['weekRollover'],
  unknownTags: ['unknownDevice'],
  tooMuch: ['tooManyRequests'],
  otherDevice: ['bad_frame', 'bad_length', 'bad_check_sum', 'bad_login', 'no_login'],
  ours: ['serverError', 'poisoned', 'storageBusy'],
  unreadable: [
    'not_utf8',
    'not_json',
    'not_object',
    'invalidInput',
    'bad_content',
    'bad_record',
    'bad_status',
    'bad_setting',
    'bad_event',
    'bad_beacon',
    'bad_waypoints',
    'no_data',
    'no_events',
    'no_payload',
    'no_rssi',
    'no_sighting',
  ],
} as const satisfies Record<string, readonly string[]>

/**
 * With the name that the makers give to what is not read: nothing is lost by the first, reports may be by the second, and by the last a
 * field that its report does not need.
 */
const NAMED = { notRead: 'not_read ', unknownMessage: 'unknown_message ', badValue: 'bad_value ' } as const

type Named = keyof typeof NAMED
export type Trouble = keyof typeof REASONS | Named

/** As it is counted. */
export type SetAsideReason = (typeof REASONS)[keyof typeof REASONS][number] | `${(typeof NAMED)[Named]}${string}`

/** Documented messages that are not read, by name: nothing in them is needed. */
export const notRead = (name: string) => `${NAMED.notRead}${name}` as const
/** Undocumented messages, whose reports may be lost. */
export const unknownMessage = (name: string) => `${NAMED.unknownMessage}${name}` as const

/** A field of a report that was left out as its value cannot be read, by its name. */
export const badValue = (field: string) => `${NAMED.badValue}${field}` as const

/** These lose nothing and need no action. */
const HARMLESS: ReadonlySet<Trouble> = new Set(['unknownTags', 'clockAhead', 'weekRollover', 'notRead'])
export const isHarmless = (trouble: Trouble): boolean => HARMLESS.has(trouble)

const TROUBLE_OF: ReadonlyMap<string, Trouble> = new Map(
  Object.entries(REASONS).flatMap(([trouble, reasons]) => reasons.map((reason) => [reason, trouble as Trouble])),
)

/** The trouble, with the name of an unread message. An unknown reason counts as an unreadable message. */
export function troubleOf(reason: string): { readonly trouble: Trouble; readonly what?: string } {
  for (const trouble of Object.keys(NAMED) as Named[]) {
    const start = NAMED[trouble]
    if (reason.startsWith(start)) return { trouble, what: reason.slice(start.length) }
  }
  return { trouble: TROUBLE_OF.get(reason) ?? 'unreadable' }
}

export const TROUBLES: readonly Trouble[] = [...Object.keys(REASONS), ...Object.keys(NAMED)] as Trouble[]
