/**
 * When an alarm that nobody acknowledged is escalated, and to which contact. Pure: the server passes the clock's time and
 * stores the result. Source: G86; security rules 52, 54.
 */
import { type AlarmState, SHOWN_WITHIN_MS } from './alarms.ts'

export interface AlertContact {
  readonly email: string
  /** Delay (s) before this contact is mailed: counted from the end of the time to acknowledge for the first, then from the contact before. */
  readonly after_s: number
}

/** An account's escalation settings. */
export interface AlertSettings {
  readonly acknowledge_within_s: number
  readonly contacts: readonly AlertContact[]
  /** Time (s) within which the person who set out must report that the person in need was seen; after it the alarm rings again. */
  readonly arrive_within_s: number
}

/** The fields of an alarm that its next step depends on. */
export interface AlarmLife {
  readonly state: AlarmState
  readonly repeat: boolean
  readonly isShown: boolean
  /** Number of contacts that were mailed already. */
  readonly told: number
  /** When the next step is due (epoch ms); null: none is left. An acknowledged alarm has one only while somebody is on the way. */
  readonly due_at_ms: number | null
  /** Delay of that step from when it was scheduled (ms): a due time further away shows that the clock was set back. */
  readonly wait_ms: number
}

/** An alarm as it is raised. Where no console listens, the first step is due at once. */
export function raisedLife(repeat: boolean, hasListeners: boolean, nowMs: number): AlarmLife {
  const wait_ms = hasListeners ? SHOWN_WITHIN_MS : 0
  return { state: 'raised', repeat, isShown: false, told: 0, due_at_ms: nowMs + wait_ms, wait_ms }
}

/** True when the next step is due: its time has come, or is further away than it can ever have been. */
export const isDue = ({ due_at_ms, wait_ms }: AlarmLife, nowMs: number): boolean =>
  due_at_ms !== null && (due_at_ms <= nowMs || due_at_ms > nowMs + wait_ms)

export interface AlarmStep {
  readonly life: AlarmLife
  /** The contact to mail now, by its index among the account's; undefined: none. */
  readonly contact: number | undefined
  /** Push goes to every subscribed browser. */
  readonly push: boolean
}

/**
 * The next step of a due alarm. An ended one has none; one whose clock was set back waits its delay again, so that it is
 * late by at most one step and never lost.
 */
export function nextStep(life: AlarmLife, settings: AlertSettings, nowMs: number): AlarmStep {
  const over = { life: { ...life, due_at_ms: null, wait_ms: 0 }, contact: undefined, push: false }
  if (life.state === 'acknowledged' || (!life.repeat && life.isShown)) return over
  if (life.due_at_ms === null || !isDue(life, nowMs)) return { life, contact: undefined, push: false }
  if (life.due_at_ms > nowMs)
    return { life: { ...life, due_at_ms: nowMs + life.wait_ms }, contact: undefined, push: false }
  const { contacts } = settings
  const contact = life.told < contacts.length ? life.told : undefined
  const told = contact === undefined ? life.told : life.told + 1
  const next = contacts[told]
  const wait_ms = life.repeat && next !== undefined ? pauseBefore(told, next, settings) : 0
  return {
    life: { ...life, state: 'escalated', told, due_at_ms: wait_ms === 0 ? null : nowMs + wait_ms, wait_ms },
    contact,
    push: true,
  }
}

/** A console shows it: an alarm that does not repeat is over, a repeating one now waits to be acknowledged. */
export function shownLife(life: AlarmLife, settings: AlertSettings, nowMs: number): AlarmLife {
  if (life.state === 'acknowledged' || life.isShown) return life
  const state = life.state === 'escalated' ? 'escalated' : 'shown'
  if (!life.repeat) return { ...life, state, isShown: true, due_at_ms: null, wait_ms: 0 }
  // An escalation that began before anybody saw it continues.
  if (life.told > 0) return { ...life, state, isShown: true }
  const [first] = settings.contacts
  const wait_ms = first === undefined ? settings.acknowledge_within_s * 1000 : pauseBefore(0, first, settings)
  return { ...life, state, isShown: true, due_at_ms: nowMs + wait_ms, wait_ms }
}

export const acknowledgedLife = (life: AlarmLife): AlarmLife => ({
  ...life,
  state: 'acknowledged',
  due_at_ms: null,
  wait_ms: 0,
})

/** Somebody sets out to the person: the alarm is acknowledged, and rings again if nobody confirms in time that the person was seen. */
export function goingLife(life: AlarmLife, { arrive_within_s }: AlertSettings, nowMs: number): AlarmLife {
  const wait_ms = arrive_within_s * 1000
  return { ...life, state: 'acknowledged', due_at_ms: nowMs + wait_ms, wait_ms }
}

/**
 * What becomes of an alarm to which somebody is on the way, once it is due: it is raised again; where the clock was set back it
 * waits its delay again, as in `nextStep`.
 */
export function arrivalStep(
  life: AlarmLife,
  hasListeners: boolean,
  nowMs: number,
): { readonly life: AlarmLife; readonly ringsAgain: boolean } {
  if (!isDue(life, nowMs)) return { life, ringsAgain: false }
  if ((life.due_at_ms ?? 0) > nowMs) return { life: { ...life, due_at_ms: nowMs + life.wait_ms }, ringsAgain: false }
  return { life: raisedLife(life.repeat, hasListeners, nowMs), ringsAgain: true }
}

/** Delay (ms) from the step before to mailing this contact; the first comes after the time people have to acknowledge. */
const pauseBefore = (place: number, contact: AlertContact, { acknowledge_within_s }: AlertSettings): number =>
  Math.max(1, contact.after_s + (place === 0 ? acknowledge_within_s : 0)) * 1000
