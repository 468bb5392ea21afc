/** Whether an alarm went further in time, and neither before its time. Source: security rules 52, 54; G86; decision 0024. */
import { at, type Course, nameOf, type Step } from './courses.ts'
import type { AccountBook, ConsoleBook, Ledger, OutEntry } from './ledger.ts'
import { deadline, isEarly } from './waits.ts'

/** An alarm that no console shows is escalated after this long (ms); at once where no console listens. */
const SHOWN_WITHIN_MS = 10_000
/** Steps are looked for twice a second; what is due may be later by this (ms). */
const STEP_LATE_MS = 2000
/** A contact gets one mail in this time (ms), and what comes meanwhile waits for the next. */
export const MAIL_PAUSE_MS = 30_000
/** A mail names so many alarms, and says how many more there are. */
const MOST_NAMED = 20
/** No contact is told sooner than this (ms) after the step before. */
const LEAST_PAUSE_MS = 1000

/** A server says who listens at once; where its way to the database broke just then, at its next round, five seconds later (ms). */
const LISTENS_WITHIN_MS = 6000
/**
 * A clock that jumps ahead by more (ms) makes live servers look dead. Listeners at a dead server do not count (decision 0024) until it
 * has renewed its pulse, within two seconds, and its listeners, within five.
 */
const LOOKS_DEAD_MS = 5000
const LIVES_WITHIN_MS = 9000
/**
 * Who left is waited for no longer than this (ms), however often servers were killed: one that was killed too counts as living for
 * ten seconds and a pulse, and another one that begins has to let ten pass before it says otherwise, three times in a world.
 */
const GONE_AFTER_MS = 40_000

interface Found {
  /** Escalations that were due. */
  readonly due: number
  readonly late: readonly string[]
  readonly wrong: readonly string[]
}

/** Whether an alarm was escalated in time, not before, and to the right contacts. */
export function escalation(course: Course, account: AccountBook, ledger: Ledger): Found {
  const { first, shownAtMs, steps, escalatedAtMs } = course
  const { acknowledgedAtMs = ledger.endedAtMs } = course
  const { contacts, acknowledgeWithinMs } = account
  const late: string[] = []
  const wrong: string[] = []
  let due = 0
  const what = nameOf(first)
  const expect = (text: string, byMs: number, doneAtMs: number | undefined, overAtMs = acknowledgedAtMs) => {
    if (byMs > Math.min(overAtMs, ledger.endedAtMs)) return
    due += 1
    if (doneAtMs !== undefined && doneAtMs <= byMs) return
    const came = doneAtMs === undefined ? 'never came' : `came at ${at(doneAtMs)}`
    late.push(`${what}: ${text} was due at ${at(byMs)}, ${came}`)
  }
  const by = (fromMs: number, waitMs: number) => deadline(fromMs, waitMs, ledger, STEP_LATE_MS)

  const mayAnswer = ledger.consoles.filter((book) => book.mayAnswer && book.accountId === account.accountId)
  if (course.acknowledgedAtMs !== undefined && mayAnswer.length === 0)
    late.push(`${what}: answered for by nobody who may`)
  if (first.waitMs !== 0 && first.waitMs !== SHOWN_WITHIN_MS) wrong.push(`${what} waits ${first.waitMs} ms to be seen`)
  const unseenMs = unseenWaitMs(course, mayAnswer, ledger)
  const unansweredMs = Math.max(LEAST_PAUSE_MS, acknowledgeWithinMs + (contacts[0]?.afterMs ?? 0))
  const isSeen = shownAtMs !== undefined && (escalatedAtMs === undefined || shownAtMs <= escalatedAtMs)
  if (!isSeen) {
    const doneAtMs = [shownAtMs, escalatedAtMs].filter((atMs) => atMs !== undefined).toSorted((a, b) => a - b)[0]
    expect('an alarm nobody saw', by(first.atMs, unseenMs), doneAtMs)
  } else if (first.repeat) expect('an alarm nobody answered', by(shownAtMs, unansweredMs), escalatedAtMs)

  if (escalatedAtMs !== undefined && contacts.length > 0 && steps[0]?.atMs !== escalatedAtMs)
    late.push(`${what}: went further and told nobody`)
  for (const step of steps) {
    const { atMs, place, before } = step
    const contact = contacts[place]
    if (contact === undefined) {
      wrong.push(`${what}: went further at ${at(atMs)} to nobody's place ${place + 1}`)
      continue
    }
    const mail = mailOf(step, course, { to: contact.email, ledger })
    wrong.push(...mail.wrong)
    if (!mail.isSpared) expect(`mail to contact ${place + 1}`, mail.byMs, mail.atMs, course.overAtMs)
    const next = contacts[place + 1]
    const pauseMs = Math.max(LEAST_PAUSE_MS, next?.afterMs ?? 0)
    if (first.repeat && next !== undefined)
      expect(`contact ${place + 2}`, by(atMs, pauseMs), steps.find((one) => one.place === place + 1)?.atMs)

    if (!first.repeat && (place > 0 || before.isShown))
      wrong.push(`${what}: went further at ${at(atMs)}, though it was over`)
    if (before.state === 'acknowledged') late.push(`${what}: contact ${place + 1} was told after it was answered for`)
    const [fromMs, waitMs] =
      place > 0
        ? [steps.find((one) => one.place === place - 1)!.atMs, Math.max(LEAST_PAUSE_MS, contact.afterMs)]
        : before.isShown
          ? [course.entries.find(({ isShown }) => isShown)!.atMs, unansweredMs]
          : [first.atMs, unseenMs]
    if (isEarly({ fromMs, doneAtMs: atMs, waitMs }, ledger))
      wrong.push(
        `${what}: went further to contact ${place + 1} at ${at(atMs)}, ${waitMs} ms from ${at(fromMs)} were to pass`,
      )
  }
  return { due, late, wrong }
}

/**
 * How long the alarm waits to be seen. Where somebody who may answer was there for sure, he is waited for; where everybody has
 * been gone for long, or never came, nobody is. In between it is the server's word, one of the two.
 */
function unseenWaitMs({ first }: Course, mayAnswer: readonly ConsoleBook[], ledger: Ledger): number {
  const { atMs, waitMs } = first
  const { clockSteps, trouble, pauses } = ledger
  const looksDead = clockSteps.some(
    (step) => step.byMs > LOOKS_DEAD_MS && step.atMs <= atMs && atMs <= deadline(step.atMs, LIVES_WITHIN_MS, ledger, 0),
  )
  const isThere = mayAnswer.some(({ live }) =>
    live.some(({ fromMs, toMs }) => fromMs <= atMs - LISTENS_WITHIN_MS && toMs > atMs),
  )
  if (isThere && !looksDead) return SHOWN_WITHIN_MS
  const pages = mayAnswer.flatMap((book) => book.pages).filter(({ fromMs }) => fromMs <= atMs)
  const leftMs = Math.max(...pages.map(({ toMs }) => toMs))
  // By a clock that was set back, a killed server counts as alive for that much longer: the alarm waits for its listeners (decision 0024).
  const wasSetBack = clockSteps.some((step) => step.byMs < 0 && step.atMs <= atMs)
  const isGone = !wasSetBack && atMs > deadline(leftMs, GONE_AFTER_MS, { trouble, pauses, clockSteps }, 0)
  if (pages.length === 0 || isGone) return 0
  return waitMs === 0 ? 0 : SHOWN_WITHIN_MS
}

interface MailFound {
  readonly byMs: number
  /** When the mail was written that tells it; undefined: never. */
  readonly atMs: number | undefined
  /** It was over when its turn came. */
  readonly isSpared: boolean
  readonly wrong: readonly string[]
}

/** The mail that tells a contact of a step: the letter of the step, and the mail it was taken for. */
function mailOf(step: Step, course: Course, { to, ledger }: { to: string; ledger: Ledger }): MailFound {
  const { first, overAtMs = Number.POSITIVE_INFINITY } = course
  const { accountId, alarmId, deviceId } = first
  const what = nameOf(first)
  const wrong: string[] = []
  const own = ledger.letters.filter((one) => one.accountId === accountId && one.alarmId === alarmId && one.to === to)
  if (!own.some(({ isTaken, transaction }) => !isTaken && transaction === step.transaction))
    wrong.push(`${what}: contact ${step.place + 1} was told at ${at(step.atMs)} and no letter waits for ${to}`)
  const taken = own.find(({ isTaken, atMs }) => isTaken && atMs >= step.atMs)
  const isTo = (mail: OutEntry) => mail.accountId === accountId && mail.to === to
  const mail = ledger.mails.find(
    (one) => isTo(one) && one.transaction === taken?.transaction && one.alarmIds.includes(alarmId),
  )
  // Somebody may answer while the mail is being written.
  const isSpared = taken !== undefined && mail === undefined && overAtMs <= taken.atMs + ledger.trembleMs
  if (taken !== undefined && mail === undefined && !isSpared)
    wrong.push(`${what}: its letter to ${to} was taken at ${at(taken.atMs)}, and no mail tells it`)
  if (mail !== undefined && mail.alarmIds.length <= MOST_NAMED && !mail.text.includes(deviceId))
    wrong.push(`${what}: the mail to ${to} at ${at(mail.atMs)} names it not`)
  return { byMs: mailByMs(step, mail, ledger.mails.filter(isTo), ledger), atMs: mail?.atMs, isSpared, wrong }
}

/**
 * By when the mail of a step is to be written: at once, or half a minute after the one before. By a clock that was set back that one
 * may be younger than it is, so a contact may wait the half minute again, and no longer.
 */
function mailByMs({ atMs }: Step, mail: OutEntry | undefined, all: readonly OutEntry[], ledger: Ledger): number {
  const before = all.findLast((one) => one !== mail && one.atMs <= atMs + ledger.trembleMs)
  const wasSetBack = before !== undefined && ledger.clockSteps.some((step) => step.byMs < 0 && step.atMs <= atMs)
  return Math.max(
    deadline(atMs, wasSetBack ? MAIL_PAUSE_MS : 0, ledger, STEP_LATE_MS),
    before === undefined || wasSetBack ? 0 : deadline(before.atMs, MAIL_PAUSE_MS, ledger, STEP_LATE_MS),
  )
}
