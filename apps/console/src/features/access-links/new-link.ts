/** What a new link may be, and what is wrong with what was typed. Source: G33; specification §5. */
import type { AccessLink, NewAccessLink } from '@whereabouts/contract/access-links'
import type { Role } from '@whereabouts/contract/roles'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, passwordLength } from '@whereabouts/domain/sessions'
import type { MessageId } from '../../locales/ids.ts'

export type LinkRole = AccessLink['role']

/** Seconds as the contract lists them, the end at a date, or none. */
export type Lifetime = '3600' | '28800' | '86400' | '604800' | '2592000' | 'date' | 'none'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400

/** A count of hours or days for each life that is a number. */
export const LIVES = [
  ['3600', 'links.hours', HOUR_SECONDS],
  ['28800', 'links.hours', HOUR_SECONDS],
  ['86400', 'links.days', DAY_SECONDS],
  ['604800', 'links.days', DAY_SECONDS],
  ['2592000', 'links.days', DAY_SECONDS],
] as const satisfies readonly (readonly [Lifetime, MessageId, number])[]

export interface LinkDraft {
  readonly name: string
  readonly role: LinkRole
  readonly lifetime: Lifetime
  /** As the browser's field gives it, in local time: `2026-11-21T19:00`. */
  readonly until: string
  readonly password: string
  readonly notes: string
}

export const EMPTY_DRAFT: LinkDraft = {
  name: '',
  role: 'guest',
  lifetime: '604800',
  until: '',
  password: '',
  notes: '',
}

/** The support link that stands in the way of another. An expired one makes room. */
export const supportLink = (links: readonly AccessLink[], now: number): AccessLink | undefined =>
  links.find(({ role, expire_time }) => role === 'support' && (expire_time === null || expire_time > now))

/** Roles this person may give away now. */
export function rolesToGive(own: Role, links: readonly AccessLink[], now: number): readonly LinkRole[] {
  if (own !== 'owner') return ['guest']
  return supportLink(links, now) === undefined ? ['guest', 'deputy', 'support'] : ['guest', 'deputy']
}

const untilSeconds = (until: string): number => Math.floor(new Date(until).getTime() / 1000)

/** What is wrong, by field; `now` in epoch seconds. */
export function faultsOf(draft: LinkDraft, now: number): Partial<Record<'name' | 'password' | 'until', MessageId>> {
  const length = passwordLength(draft.password)
  const isPast = draft.lifetime === 'date' && !(untilSeconds(draft.until) > now)
  return {
    ...(draft.name.trim() === '' ? { name: 'links.nameMissing' } : {}),
    ...(length > 0 && length < MIN_PASSWORD_LENGTH ? { password: 'links.passwordShort' } : {}),
    ...(length > MAX_PASSWORD_LENGTH ? { password: 'forms.passwordLong' } : {}),
    ...(isPast ? { until: 'links.untilPast' } : {}),
  }
}

const lifeOf = ({ lifetime, until }: LinkDraft): Pick<NewAccessLink, 'ttl' | 'expire_time'> => {
  if (lifetime === 'none') return { ttl: null }
  if (lifetime === 'date') return { expire_time: untilSeconds(until) }
  return { ttl: Number(lifetime) as NonNullable<NewAccessLink['ttl']> }
}

/** The draft as the server takes it. */
export const toNewLink = (draft: LinkDraft): NewAccessLink => ({
  name: draft.name.trim(),
  role: draft.role,
  ...lifeOf(draft),
  ...(draft.password === '' ? {} : { password: draft.password }),
  ...(draft.notes.trim() === '' ? {} : { notes: draft.notes.trim() }),
})
