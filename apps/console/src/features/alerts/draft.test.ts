import { expect, test } from 'vitest'
import { type AlertDraft, draftOf, faultsOf, isChanged, isFull, refusedOf, settingsOf, withContact } from './draft.ts'

const saved = {
  acknowledge_within_s: 60,
  arrive_within_s: 120,
  contacts: [
    { email: 'night@hinoki.example', after_s: 0, is_confirmed: true },
    { email: 'head@hinoki.example', after_s: 120, is_confirmed: false },
  ],
}
const draft = draftOf(saved)
const withEmail = (at: number, email: string): AlertDraft => ({
  ...draft,
  contacts: draft.contacts.map((contact, each) => (each === at ? { ...contact, email } : contact)),
})

test('an unchanged draft counts as saved; another order counts as a change', () => {
  expect(isChanged(draft, saved)).toBe(false)
  expect(isChanged(withEmail(0, ' night@hinoki.example '), saved)).toBe(false)
  expect(isChanged({ ...draft, contacts: draft.contacts.toReversed() }, saved)).toBe(true)
  expect(isChanged({ ...draft, within: '61' }, saved)).toBe(true)
  expect(isChanged({ ...draft, within: '' }, saved)).toBe(true)
  expect(isChanged({ ...draft, arrive: '121' }, saved)).toBe(true)
  expect(isChanged({ ...draft, contacts: [] }, saved)).toBe(true)
})

test.each([
  ['', { email: 'missing' }],
  ['night', { email: 'invalid' }],
  ['NIGHT@hinoki.example', { email: 'taken' }],
])('the second address %j is told wrong', (email, fault) => {
  expect(faultsOf(withEmail(1, email))?.contacts).toEqual(new Map([[1, fault]]))
})

test.each([
  ['14', true],
  ['15', undefined],
  ['3600', undefined],
  ['3601', true],
  ['1e2', true],
  ['60.5', true],
  ['', true],
])('a time of %j seconds to acknowledge is wrong: %s', (within, fault) => {
  expect(faultsOf({ ...draft, within })?.within).toBe(fault)
})

test.each([
  ['29', true],
  ['30', undefined],
  ['3600', undefined],
  ['3601', true],
])('a time of %j seconds to be with the person is wrong: %s', (arrive, fault) => {
  expect(faultsOf({ ...draft, arrive })?.arrive).toBe(fault)
})

test('a pause is at most an hour, and may be none', () => {
  const pauses = ['0', '3600', '3601', '-1']
  const typed = { ...draft, contacts: pauses.map((pause, key) => ({ key, email: `${key}@hinoki.example`, pause })) }
  expect([...(faultsOf(typed)?.contacts.keys() ?? [])]).toEqual([2, 3])
})

test('there are at most ten contacts, and each has a key of its own', () => {
  let more: AlertDraft = { ...draft, contacts: draft.contacts.slice(1) }
  for (let added = 0; added < 12; added++) more = withContact(more)
  expect(isFull(more)).toBe(true)
  expect(new Set(more.contacts.map(({ key }) => key)).size).toBe(10)
})

test('what the server refuses is told at its field', () => {
  expect(refusedOf(draft, 'body.contacts.1.email')?.contacts).toEqual(new Map([[1, { email: 'invalid' }]]))
  expect(refusedOf(draft, 'body.contacts.0.after_s')?.contacts).toEqual(new Map([[0, { pause: true }]]))
  expect(refusedOf(draft, 'body.acknowledge_within_s')?.within).toBe(true)
  expect(refusedOf(draft, 'body.arrive_within_s')?.arrive).toBe(true)
  for (const info of ['body.contacts.7.email', 'body.contacts', undefined])
    expect(refusedOf(draft, info)).toBeUndefined()
})

test('addresses are saved without the blanks around them', () => {
  const contacts = saved.contacts.map(({ email, after_s }) => ({ email, after_s }))
  expect(settingsOf(withEmail(0, ' night@hinoki.example '))).toEqual({ ...saved, contacts })
})
