/** The course that an alarm took, as the ledger tells it. Source: security rules 50, 52; G86; decision 0024. */
import type { AlarmEntry, ConsoleBook } from './ledger.ts'

/** An alarm that is escalated: a contact is mailed, and every browser is pushed. */
export interface Step {
  readonly atMs: number
  readonly transaction: string
  /** The contact, by its place among the account's. */
  readonly place: number
  /** What it was just before. */
  readonly before: AlarmEntry
}

/** The life of one alarm (ms of true time). */
export interface Course {
  readonly first: AlarmEntry
  readonly entries: readonly AlarmEntry[]
  /** When it was both written as shown and seen by somebody who may answer. */
  readonly shownAtMs: number | undefined
  readonly acknowledgedAtMs: number | undefined
  /** When nobody had to be told of it any more. */
  readonly overAtMs: number | undefined
  readonly steps: readonly Step[]
  readonly escalatedAtMs: number | undefined
}

/** Nobody has answered for it; one that does not repeat is over once it was shown (G86). */
export const isOpen = ({ state, repeat, isShown }: AlarmEntry): boolean =>
  state !== 'acknowledged' && (repeat || !isShown)

/** Only people who may acknowledge see an alarm; receipts of others count for nothing. */
export function courseOf(entries: readonly AlarmEntry[], books: readonly ConsoleBook[]): Course {
  const first = entries[0]!
  const writtenMs = entries.find(({ isShown }) => isShown)?.atMs
  const seen = books.filter(({ mayAnswer }) => mayAnswer).flatMap(({ receipts }) => receipts)
  const seenMs = Math.min(...seen.filter(({ alarmId }) => alarmId === first.alarmId).map(({ atMs }) => atMs))
  const acknowledgedAtMs = entries.find(({ state }) => state === 'acknowledged')?.atMs
  const isSeen = writtenMs !== undefined && seenMs !== Number.POSITIVE_INFINITY
  const shownAtMs = isSeen ? Math.max(writtenMs, seenMs) : undefined
  const overs = [acknowledgedAtMs, first.repeat ? undefined : shownAtMs].filter((atMs) => atMs !== undefined)
  return {
    ...{ first, entries, shownAtMs, acknowledgedAtMs },
    overAtMs: overs.toSorted((a, b) => a - b)[0],
    steps: entries.flatMap(({ atMs, transaction, told }, number) => {
      const before = entries[number - 1] ?? { ...first, told: 0 }
      return Array.from({ length: Math.max(0, told - before.told) }, (_, more) => ({
        ...{ atMs, transaction, before, place: before.told + more },
      }))
    }),
    escalatedAtMs: entries.find(({ state }) => state === 'escalated')?.atMs,
  }
}

/** What an alarm may never become: open again, unseen again, told to fewer. */
export function fallsBack({ entries }: Course): string[] {
  return entries.flatMap((entry, number) => {
    const before = entries[number - 1]
    if (before === undefined) return []
    const isBack =
      (before.state === 'acknowledged' && entry.state !== 'acknowledged') ||
      (before.isShown && !entry.isShown) ||
      entry.told < before.told
    return isBack ? [`${nameOf(entry)} was ${before.state} and is ${entry.state} at ${at(entry.atMs)}`] : []
  })
}

export const nameOf = ({ type, deviceId, alarmId }: AlarmEntry): string =>
  `${type} of ${deviceId} (${alarmId.slice(0, 8)})`

export const at = (ms: number): string => `${(ms / 1000).toFixed(3)} s`
