/**
 * That each telling has its reason, and each reason its telling: pushes, mails, and alarms that are sent again. Source: G64, G86;
 * security rules 51, 52; decision 0024.
 */
import { at, type Course, isOpen, nameOf } from './courses.ts'
import { MAIL_PAUSE_MS } from './escalations.ts'
import type { AccountBook, EventEntry, Ledger } from './ledger.ts'
import { isEarly, wasSetBack } from './waits.ts'

interface Found {
  readonly missed: readonly string[]
  readonly doubled: readonly string[]
  readonly wrong: readonly string[]
}

/** The alarm, or other happening, that an event tells of. */
const rootOf = ({ id, againOf }: EventEntry): string => againOf ?? id

export function tellings(account: AccountBook, courses: readonly Course[], ledger: Ledger): Found {
  const events = ledger.events.filter(({ accountId }) => accountId === account.accountId)
  const pushed = pushes(account, courses, events, ledger)
  const mailed = mails(account, courses, ledger)
  return {
    missed: pushed.missed,
    doubled: [...pushed.doubled, ...mailed.doubled],
    wrong: [...sentAgain(courses, events), ...mailed.wrong],
  }
}

/**
 * Every browser is told of each event once, in the event's transaction, and of each step of an alarm once, in the step's; what goes
 * further at once is told by its step alone.
 */
function pushes(
  { accountId, subscriptions }: AccountBook,
  courses: readonly Course[],
  events: readonly EventEntry[],
  ledger: Ledger,
): Pick<Found, 'missed' | 'doubled'> {
  const roots = new Map(events.map((event) => [event.id, rootOf(event)]))
  const keyOf = (transaction: string, root: string | undefined) => `${transaction} ${root}`
  const due = new Map<string, { count: number; what: string }>()
  const add = (transaction: string, root: string, what: string) => {
    const key = keyOf(transaction, root)
    due.set(key, { count: (due.get(key)?.count ?? 0) + subscriptions, what })
  }
  const atOnce = new Set(courses.filter(({ first }) => first.waitMs === 0).map(({ first }) => first.alarmId))
  for (const event of events) {
    if (atOnce.has(event.id)) continue
    add(
      event.transaction,
      rootOf(event),
      `${event.type} of ${event.deviceId} (${event.id.slice(0, 8)}) at ${at(event.atMs)}`,
    )
  }
  for (const { first, steps } of courses) {
    for (const { transaction, atMs, place } of steps)
      add(transaction, first.alarmId, `${nameOf(first)}, further to contact ${place + 1} at ${at(atMs)},`)
  }
  const own = ledger.pushes.filter((one) => one.accountId === accountId)
  const sent = Map.groupBy(own, ({ transaction, to }) => keyOf(transaction, roots.get(to)))
  const missed = [...due].flatMap(([key, { count, what }]) => {
    const pushed = sent.get(key)?.length ?? 0
    return pushed < count ? [`${what} was pushed to ${pushed} of ${subscriptions} browsers`] : []
  })
  const doubled = [...sent].flatMap(([key, tellings]) => {
    const known = due.get(key)
    if (tellings.length <= (known?.count ?? 0)) return []
    return [`${known?.what ?? tellings[0]!.to} was pushed ${tellings.length} times at ${at(tellings[0]!.atMs)}`]
  })
  return { missed, doubled }
}

/**
 * An alarm is sent again by a stop that left it unnamed, while it is open, and once by each: so it is told once, and once more for
 * each such stop.
 */
function sentAgain(courses: readonly Course[], events: readonly EventEntry[]): string[] {
  const stops = new Set(events.filter(({ type }) => type === 'disengage').map(({ transaction }) => transaction))
  return courses.flatMap(({ first, entries }) => {
    const again = events.filter(
      ({ id, againOf }) => againOf === first.alarmId || (id === first.alarmId && againOf !== null),
    )
    const byTransaction = Map.groupBy(again, ({ transaction }) => transaction)
    return [...byTransaction].flatMap(([transaction, told]) => {
      const what = `${nameOf(first)} was sent again at ${at(told[0]!.atMs)}`
      // The alarm's own row is moved with it.
      const moved = entries.findIndex((entry) => entry.transaction === transaction)
      return [
        ...(stops.has(transaction) ? [] : [`${what}, and nobody stopped anything`]),
        ...(told.length === 1 ? [] : [`${what} ${told.length} times by one stop`]),
        ...(moved > 0 && isOpen(entries[moved - 1]!) && isOpen(entries[moved]!) ? [] : [`${what}, though it was over`]),
      ]
    })
  })
}

/** A mail takes letters, each of a step, once; and a contact gets one in half a minute. */
function mails(
  { accountId }: AccountBook,
  courses: readonly Course[],
  ledger: Ledger,
): Pick<Found, 'doubled' | 'wrong'> {
  const doubled: string[] = []
  const wrong: string[] = []
  const letters = ledger.letters.filter((one) => one.accountId === accountId)
  const steps = new Set(
    courses.flatMap(({ first, steps }) => steps.map((one) => `${one.transaction} ${first.alarmId}`)),
  )
  for (const { isTaken, transaction, alarmId, to, atMs } of letters) {
    if (!isTaken && !steps.has(`${transaction} ${alarmId}`))
      wrong.push(`a letter to ${to} of ${alarmId.slice(0, 8)} at ${at(atMs)} is of no step`)
  }
  const own = ledger.mails.filter((one) => one.accountId === accountId)
  for (const [to, told] of Map.groupBy(own, (mail) => mail.to)) {
    for (const [place, mail] of told.entries()) {
      const taken = letters.filter((one) => one.isTaken && one.to === to && one.transaction === mail.transaction)
      const known = new Set(taken.map(({ alarmId }) => alarmId))
      if (taken.length === 0 || mail.alarmIds.some((id) => !known.has(id)))
        doubled.push(`a mail to ${to} at ${at(mail.atMs)} tells what no letter does`)
      const before = told[place - 1]
      if (before === undefined) continue
      if (before.transaction === mail.transaction) doubled.push(`${to} got two mails at once at ${at(mail.atMs)}`)
      // After a clock was set back, the mail before lies in the future and delays none: late is worse.
      const isOfTimesToCome = wasSetBack(before.atMs, mail.atMs, ledger)
      if (!isOfTimesToCome && isEarly({ fromMs: before.atMs, doneAtMs: mail.atMs, waitMs: MAIL_PAUSE_MS }, ledger))
        wrong.push(`${to} got a mail at ${at(mail.atMs)}, ${at(mail.atMs - before.atMs)} after the one before`)
    }
  }
  return { doubled, wrong }
}
