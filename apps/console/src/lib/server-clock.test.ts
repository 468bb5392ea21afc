/** The server's clock as a browser knows it. */
import { expect, test } from 'vitest'
import { makeServerClock } from './server-clock.ts'

test('a time in whole seconds corrects a wrong clock, and leaves one that agrees with it', () => {
  let ownMs = 5_000
  const clock = makeServerClock(() => ownMs)
  clock.note(1_000_700)
  expect(clock.nowMs()).toBe(1_000_700)
  ownMs += 250
  clock.note(1_000_000, 1000)
  expect(clock.nowMs()).toBe(1_000_950)
  clock.note(2_000_000, 1000)
  expect(clock.nowMs()).toBe(2_000_000)
  clock.note(1_000_000, 1000)
  expect(clock.nowMs()).toBe(1_001_000)
})

test('a time that cannot be read changes nothing', () => {
  const clock = makeServerClock(() => 5_000)
  clock.note(Date.parse(''), 1000)
  expect(clock.nowMs()).toBe(5_000)
})
