import { expect, test } from 'vitest'
import { type Circumstances, silenceOf } from './silence.ts'

const GOOD: Circumstances = {
  isOnline: true,
  isStale: false,
  isUnproven: false,
  isFrozen: false,
  isUnstarted: false,
  isUnlisted: false,
  isRenewalFailing: false,
  isSoundOn: true,
  isSoundMissed: true,
  permission: 'granted',
  wasAllowed: true,
  repeats: true,
  isDenialAccepted: false,
}

test('where alarms are seen and heard nothing is told', () => {
  expect(silenceOf(GOOD)).toBeUndefined()
})

test('the worst of several reasons is shown', () => {
  const all = {
    isOnline: false,
    isStale: true,
    isUnproven: true,
    isFrozen: true,
    isUnstarted: true,
    isUnlisted: true,
    isRenewalFailing: true,
    isSoundOn: false,
    permission: 'denied',
  } as const
  expect(silenceOf({ ...GOOD, ...all })).toBe('offline')
  expect(silenceOf({ ...GOOD, ...all, isOnline: true })).toBe('silent')
  expect(silenceOf({ ...GOOD, ...all, isOnline: true, isStale: false })).toBe('unproven')
  const heard = { ...GOOD, ...all, isOnline: true, isStale: false, isUnproven: false }
  expect(silenceOf(heard)).toBe('unstarted')
  expect(silenceOf({ ...heard, isUnstarted: false })).toBe('unlisted')
  expect(silenceOf({ ...heard, isUnstarted: false, isUnlisted: false })).toBe('renewal')
  expect(silenceOf({ ...GOOD, isSoundOn: false, permission: 'denied' })).toBe('blocked')
  expect(silenceOf({ ...GOOD, isSoundOn: false, isFrozen: true })).toBe('blocked')
  expect(silenceOf({ ...GOOD, isFrozen: true, permission: 'denied' })).toBe('frozen')
  expect(silenceOf({ ...GOOD, permission: 'denied' })).toBe('denied')
})

test('a page that was opened a moment ago does not tell of its sound yet, unless something rings', () => {
  expect(silenceOf({ ...GOOD, isSoundOn: false, isSoundMissed: false })).toBeUndefined()
})

test.each([
  [{ wasAllowed: true, repeats: false }, 'denied'],
  [{ wasAllowed: false, repeats: true }, 'denied'],
  [{ wasAllowed: false, repeats: false }, undefined],
  [{ wasAllowed: true, repeats: true, isDenialAccepted: true }, undefined],
  [{ wasAllowed: true, repeats: true, permission: 'default' as const }, undefined],
] as const)(
  'denied notifications count where they were allowed before or alarms repeat, until the person leaves it so: %o',
  (change, told) => {
    expect(silenceOf({ ...GOOD, permission: 'denied', ...change })).toBe(told)
  },
)
