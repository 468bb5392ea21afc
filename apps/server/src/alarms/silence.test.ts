import { expect, test } from 'vitest'
import { OFFLINE_AFTER_MS, Silence, type SilenceRule } from './silence.ts'

/** A server that looks every three seconds; its clock and its time begin anywhere. */
function server() {
  let [nowMs, steadyMs] = [1_800_000_000_000, 5000.5]
  const silence = new Silence({ now: () => nowMs, steady: () => steadyMs })
  return {
    now: () => nowMs,
    /** Lets so much time pass, and looks every few seconds; answers the last rule. */
    pass(ms: number, everyMs = 3000): SilenceRule | undefined {
      let rule: SilenceRule | undefined
      for (let left = ms; left > 0; left -= everyMs) {
        nowMs += Math.min(left, everyMs)
        steadyMs += Math.min(left, everyMs)
        rule = silence.look()
      }
      return rule
    },
    set(ms: number) {
      nowMs += ms
    },
  }
}

const isSilent = (rule: SilenceRule | undefined, heardMs: number) =>
  rule !== undefined && (heardMs < rule.beforeMs || heardMs > rule.afterMs)

test('no device counts as silent in the first half minute, or in half a minute after a pause', () => {
  const { pass } = server()
  expect(pass(30_000)).toBeUndefined()
  expect(pass(6000)).toBeDefined()
  expect(pass(31_000, 31_000)).toBeUndefined()
  expect(pass(27_000)).toBeUndefined()
  expect(pass(6000)).toBeDefined()
})

test('a device that was not heard for 930 seconds is offline', () => {
  const { pass, now } = server()
  const rule = pass(60_000)
  expect(isSilent(rule, now() - OFFLINE_AFTER_MS)).toBe(false)
  expect(isSilent(rule, now() - OFFLINE_AFTER_MS - 1)).toBe(true)
})

test('a clock that is set forward counts as that much less silence, until devices that were silent before have been so long enough', () => {
  const { pass, now, set } = server()
  pass(60_000)
  const heardMs = now()
  pass(300_000)
  set(7_200_000)
  expect(isSilent(pass(627_000), heardMs)).toBe(false)
  expect(isSilent(pass(6000), heardMs)).toBe(true)
  const again = now()
  expect(isSilent(pass(927_000), again)).toBe(false)
  expect(isSilent(pass(6000), again)).toBe(true)
})

test('a clock that is set on while the server starts counts as so much less silence, too', () => {
  const { pass, now, set } = server()
  const heardMs = now() - 400_000
  set(600_000)
  expect(isSilent(pass(60_000), heardMs)).toBe(false)
  expect(isSilent(pass(474_000), heardMs)).toBe(true)
})

test('a device with a last report in the future, from before a clock was set back, is silent 930 seconds later', () => {
  const { pass, now, set } = server()
  pass(60_000)
  const heardMs = now()
  set(-7_200_000)
  expect(isSilent(pass(927_000), heardMs)).toBe(false)
  // The clock is looked at every three seconds.
  expect(isSilent(pass(9000), heardMs)).toBe(true)
})

test('a clock that is steered, or another server’s that is some seconds ahead, changes nothing', () => {
  const { pass, now, set } = server()
  for (let turn = 0; turn < 400; turn += 1) {
    set(turn % 2 === 0 ? 400 : -400)
    pass(3000)
  }
  expect(pass(3000)).toMatchObject({ setOnMs: 0 })
  expect(isSilent(pass(3000), now() + 30_000)).toBe(false)
})
