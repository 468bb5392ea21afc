import { expect, test } from 'vitest'
import { latest, mostBehind, type Past, soonest } from './due-by-time.ts'

const END_MS = 90_000
const run = (fromMs = 0, toMs = END_MS, aheadMs = 0) => ({ fromMs, toMs, aheadMs })
const past = (change: Partial<Past> = {}): Past => ({ runs: [run()], clockSteps: [], trouble: [], ...change })
const silence = (dueMs: number) => ({ dueMs, isByCalendar: false, safeAtMs: 0 })
const hours = (dueMs: number) => ({ dueMs, isByCalendar: true, safeAtMs: 0 })

test('what is due is told within two looks, though nothing within half a minute of a start', () => {
  expect(latest(silence(50_000), past())).toBe(57_000)
  expect(latest(silence(-5000), past())).toBe(40_000)
  expect(latest({ ...silence(50_000), safeAtMs: 60_000 }, past())).toBe(67_000)
})

test('a clock that was set back puts it off by so much, and beyond the end only where that is beyond it', () => {
  const back = (byMs: number) => ({ clockSteps: [{ atMs: 20_000, byMs: -byMs }] })
  expect(latest(silence(50_000), past(back(1)))).toBe(57_001)
  expect(latest(silence(50_000), past(back(30_000)))).toBe(87_000)
  expect(latest(silence(50_000), past(back(34_000)))).toBeUndefined()
  expect(latest(hours(50_000), past(back(30_000)))).toBe(87_000)
  // It was told before.
  expect(latest(silence(5000), past({ clockSteps: [{ atMs: 60_000, byMs: -600_000 }] }))).toBe(40_000)
  // It may not have been.
  expect(latest(silence(5000), past({ clockSteps: [{ atMs: 39_000, byMs: -600_000 }] }))).toBeUndefined()
})

test('a clock that was set on makes nobody silent sooner, unless to a server that begins after; hours begin by it', () => {
  const on = { clockSteps: [{ atMs: 20_000, byMs: 30_000 }] }
  expect(latest(silence(60_000), past(on))).toBe(67_000)
  expect(soonest(silence(60_000), past(on))).toBe(58_500)
  expect(latest(hours(60_000), past(on))).toBe(40_000)
  expect(soonest(hours(60_000), past(on))).toBe(30_000)
  const later = past({ ...on, runs: [run(0, 25_000), run(30_000, END_MS, 30_000)] })
  expect(latest(silence(60_000), later)).toBe(70_000)
  expect(soonest(silence(60_000), later)).toBe(28_500)
  expect(mostBehind(on.clockSteps)).toBe(-0)
  expect(mostBehind([{ atMs: 1, byMs: -5 }])).toBe(5)
})

test('accounts that move to a server that began meanwhile wait for it, and those of one that died for the other', () => {
  const restarted = (fromMs: number) => past({ runs: [run(), run(0, 36_000), run(fromMs)] })
  expect(latest(silence(50_000), restarted(38_000))).toBe(78_000)
  expect(latest(silence(50_000), restarted(56_000))).toBeUndefined()
  expect(latest(silence(50_000), restarted(58_000))).toBe(57_000)
  expect(latest(silence(35_000), past({ runs: [run(), run(0, 36_000)] }))).toBe(53_000)
})

test('any server that runs for long enough is enough, before it is killed too', () => {
  expect(latest(silence(10_000), past({ runs: [run(0, 41_000), run(60_000)] }))).toBe(40_000)
  expect(latest(silence(10_000), past({ runs: [run(0, 39_000), run(45_000)] }))).toBe(85_000)
  expect(latest(silence(10_000), past({ runs: [run(0, 39_000), run(55_000)] }))).toBeUndefined()
  expect(latest(silence(50_000), past({ trouble: [{ fromMs: 5000, toMs: 7000 }] }))).toBe(59_000)
  expect(latest(silence(50_000), past({ runs: [run(0, END_MS, 800_000)] }))).toBeUndefined()
})
