/**
 * What is promised of alarms, stated once and judged by a ledger, simulated or real. Source: security rules 50, 51, 52, 54;
 * G64, G86; decision 0024.
 */
import { at, type Course, courseOf, fallsBack } from './courses.ts'
import { escalation } from './escalations.ts'
import type { Cause, ConsoleBook, Ledger, Span } from './ledger.ts'
import { tellings } from './tellings.ts'

/** From the commit of an alarm to its ring, and from an answer to silence (ms). */
export const WITHIN_MS = 2000
/** Presses of one call for help are reported at times that differ by no more (ms), whichever stations heard them. */
const SAME_PRESS_MS = 5000
export interface Verdict {
  readonly causes: number
  /** Of them what time alone was to bring about before the end. */
  readonly byTime: number
  readonly alarms: number
  readonly acknowledged: number
  readonly missed: readonly string[]
  readonly doubled: readonly string[]
  /**
   * What was told twice because servers whose clocks were behind took one press for several: by choice, as one of two must
   * not be lost. No breach.
   */
  readonly twiceByClock: number
  readonly ringingAfter: readonly string[]
  readonly late: readonly string[]
  readonly wrong: readonly string[]
  /** Escalations that were due, all of them. */
  readonly escalations: number
  /** From commit to ring at each live console (ms). */
  readonly ringsMs: readonly number[]
}

/**
 * Judges a ledger; each breach is a sentence. On a real machine, which others keep busy too, what is late is no breach before
 * `withinMs`: there it is the p99 that is promised.
 */
export function judge(ledger: Ledger, withinMs = WITHIN_MS): Verdict {
  const courses = [...Map.groupBy(ledger.alarms, ({ alarmId }) => alarmId).values()].map((entries) =>
    courseOf(entries, ledger.consoles),
  )
  const byAccount = Map.groupBy(courses, ({ first }) => first.accountId)
  const missed: string[] = []
  const doubled: string[] = []
  const ringingAfter: string[] = []
  const late: string[] = []
  const wrong: string[] = ledger.bugs.map((bug) => `a server says: ${bug}`)
  const ringsMs: number[] = []
  let twiceByClock = 0

  // Alarms, and of what is none the notifications.
  const told = [...courses.map(({ first }) => first), ...ledger.events.filter(({ type }) => NOT_ALARMS.includes(type))]
  for (const cause of ledger.causes) {
    const { accountId, deviceId, type, safeAtMs, times = 1 } = cause
    const raised = told.filter((one) => one.accountId === accountId && one.deviceId === deviceId && one.type === type)
    if (raised.length < times && safeAtMs !== undefined) {
      const many = raised.length === 0 ? 'nothing' : `${raised.length} of ${times}`
      missed.push(`${type} of ${deviceId}, safe at ${at(safeAtMs)}, raised ${many}`)
    }
    for (const { atMs } of raised) {
      const { notBeforeMs = 0, byMs = Number.POSITIVE_INFINITY } = cause
      const what = `${type} of ${deviceId}`
      if (atMs < notBeforeMs) wrong.push(`${what} was told at ${at(atMs)}, not to be before ${at(notBeforeMs)}`)
      if (atMs > byMs) late.push(`${what} was told at ${at(atMs)}, due at ${at(byMs)}`)
    }
    if (raised.length <= times) continue
    if (raised.length <= tellingsOf(cause)) twiceByClock += 1
    else doubled.push(`${type} of ${deviceId} raised ${raised.length} alarms`)
  }
  const caused = new Set(ledger.causes.map(({ deviceId, type }) => `${type} ${deviceId}`))
  for (const { type, deviceId } of told) {
    if (!caused.has(`${type} ${deviceId}`)) wrong.push(`${type} of ${deviceId} has no cause`)
  }

  wrong.push(...normalBeforeAlarm(ledger))

  for (const book of ledger.consoles) {
    const live = without(book.live, ledger.trouble)
    const known = (byAccount.get(book.accountId) ?? []).map((course) => ({
      course,
      rings: ringsOf(book, course, ledger),
    }))
    for (const { course, rings } of known) {
      const { first, acknowledgedAtMs = ledger.endedAtMs } = course
      const where = `${first.type} of ${first.deviceId} (${first.alarmId.slice(0, 8)}) on ${book.name}`
      const after = meet(meet(rings, live), [{ fromMs: acknowledgedAtMs, toMs: ledger.endedAtMs }])
      const rang = after.find(({ fromMs, toMs }) => toMs - Math.max(fromMs, acknowledgedAtMs) > withinMs)
      if (rang !== undefined)
        ringingAfter.push(`${where}: answered for at ${at(acknowledgedAtMs)}, rings ${spanText(rang)}`)
      if (!first.repeat) continue
      const mustRing = [{ fromMs: first.atMs, toMs: acknowledgedAtMs }]
      const silent = without(meet(without(mustRing, stoppedHere(book, course)), live), rings)
      const missing = silent.find(({ fromMs, toMs }) => toMs - fromMs > withinMs)
      if (missing !== undefined) missed.push(`${where}: raised at ${at(first.atMs)}, silent ${spanText(missing)}`)
      const [ring] = rings
      const isHeard = live.some(({ fromMs, toMs }) => fromMs <= first.atMs && ring !== undefined && toMs >= ring.fromMs)
      if (ring !== undefined && isHeard) ringsMs.push(ring.fromMs - first.atMs)
    }
    doubled.push(...repeats(book))
    missed.push(...passedOver(book, byAccount.get(book.accountId) ?? [], live, withinMs))
    wrong.push(...unanswered(book, byAccount.get(book.accountId) ?? []))
  }

  let escalations = 0
  for (const account of ledger.accounts) {
    const own = byAccount.get(account.accountId) ?? []
    for (const course of own) {
      const found = escalation(course, account, ledger)
      escalations += found.due
      late.push(...found.late)
      wrong.push(...found.wrong, ...fallsBack(course))
    }
    const told = tellings(account, own, ledger)
    missed.push(...told.missed)
    doubled.push(...told.doubled)
    wrong.push(...told.wrong, ...fallingTimes(ledger, account.accountId))
  }
  return {
    ...{ causes: ledger.causes.length, alarms: courses.length, escalations, ringsMs },
    byTime: ledger.causes.filter(({ byMs }) => byMs !== undefined).length,
    acknowledged: courses.filter(({ acknowledgedAtMs }) => acknowledgedAtMs !== undefined).length,
    ...{ missed, doubled, twiceByClock, ringingAfter, late, wrong },
  }
}

/** Types that are told of and that nobody has to answer for. */
const NOT_ALARMS = ['station_online', 'back_to_normal']

/** How often a press may be told: by the times it was taken for, as often as they are further apart than stations hear one. */
function tellingsOf({ takenAsMs = [] }: Cause): number {
  let count = 0
  let lastMs = Number.NEGATIVE_INFINITY
  for (const takenMs of takenAsMs.toSorted((a, b) => a - b)) {
    if (takenMs - lastMs <= SAME_PRESS_MS) continue
    count += 1
    lastMs = takenMs
  }
  return count
}

/** A carepad is back to normal once for each time that it was told of. */
function normalBeforeAlarm({ alarms, events }: Ledger): string[] {
  const normal = events.filter(({ type }) => type === 'back_to_normal')
  const raised = new Map(alarms.filter(({ type }) => /_temperature$/.test(type)).map((one) => [one.alarmId, one]))
  // Of each the first entry is the time it was raised.
  for (const entry of alarms.toReversed()) if (raised.has(entry.alarmId)) raised.set(entry.alarmId, entry)
  return normal.flatMap(({ deviceId, accountId, atMs }) => {
    const isOf = (one: { accountId: string; deviceId: string | null; atMs: number }) =>
      one.accountId === accountId && one.deviceId === deviceId && one.atMs <= atMs
    return normal.filter(isOf).length <= [...raised.values()].filter(isOf).length
      ? []
      : [`${deviceId} is back to normal at ${at(atMs)} and nobody was told of more before`]
  })
}

/** When an alarm rang at a console. */
function ringsOf(book: ConsoleBook, { first }: Course, { endedAtMs }: Ledger): readonly Span[] {
  const spans: Span[] = []
  let since: number | undefined
  for (const { alarmId, isOn, atMs } of book.rings) {
    if (alarmId !== first.alarmId) continue
    if (isOn) since ??= atMs
    else if (since !== undefined) {
      spans.push({ fromMs: since, toMs: atMs })
      since = undefined
    }
  }
  if (since !== undefined) spans.push({ fromMs: since, toMs: endedAtMs })
  return spans
}

/**
 * While a console need not ring because its own person stopped it: what he saw, until it is sent again; nothing of what he did
 * not see, but for the moment in which the server is told.
 */
function stoppedHere(book: ConsoleBook, { first }: Course): readonly Span[] {
  const again = (fromMs: number) =>
    book.rings.find(({ alarmId, isOn, atMs }) => alarmId === first.alarmId && isOn && atMs > fromMs)?.atMs
  return book.stops.flatMap(({ atMs, named, unseen, toldAtMs }) => {
    if (named.includes(first.alarmId)) return [{ fromMs: atMs, toMs: again(atMs) ?? Number.POSITIVE_INFINITY }]
    if (unseen.includes(first.alarmId)) return [{ fromMs: atMs, toMs: toldAtMs ?? atMs + TELL_WITHIN_MS }]
    return []
  })
}

/** A console tries this long (ms) to tell the server of a stop. */
const TELL_WITHIN_MS = 5000

/** The same thing told twice by one console. */
function repeats({ name, toasts }: ConsoleBook): string[] {
  const byKey = Map.groupBy(toasts, ({ key }) => key)
  return [...byKey]
    .filter(([, told]) => told.length > 1)
    .map(([key, told]) => `${key} told ${told.length} times on ${name}`)
}

/** What does not repeat is told by every console that is live then. */
function passedOver(book: ConsoleBook, courses: readonly Course[], live: readonly Span[], withinMs: number): string[] {
  return courses.flatMap(({ first, acknowledgedAtMs = Number.POSITIVE_INFINITY }) => {
    const untilMs = first.atMs + withinMs
    const isHeard = live.some(({ fromMs, toMs }) => fromMs <= first.atMs && toMs > untilMs)
    if (first.repeat || !isHeard || acknowledgedAtMs < untilMs) return []
    const isTold = book.toasts.some(({ alarmId, atMs }) => alarmId === first.alarmId && atMs <= untilMs)
    return isTold ? [] : [`${first.type} of ${first.deviceId}: not told on ${book.name}`]
  })
}

/** What was named in a stop that the server took is answered for. */
function unanswered(book: ConsoleBook, courses: readonly Course[]): string[] {
  return book.stops.flatMap(({ named, toldAtMs }) =>
    toldAtMs === undefined
      ? []
      : courses
          .filter(({ first }) => named.includes(first.alarmId))
          .filter(({ acknowledgedAtMs = Number.POSITIVE_INFINITY }) => acknowledgedAtMs > toldAtMs)
          .map(
            ({ first }) => `${first.deviceId} was stopped on ${book.name} at ${at(toldAtMs)} and is not answered for`,
          ),
  )
}

/** Times of events rise in the order in which they were written, past every stop too; those of one transaction in any order. */
function fallingTimes({ events }: Ledger, accountId: string): string[] {
  let newest = 0
  const falling: string[] = []
  const own = events.filter((event) => event.accountId === accountId)
  const written = [...Map.groupBy(own, ({ transaction }) => transaction).values()]
  const risen = written.flatMap((together) => together.toSorted((a, b) => a.eventTimeMs - b.eventTimeMs))
  for (const { type, eventTimeMs, id } of risen) {
    if (type !== 'disengage' && eventTimeMs <= newest) falling.push(`the time of ${type} ${id} does not rise`)
    newest = Math.max(newest, eventTimeMs)
  }
  return falling
}

function meet(some: readonly Span[], others: readonly Span[]): Span[] {
  return some.flatMap((one) =>
    others.flatMap((other) => {
      const fromMs = Math.max(one.fromMs, other.fromMs)
      const toMs = Math.min(one.toMs, other.toMs)
      return fromMs < toMs ? [{ fromMs, toMs }] : []
    }),
  )
}

/** What is left of the first spans. */
export function without(some: readonly Span[], others: readonly Span[]): Span[] {
  return others.reduce<Span[]>(
    (left, other) =>
      left.flatMap((one) =>
        [
          { fromMs: one.fromMs, toMs: Math.min(one.toMs, other.fromMs) },
          { fromMs: Math.max(one.fromMs, other.toMs), toMs: one.toMs },
        ].filter(({ fromMs, toMs }) => fromMs < toMs),
      ),
    [...some],
  )
}

const spanText = ({ fromMs, toMs }: Span): string => `from ${at(fromMs)} to ${at(toMs)}`
