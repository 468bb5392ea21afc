import type { Observation } from '@whereabouts/domain/observations'
import { expect, test } from 'vitest'
import { LastFixes, SAME_CALL_MS, STILL_NEW_MS } from './last-fixes.ts'

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
  fixes.stored('phone', told, FIXED_MS)
  expect(fixes.timed('phone', told, LATER_MS)).toMatchObject({
    scannedAtMs: LATER_MS,
    items: [{ position: { latitude: 35.54 }, fixedAtMs: FIXED_MS }],
  })
  expect(fixes.timed('phone', told, LATER_MS - 1)).toBe(told)
  expect(fixes.timed('another phone', told, LATER_MS)).toBe(told)
})

test('after a restart the fix is recalled from where the phone was placed last', () => {
  const fixes = new LastFixes()
  expect(fixes.isNew('phone', told)).toBe(true)
  fixes.recall('phone', FIXED_MS)
  expect(fixes.isNew('phone', told)).toBe(false)
  expect(fixes.timed('phone', told, LATER_MS)).toMatchObject({ scannedAtMs: LATER_MS })
  expect(fixes.isNew('phone', { ...told, isTimeOfFix: undefined })).toBe(false)
})

test('a call for help is the same for ten minutes, whenever its fix was; another press afterwards is another', () => {
  const call: Observation = {
    ...told,
    seq: '2',
    items: [{ kind: 'location', position: { latitude: 35.54, longitude: 139.42 }, help: true }],
  }
  for (const pressedMs of [FIXED_MS, LATER_MS]) {
    const fixes = new LastFixes()
    fixes.stored('phone', told, FIXED_MS)
    const { scannedAtMs } = fixes.timed('phone', call, pressedMs)
    expect(scannedAtMs).toBe(pressedMs)
    fixes.stored('phone', call, pressedMs)
    fixes.stored('phone', told, pressedMs + 1)
    const againMs = pressedMs + SAME_CALL_MS
    expect(fixes.timed('phone', call, againMs).scannedAtMs).toBe(scannedAtMs)
    fixes.stored('phone', call, againMs)
    expect(fixes.timed('phone', call, againMs + 1).scannedAtMs).toBe(againMs + 1)
    expect(fixes.timed('phone', { ...call, seq: '3' }, againMs).scannedAtMs).toBe(againMs)
  }
})
