/** What is wrong with messages that were set aside, as people can mend it. Pure. Source: decision 0008; security rule 43. */
import type { SetAside } from '@whereabouts/contract/credentials'

/** Reasons that have one remedy, by what the gateway calls them; any other is a message that cannot be read. */
const TROUBLES = {
  noKey: ['encrypted_no_key'],
  wrongKey: ['decryption_failed', 'nested_encryption'],
  wrongUser: ['wrongUser'],
  otherProtocol: ['forbidden'],
  foreignTopic: ['foreignTopic', 'bad_topic'],
  foreignSender: ['foreignSender'],
  noPlace: ['bad_position', 'bad_location'],
  noTime: ['no_time', 'bad_time'],
  noDeviceId: ['missing_device_id', 'no_identity'],
  tooOld: ['tooOld'],
  clockAhead: ['clockAhead'],
  unknownTags: ['unknownDevice'],
  ours: ['serverError', 'poisoned', 'storageBusy'],
} as const satisfies Record<string, readonly string[]>

export type Trouble = keyof typeof TROUBLES | 'unreadable'

const TROUBLE_OF: ReadonlyMap<string, Trouble> = new Map(
  Object.entries(TROUBLES).flatMap(([trouble, reasons]) => reasons.map((reason) => [reason, trouble as Trouble])),
)

export interface TroubleCount {
  readonly trouble: Trouble
  readonly count: number
  /** The last day (UTC) it happened, as `2026-11-27`. */
  readonly lastDay: string
  /** Nothing is lost by it, and nobody has to act. */
  readonly isHarmless: boolean
}

const HARMLESS: ReadonlySet<Trouble> = new Set(['unknownTags', 'clockAhead'])

/** One for each remedy, what needs somebody first, then the most frequent. */
export function troublesOf(setAside: readonly SetAside[]): TroubleCount[] {
  const byTrouble = new Map<Trouble, TroubleCount>()
  for (const { reason, count, last_day } of setAside) {
    const trouble = TROUBLE_OF.get(reason) ?? 'unreadable'
    const known = byTrouble.get(trouble)
    byTrouble.set(trouble, {
      trouble,
      count: count + (known?.count ?? 0),
      lastDay: known !== undefined && known.lastDay > last_day ? known.lastDay : last_day,
      isHarmless: HARMLESS.has(trouble),
    })
  }
  return [...byTrouble.values()].sort(
    (one, other) => Number(one.isHarmless) - Number(other.isHarmless) || other.count - one.count,
  )
}

/** Messages that somebody can do something about. */
export const lostCount = (setAside: readonly SetAside[]): number =>
  troublesOf(setAside).reduce((sum, { count, isHarmless }) => (isHarmless ? sum : sum + count), 0)
