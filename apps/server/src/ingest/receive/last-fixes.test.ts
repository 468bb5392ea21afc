import type { Observation } from '@whereabouts/domain/observations'
import { expect, test } from 'vitest'
import { LastFixes, STILL_NEW_MS } from './last-fixes.ts'

const FIXED_MS = Date.UTC(2026, 10, 28)
const told: Observation = {
  scannedAtMs: FIXED_MS,
  isTimeOfFix: true,
  seq: '1',
  items: [{ kind: 'location', position: { latitude: 35.54, longitude: 139.42 } }],
}
const LATER_MS = FIXED_MS + STILL_NEW_MS + 1

test('a fix that is told again counts as sent now once it is stored, and before that repeats what was not acknowledged', () => {
  const fixes = new LastFixes()
  expect(fixes.timed('phone', told, LATER_MS)).toBe(told)
  expect(fixes.timed('phone', told, LATER_MS)).toBe(told)
  fixes.stored('phone', told)
  expect(fixes.timed('phone', told, LATER_MS)).toMatchObject({
    scannedAtMs: LATER_MS,
    items: [{ position: { latitude: 35.54 }, fixedAtMs: FIXED_MS }],
  })
  expect(fixes.timed('phone', told, LATER_MS - 1)).toBe(told)
  expect(fixes.timed('another phone', told, LATER_MS)).toBe(told)
})
