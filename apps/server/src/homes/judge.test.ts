import { expect, test } from 'vitest'
import { Judge } from './judge.ts'
import { RENEW_EVERY_MS } from './leases.ts'

const DEAD_MS = 6000

function judge() {
  let nowMs = 1000
  const one = new Judge({ now: () => 0, steady: () => nowMs })
  return {
    /** Whether it may depose one that is gone, and one that is only silent, after so much time (ms) and a heartbeat. */
    after(ms: number) {
      nowMs += ms
      one.beat()
      return [one.mayDepose('gone'), one.mayDepose('silent')]
    },
  }
}

test('a server that starts deposes one without connections at once, and one that is only silent after its time', () => {
  const { after } = judge()
  expect(after(0)).toEqual([true, false])
  for (let ms = RENEW_EVERY_MS; ms < DEAD_MS; ms += RENEW_EVERY_MS) expect(after(RENEW_EVERY_MS)).toEqual([true, false])
  expect(after(RENEW_EVERY_MS)).toEqual([true, true])
})

test('a server that could not send heartbeats itself gives the others time for theirs, unless it was only a little late', () => {
  const { after } = judge()
  for (let ms = 0; ms < DEAD_MS; ms += RENEW_EVERY_MS) after(RENEW_EVERY_MS)
  expect(after(DEAD_MS - 2 * RENEW_EVERY_MS)).toEqual([true, true])
  expect(after(DEAD_MS - 2 * RENEW_EVERY_MS + 1)).toEqual([false, false])
  for (let ms = RENEW_EVERY_MS; ms < DEAD_MS; ms += RENEW_EVERY_MS)
    expect(after(RENEW_EVERY_MS)).toEqual([false, false])
  expect(after(RENEW_EVERY_MS)).toEqual([true, true])
})
