/**
 * What a console makes of what it hears about alarms: what rings, what the dialog shows, what is over. Pure.
 * Source: specification §4 Push handling; G60, G64, G86; security rules 50, 51.
 */
import type { Alarm, Notification } from '@whereabouts/contract/notifications'
import { isLasting, MAX_ALARMS } from '@whereabouts/domain/alarms'

/** The one dialog there is. */
export interface NotificationDialog {
  readonly event_time_ms: number
  readonly repeat: boolean
  readonly title: string
  readonly body: string
  readonly isTestNotification: boolean
  readonly source: Notification
}

export interface AlarmSession {
  /** Null: none stands. */
  readonly notificationDialog: NotificationDialog | null
  /** The last stop (epoch ms by the server's clock): our own from the press on, another's as it is heard. */
  readonly lastDisengageTime: number
  /** Events up to it are over, as the server said; behind `lastDisengageTime` while a stop of our own is on its way. */
  readonly overUntilMs: number
  /** What rings, the newest event first. The dialog shows the first of them and names the others. */
  readonly ringing: readonly Notification[]
  readonly test: Notification | null
  /** What was stopped here a moment ago, while the server is being told; it rings no more. */
  readonly stopping: Notification | null
  /** What was last told of alarms that somebody still has to see or to answer for, by the alarm's id. */
  readonly open: ReadonlyMap<string, Notification>
  /** What was handled already, as `id@event_time_ms`: the server may tell twice, and tells again with a later time. */
  readonly handled: ReadonlySet<string>
  /** What was last told of alarms that are not open any more and whose cause lasts, or to which somebody is on the way. */
  readonly lasting: ReadonlyMap<string, Notification>
  /** Alarms that somebody answered for, by id, as they were then: what was told of them before may come late. */
  readonly over: ReadonlyMap<string, Alarm>
}

export const QUIET: AlarmSession = {
  notificationDialog: null,
  lastDisengageTime: 0,
  overUntilMs: 0,
  ringing: [],
  test: null,
  stopping: null,
  open: new Map(),
  handled: new Set(),
  lasting: new Map(),
  over: new Map(),
}

/** What follows beside the new state. */
export interface Handling {
  readonly session: AlarmSession
  /** It sounds once. */
  readonly notice: Notification | null
  /** To be shown as a message, oldest first. */
  readonly toasts: readonly Notification[]
  /** The lists may have changed. */
  readonly reloads: boolean
  /** What rang here and was answered for somewhere else. */
  readonly stoppedElsewhere: readonly Alarm[]
  /** What lasted until now, with the alarm as it is: the person has left. */
  readonly ended: readonly Notification[]
}

const nothing = (session: AlarmSession): Handling => ({
  session,
  notice: null,
  toasts: [],
  reloads: false,
  stoppedElsewhere: [],
  ended: [],
})

/** As many ids are remembered, more than a list of what is open holds. */
const MEMORY = 2 * MAX_ALARMS

export const timeOf = ({ metadata }: Notification): number => metadata.event_time_ms
/** What is sent again has an id of its own, and is about the same alarm. */
export const idOf = ({ id, alarm }: Notification): string => alarm?.alarm_id ?? id
/** One telling of one event. */
export const keyOf = (event: Notification): string => `${idOf(event)}@${timeOf(event)}`
const idsOf = (events: readonly Notification[]): string[] => events.map(idOf)

/** A repeating alarm is open until somebody answers for it, another until somebody has seen it (G86). */
const isOpen = (alarm: Alarm): boolean => alarm.state !== 'acknowledged' && (alarm.repeat || alarm.shown_at_ms === null)

/** Somebody answered for what this tells. What rings again is told with a later time than that. */
const isOver = ({ over }: Pick<AlarmSession, 'over'>, event: Notification): boolean =>
  (over.get(idOf(event))?.event_time_ms ?? Number.NEGATIVE_INFINITY) >= timeOf(event)

/** Handles one event. */
export function handleNotification(session: AlarmSession, event: Notification): Handling {
  switch (event.type) {
    case 'station_online':
    case 'webhook_off':
      return nothing(session)
    case 'disengage': {
      const silent = disengaged(session, timeOf(event))
      // It says who stopped what rang here.
      return { ...nothing(silent), toasts: silent.ringing.length < session.ringing.length ? [event] : [] }
    }
    default:
      return handleEvent(session, event)
  }
}

/** Everything up to that time is over, but for alarms nobody has answered for, which stay open without a ring. */
function disengaged(session: AlarmSession, timeMs: number): AlarmSession {
  const isLater = (event: Notification) => timeOf(event) > timeMs
  return withDialog({
    ...session,
    lastDisengageTime: Math.max(session.lastDisengageTime, timeMs),
    overUntilMs: Math.max(session.overUntilMs, timeMs),
    ringing: session.ringing.filter(isLater),
    test: session.test !== null && isLater(session.test) ? session.test : null,
    stopping: session.stopping !== null && isLater(session.stopping) ? session.stopping : null,
  })
}

function handleEvent(before: AlarmSession, event: Notification): Handling {
  // What was told and answered for between two looks of the server comes once, and may ring here by a push.
  if (event.alarm?.state === 'acknowledged' && !isOver(before, event)) {
    const answered = handleAlarms(before, [event.alarm])
    return { ...handleEvent(answered.session, event), stoppedElsewhere: answered.stoppedElsewhere }
  }
  const session = withOpen(before, event)
  if (before.handled.has(keyOf(event)) || timeOf(event) <= before.overUntilMs) return nothing(session)
  const known = { ...session, handled: forgetOldest(new Set(session.handled).add(keyOf(event))) }
  if (event.type === 'test') return { ...nothing(withDialog({ ...known, test: event })), notice: event }
  if (isOver(before, event)) return { ...nothing(known), reloads: true }
  if (!event.metadata.repeat) return { ...nothing(known), notice: event, toasts: [event], reloads: true }
  return { ...nothing(withRinging(known, [event])), toasts: [event], reloads: true }
}

/** Handles new states of alarms: an acknowledgement stops an alarm everywhere. */
export function handleAlarms(before: AlarmSession, alarms: readonly Alarm[]): Handling {
  const over = new Map(before.over)
  const open = new Map(before.open)
  const lasting = new Map(before.lasting)
  const ended: Notification[] = []
  for (const alarm of alarms) {
    const { alarm_id: id } = alarm
    const isLatest = (over.get(id)?.event_time_ms ?? 0) <= alarm.event_time_ms
    if (alarm.state === 'acknowledged' && isLatest) remember(over, id, alarm)
    const known = open.get(id) ?? lasting.get(id)
    if (known?.alarm && isEarlier(alarm, known.alarm)) continue
    if (known && lasting.has(id) && alarm.ended_at_ms !== null) ended.push({ ...known, alarm })
    open.delete(id)
    lasting.delete(id)
    if (known && isOpen(alarm)) open.set(id, { ...known, alarm })
    else if (known && isLasting(alarm)) lasting.set(id, { ...known, alarm })
  }
  forgetOldest(over)
  const ringing = before.ringing.filter((event) => !isOver({ over }, event))
  const rang = new Set(idsOf(before.ringing))
  const rings = new Set(idsOf(ringing))
  return {
    ...nothing(withDialog({ ...before, over, open, lasting, ringing })),
    stoppedElsewhere: alarms.filter(({ alarm_id }) => rang.has(alarm_id) && !rings.has(alarm_id)),
    ended,
  }
}

/** An answer to a call may come after what the stream told of later steps. */
const isEarlier = (alarm: Alarm, known: Alarm): boolean =>
  alarm.event_time_ms < known.event_time_ms || alarm.record.length < known.record.length

export interface OpenList {
  readonly notifications: readonly Notification[]
  readonly lasting: readonly Notification[]
  readonly disengaged_at_ms: number
}

/**
 * Takes what the server says is open, at a start or after something was missed: what still rings rings here again, and what
 * was answered for meanwhile is silent. `asked` is what was known when the question left: what came later is not for this
 * answer to end. Times do not tell that, as those of events run ahead of a clock that was set back.
 */
export function handleOpen(before: AlarmSession, answer: OpenList, asked: AlarmSession): Handling {
  const lastDisengageTime = Math.max(before.lastDisengageTime, answer.disengaged_at_ms)
  const overUntilMs = Math.max(before.overUntilMs, answer.disengaged_at_ms)
  const stillOpen = new Set(idsOf(answer.notifications))
  const wasKnown = new Set([...asked.ringing, ...asked.open.values()].map(keyOf))
  // A full answer may have left some out.
  const isWhole = answer.notifications.length < MAX_ALARMS
  const isStill = (event: Notification) =>
    !isWhole || !wasKnown.has(keyOf(event)) || event.alarm === null || stillOpen.has(idOf(event))
  const open = new Map([...before.open].filter(([, event]) => isStill(event)))
  const handled = new Set(before.handled)
  const toasts: Notification[] = []
  const rings: Notification[] = []
  for (const event of answer.notifications.toReversed()) {
    if (isOver(before, event)) continue
    if (isNewsOf(open, event)) open.set(idOf(event), event)
    if (handled.has(keyOf(event)) || timeOf(event) <= overUntilMs) continue
    handled.add(keyOf(event))
    if (event.metadata.repeat) rings.push(event)
    else toasts.push(event)
  }
  const ringing = before.ringing.filter(isStill)
  const lasting = stillLasting(before, answer, asked)
  for (const id of open.keys()) lasting.delete(id)
  const session = { ...before, lastDisengageTime, overUntilMs, open, lasting, handled: forgetOldest(handled), ringing }
  return { ...nothing(withRinging(session, rings)), notice: toasts.at(-1) ?? null, toasts }
}

/** What lasts by the answer, and what came to last, or went on, since the question left. */
function stillLasting(before: AlarmSession, answer: OpenList, asked: AlarmSession): Map<string, Notification> {
  const isWhole = answer.lasting.length < MAX_ALARMS
  const lasting = new Map([...before.lasting].filter(([id, event]) => !isWhole || asked.lasting.get(id) !== event))
  for (const event of answer.lasting.toReversed()) {
    const known = lasting.get(idOf(event))
    const isKnownLater = known?.alarm && event.alarm && isEarlier(event.alarm, known.alarm)
    // It may have ended since the question left.
    const hasEnded = asked.lasting.has(idOf(event)) && !before.lasting.has(idOf(event))
    if (!isKnownLater && !hasEnded) lasting.set(idOf(event), event)
  }
  return lasting
}

/** What the server is told of a press on the button. */
export interface Disengage {
  readonly event_time_ms: number
  readonly alarm_ids: readonly string[]
}

/**
 * Stops what rings. `nowMs` is the server's time, `seenIds` what stood in the dialog long enough to be seen: the others ring
 * on, also where the server is never told, and it sends them again (G64). So does what comes until the server says by
 * `stopJudged` what time the stop was. A test is closed, and nobody is told.
 */
export function stopRing(
  session: AlarmSession,
  nowMs: number,
  seenIds: ReadonlySet<string>,
): { readonly session: AlarmSession; readonly disengage: Disengage | undefined } {
  const { test, ringing } = session
  if (test !== null) return { session: withDialog({ ...session, test: null }), disengage: undefined }
  const [first] = ringing
  if (first === undefined) return { session: withDialog({ ...session, stopping: null }), disengage: undefined }
  const event_time_ms = Math.max(nowMs, timeOf(first))
  const alarm_ids = idsOf(ringing.filter((event) => event.alarm !== null && seenIds.has(idOf(event))))
  const unseen = ringing.filter((event) => !seenIds.has(idOf(event)))
  const lastDisengageTime = Math.max(session.lastDisengageTime, event_time_ms)
  return {
    session: withDialog({ ...session, lastDisengageTime, ringing: unseen, stopping: first }),
    disengage: { event_time_ms, alarm_ids },
  }
}

/** The server knows of the stop, or could not be told: the dialog goes. */
export const stopEnded = (session: AlarmSession): AlarmSession => withDialog({ ...session, stopping: null })

/** What the server made of our own stop; undefined: it said nothing of its time, which stays as sent, and nothing is over by it. */
export function stopJudged(session: AlarmSession, sentMs: number, judgedMs: number | undefined): AlarmSession {
  const overUntilMs = Math.max(session.overUntilMs, judgedMs ?? 0)
  const isCorrected = judgedMs !== undefined && session.lastDisengageTime === sentMs
  const lastDisengageTime = isCorrected ? overUntilMs : session.lastDisengageTime
  return { ...session, lastDisengageTime, overUntilMs }
}

function withRinging(session: AlarmSession, events: readonly Notification[]): AlarmSession {
  const ids = new Set(idsOf(events))
  const ringing = [...session.ringing.filter((event) => !ids.has(idOf(event))), ...events]
  return withDialog({ ...session, ringing: ringing.sort((one, other) => timeOf(other) - timeOf(one)) })
}

/** With what it tells of an alarm that is open, or lasts. */
function withOpen(session: AlarmSession, event: Notification): AlarmSession {
  const id = idOf(event)
  if (!isOver(session, event) && isNewsOf(session.open, event)) {
    const lasting = new Map(session.lasting)
    lasting.delete(id)
    return { ...session, open: new Map(session.open).set(id, event), lasting }
  }
  if (event.alarm === null || isOpen(event.alarm) || !isLasting(event.alarm) || session.open.has(id)) return session
  const known = session.lasting.get(id)?.alarm
  if (known && isEarlier(event.alarm, known)) return session
  return { ...session, lasting: new Map(session.lasting).set(id, event) }
}

/** Whether an open alarm is told of that is not known there, or is known by nothing later. */
function isNewsOf(open: AlarmSession['open'], event: Notification): boolean {
  if (event.alarm === null || !isOpen(event.alarm)) return false
  const known = open.get(idOf(event))
  return known === undefined || timeOf(known) <= timeOf(event)
}

/** A test stands before what rings, and silences nothing. */
function withDialog(session: AlarmSession): AlarmSession {
  const source = session.test ?? session.ringing[0] ?? session.stopping
  const before = session.notificationDialog
  if (before?.source === source) return session
  return { ...session, notificationDialog: source === null ? null : dialogOf(source) }
}

const dialogOf = (source: Notification): NotificationDialog => ({
  event_time_ms: timeOf(source),
  repeat: source.metadata.repeat,
  title: source.subject,
  body: source.message,
  isTestNotification: source.type === 'test',
  source,
})

/** Notes a key as the latest. */
const remember = <Value>(known: Map<string, Value>, key: string, value: Value): void => {
  known.delete(key)
  known.set(key, value)
}

/** Keeps what was remembered last. */
export function forgetOldest<Known extends Set<string> | Map<string, unknown>>(known: Known): Known {
  for (const oldest of known.keys()) {
    if (known.size <= MEMORY) break
    known.delete(oldest)
  }
  return known
}
