/** Who is told of alarms, as it is being edited: as typed, what is wrong with it, what is sent. Pure. Source: contract alarms. */
import type { AlertSettings, AlertSettingsRequest } from '@whereabouts/contract/alarms'
import {
  MAX_ACKNOWLEDGE_WITHIN_S,
  MAX_ALERT_CONTACTS,
  MAX_ARRIVE_WITHIN_S,
  MAX_CONTACT_AFTER_S,
  MIN_ACKNOWLEDGE_WITHIN_S,
  MIN_ARRIVE_WITHIN_S,
} from '@whereabouts/domain/alarms'
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '@whereabouts/domain/emails'

export interface ContactDraft {
  /** Tells it from others, wherever it is moved. */
  readonly key: number
  readonly email: string
  /** Seconds, as typed. */
  readonly pause: string
  /** The saved address that has not agreed to be told yet; undefined for others. */
  readonly unconfirmed?: string
}

export interface AlertDraft {
  /** Seconds, as typed. */
  readonly within: string
  readonly arrive: string
  readonly contacts: readonly ContactDraft[]
}

export interface ContactFaults {
  readonly email?: 'missing' | 'invalid' | 'taken'
  readonly pause?: true
}

export interface AlertFaults {
  readonly within?: true
  readonly arrive?: true
  /** By key of the contact. */
  readonly contacts: ReadonlyMap<number, ContactFaults>
}

export const draftOf = ({ acknowledge_within_s, arrive_within_s, contacts }: AlertSettings): AlertDraft => ({
  within: String(acknowledge_within_s),
  arrive: String(arrive_within_s),
  contacts: contacts.map(({ email, after_s, is_confirmed }, key) => ({
    ...{ key, email, pause: String(after_s) },
    ...(is_confirmed ? {} : { unconfirmed: email }),
  })),
})

export const isFull = ({ contacts }: AlertDraft): boolean => contacts.length >= MAX_ALERT_CONTACTS

/** One more, a minute after the one before; the first at once. */
export function withContact(draft: AlertDraft): AlertDraft {
  if (isFull(draft)) return draft
  const key = Math.max(-1, ...draft.contacts.map((contact) => contact.key)) + 1
  return {
    ...draft,
    contacts: [...draft.contacts, { key, email: '', pause: draft.contacts.length === 0 ? '0' : '60' }],
  }
}

/** Whole seconds within bounds; undefined for anything else. */
function secondsIn(typed: string, least: number, most: number): number | undefined {
  const seconds = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return seconds >= least && seconds <= most ? seconds : undefined
}

const sameAddress = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

function emailFault({ key, email }: ContactDraft, all: readonly ContactDraft[]): ContactFaults['email'] {
  const address = email.trim()
  if (address === '') return 'missing'
  if (!EMAIL_PATTERN.test(address) || address.length > MAX_EMAIL_LENGTH) return 'invalid'
  // The first of two stays right.
  const first = all.find((other) => sameAddress(other.email, address))
  return first?.key === key ? undefined : 'taken'
}

/** What is wrong with it; undefined when nothing. */
export function faultsOf({ within, arrive, contacts }: AlertDraft): AlertFaults | undefined {
  const wrong = new Map<number, ContactFaults>()
  for (const contact of contacts) {
    const email = emailFault(contact, contacts)
    const pause = secondsIn(contact.pause, 0, MAX_CONTACT_AFTER_S) === undefined
    if (email !== undefined || pause) wrong.set(contact.key, { ...(email && { email }), ...(pause && { pause }) })
  }
  const isLate = secondsIn(within, MIN_ACKNOWLEDGE_WITHIN_S, MAX_ACKNOWLEDGE_WITHIN_S) === undefined
  const isSlow = secondsIn(arrive, MIN_ARRIVE_WITHIN_S, MAX_ARRIVE_WITHIN_S) === undefined
  if (!isLate && !isSlow && wrong.size === 0) return undefined
  return { ...(isLate && { within: true }), ...(isSlow && { arrive: true }), contacts: wrong }
}

/** What the server refused, at its fields; undefined for what belongs to none. `info` names the place in the body. */
export function refusedOf({ contacts }: AlertDraft, info: string | undefined): AlertFaults | undefined {
  if (info === 'body.acknowledge_within_s') return { within: true, contacts: new Map() }
  if (info === 'body.arrive_within_s') return { arrive: true, contacts: new Map() }
  const [, at, field] = /^body\.contacts\.(\d+)\.(email|after_s)$/.exec(info ?? '') ?? []
  const contact = contacts[Number(at)]
  if (contact === undefined) return undefined
  return { contacts: new Map([[contact.key, field === 'email' ? { email: 'invalid' } : { pause: true }]]) }
}

/** What is saved; asked of drafts without faults. */
export const settingsOf = ({ within, arrive, contacts }: AlertDraft): AlertSettingsRequest => ({
  acknowledge_within_s: Number(within),
  arrive_within_s: Number(arrive),
  contacts: contacts.map(({ email, pause }) => ({ email: email.trim(), after_s: Number(pause) })),
})

/** True where saving would change something, or something is wrong. */
export function isChanged(draft: AlertDraft, saved: AlertSettingsRequest): boolean {
  if (faultsOf(draft) !== undefined) return true
  const next = settingsOf(draft)
  return (
    next.acknowledge_within_s !== saved.acknowledge_within_s ||
    next.arrive_within_s !== saved.arrive_within_s ||
    next.contacts.length !== saved.contacts.length ||
    next.contacts.some(({ email, after_s }, at) => {
      const before = saved.contacts[at]
      return before?.email !== email || before.after_s !== after_s
    })
  )
}
