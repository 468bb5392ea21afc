import type { AccessLink } from '@whereabouts/contract/access-links'
import { expect, test } from 'vitest'
import { EMPTY_DRAFT, faultsOf, rolesToGive, toNewLink } from './new-link.ts'

const NOW = 1_800_000_000
const support = (expire_time: number | null): AccessLink => ({
  link_code: 'x'.repeat(22),
  name: 'Whereabouts support',
  role: 'support',
  has_password: false,
  created_time: NOW - 60,
  expire_time,
  notes: '',
})

test.each([
  ['owner', [], ['guest', 'deputy', 'support']],
  ['owner', [support(NOW + 1)], ['guest', 'deputy']],
  ['owner', [support(null)], ['guest', 'deputy']],
  ['owner', [support(NOW)], ['guest', 'deputy', 'support']],
  ['deputy', [], ['guest']],
] as const)('with the role %s and the links %j one may give %j', (role, links, roles) => {
  expect(rolesToGive(role, links, NOW)).toEqual(roles)
})

test.each([
  ['', 7, 'name password'],
  ['  ', 8, 'name'],
  ['Night desk', 0, ''],
  ['Night desk', 1, 'password'],
])('a link named %j with a password of %i characters is wrong in %j', (name, length, wrong) => {
  const faults = faultsOf({ ...EMPTY_DRAFT, name, password: 'x'.repeat(length) }, NOW)
  expect(Object.keys(faults).join(' ')).toBe(wrong)
})

test.each(['', 'nonsense', '2020-01-01T10:00'])('the end %j is none in the future', (until) => {
  expect(faultsOf({ ...EMPTY_DRAFT, name: 'x', lifetime: 'date', until }, NOW)).toEqual({ until: 'links.untilPast' })
})

test('a draft becomes what the server takes: a life in seconds, none, or an end; empty parts are left out', () => {
  expect(toNewLink({ ...EMPTY_DRAFT, name: ' Night desk ' })).toEqual({
    name: 'Night desk',
    role: 'guest',
    ttl: 604_800,
  })
  expect(toNewLink({ ...EMPTY_DRAFT, name: 'x', lifetime: 'none' })).toEqual({ name: 'x', role: 'guest', ttl: null })
  const full = {
    name: 'x',
    role: 'deputy',
    lifetime: 'date',
    until: '2099-01-01T10:00',
    password: ' 12345678',
    notes: ' 2F ',
  } as const
  expect(toNewLink(full)).toEqual({
    name: 'x',
    role: 'deputy',
    expire_time: new Date('2099-01-01T10:00').getTime() / 1000,
    password: ' 12345678',
    notes: '2F',
  })
})
