/** The course that an alarm took, and whether it went further in time. Source: security rules 50, 52, 54; G86; decision 0024. */
import type { AccountBook, AlarmEntry, ConsoleBook, Ledger } from './ledger.ts'

/** An alarm that no console shows goes further after this long (ms). */
const SHOWN_WITHIN_MS = 10_000
/** Steps are looked for twice a second; what is due may be later by this (ms). */
const STEP_LATE_MS = 2000
/** A contact gets one mail in this time (ms), and those that wait come with the next. */
const MAIL_WITHIN_MS = 32_000

/** The life of one alarm as the ledger tells it (ms of true time). */
export interface Course {
  readonly first: AlarmEntry
  readonly entries: readonly AlarmEntry[]
  readonly shownAtMs: number | undefined
  readonly acknowledgedAtMs: number | undefined
  /** When each contact was told. */
  readonly toldAtMs: readonly number[]
  readonly escalatedAtMs: number | undefined
}

/** Only whoever may answer sees an alarm; what others say of having shown it counts for nothing. */
export function courseOf(entries: readonly AlarmEntry[], books: readonly ConsoleBook[]): Course {
  const first = entries[0]!
  const last = entries.at(-1)!
  const writtenMs = entries.find(({ isShown }) => isShown)?.atMs
  const seen = books.filter(({ mayAnswer }) => mayAnswer).flatMap(({ receipts }) => receipts)
  const seenMs = Math.min(...seen.filter(({ alarmId }) => alarmId === first.alarmId).map(({ atMs }) => atMs))
  return {
    first,
    entries,
    shownAtMs: writtenMs === undefined || seenMs === Number.POSITIVE_INFINITY ? undefined : Math.max(writtenMs, seenMs),
    acknowledgedAtMs: entries.find(({ state }) => state === 'acknowledged')?.atMs,
    toldAtMs: Array.from({ length: last.told }, (_, place) => entries.find(({ told }) => told > place)!.atMs),
    escalatedAtMs: entries.find(({ state }) => state === 'escalated')?.atMs,
  }
}

/** Whether an alarm went further when it was to, and to whom. */
export function escalation(course: Course, account: AccountBook, ledger: Ledger): { due: number; late: string[] } {
  const { first, shownAtMs, acknowledgedAtMs = ledger.endedAtMs, toldAtMs, escalatedAtMs } = course
  const { contacts, acknowledgeWithinMs } = account
  const late: string[] = []
  let due = 0
  const what = `${first.type} of ${first.deviceId} (${first.alarmId.slice(0, 8)})`
  const expect = (text: string, fromMs: number, waitMs: number, doneAtMs: number | undefined, slackMs: number) => {
    const byMs = deadline(fromMs, waitMs, ledger, slackMs)
    if (byMs > Math.min(acknowledgedAtMs, ledger.endedAtMs)) return
    due += 1
    if (doneAtMs === undefined || doneAtMs > byMs) {
      late.push(
        `${what}: ${text} was due at ${at(byMs)}, ${doneAtMs === undefined ? 'never came' : `came at ${at(doneAtMs)}`}`,
      )
    }
  }
  // Whoever never came cannot be waited for.
  const mayAnswer = ledger.consoles.filter((book) => book.mayAnswer && book.accountId === account.accountId)
  const someMayListen = mayAnswer.some(({ openedAtMs }) => openedAtMs !== undefined && openedAtMs <= first.atMs)
  if (course.acknowledgedAtMs !== undefined && mayAnswer.length === 0)
    late.push(`${what}: answered for by nobody who may`)
  const isSeen = shownAtMs !== undefined && (escalatedAtMs === undefined || shownAtMs <= escalatedAtMs)
  if (!isSeen) {
    const doneAtMs = [shownAtMs, escalatedAtMs].filter((atMs) => atMs !== undefined).toSorted((a, b) => a - b)[0]
    expect('an alarm nobody saw', first.atMs, someMayListen ? SHOWN_WITHIN_MS : 0, doneAtMs, STEP_LATE_MS)
  } else if (first.repeat) {
    const waitMs = acknowledgeWithinMs + (contacts[0]?.afterMs ?? 0)
    expect('an alarm nobody answered', shownAtMs, waitMs, escalatedAtMs, STEP_LATE_MS)
  }
  if (escalatedAtMs !== undefined) {
    if (contacts.length > 0 && toldAtMs[0] !== escalatedAtMs) late.push(`${what}: went further and told nobody`)
    // In the same transaction, but for the time its statements take.
    const isPushed = ledger.pushes.some(
      ({ atMs, accountId }) =>
        accountId === account.accountId && atMs >= escalatedAtMs && atMs <= escalatedAtMs + STEP_LATE_MS,
    )
    if (account.subscriptions > 0 && !isPushed) late.push(`${what}: went further without push`)
  }
  for (const [place, contact] of contacts.entries()) {
    const before = toldAtMs[place]
    if (before === undefined) break
    const mail = ledger.mails.find(({ atMs, to }) => atMs >= before && to === contact.email)
    const isOver = !first.repeat && shownAtMs !== undefined && shownAtMs < before + MAIL_WITHIN_MS
    // Servers whose clocks differ each take the other's last mail for their own, at times of their own.
    const withinMs = MAIL_WITHIN_MS * (ledger.setBacksMs.length > 0 ? 2 : 1)
    if (!isOver) expect(`mail to contact ${place + 1}`, before, withinMs, mail?.atMs, STEP_LATE_MS)
    const next = contacts[place + 1]
    if (first.repeat && next !== undefined) {
      expect(`contact ${place + 2}`, before, Math.max(1000, next.afterMs), toldAtMs[place + 1], STEP_LATE_MS)
    }
  }
  const toldAfter = toldAtMs.findIndex((atMs) => atMs > acknowledgedAtMs)
  if (toldAfter >= 0) late.push(`${what}: contact ${toldAfter + 1} was told after it was answered for`)
  return { due, late }
}

/** When something that waits so long is to be done: trouble does not count, and a clock set back makes it wait anew. */
function deadline(fromMs: number, waitMs: number, { trouble, setBacksMs }: Ledger, slackMs: number): number {
  let byMs = fromMs + waitMs + slackMs
  const spans = trouble.toSorted((a, b) => a.fromMs - b.fromMs)
  const steps = setBacksMs.toSorted((a, b) => a - b)
  for (;;) {
    const span = spans[0]
    const step = steps[0]
    if (span !== undefined && span.fromMs < byMs && (step === undefined || span.fromMs <= step)) {
      // After it, connections are made anew.
      if (span.toMs > fromMs) byMs += span.toMs - Math.max(span.fromMs, fromMs) + slackMs
      spans.shift()
    } else if (step !== undefined && step < byMs) {
      if (step >= fromMs) byMs = Math.max(byMs, step + waitMs + slackMs)
      steps.shift()
    } else return byMs
  }
}

export const at = (ms: number): string => `${(ms / 1000).toFixed(3)} s`
