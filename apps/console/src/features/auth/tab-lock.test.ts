import { expect, test } from 'vitest'
import { checkLock, LOCK_EXPIRES_AFTER_MS, LOCK_WAIT_MS, type Lock, runAlone } from './tab-lock.ts'

/** Tabs of one browser: shared storage, and a clock that moves only when everybody waits. */
function browser() {
  let stored: Lock | undefined
  let nowMs = 1_000_000
  const waiting: { until: number; wake: () => void }[] = []
  const lock = {
    read: () => stored,
    write: (value: Lock) => {
      stored = value
    },
    remove: () => {
      stored = undefined
    },
  }
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      waiting.push({ until: nowMs + ms, wake: resolve })
    })
  /** Lets time pass until nobody waits any more. */
  async function settle(): Promise<void> {
    for (;;) {
      // What was woken runs to its next wait first.
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      const next = waiting.sort((one, other) => one.until - other.until).shift()
      if (next === undefined) return
      nowMs = Math.max(nowMs, next.until)
      next.wake()
    }
  }
  return { world: (tabId: string) => ({ tabId, lock, now: () => nowMs, wait }), lock, wait, settle, now: () => nowMs }
}

test('two tabs that start together load one after the other [SESS-17]', async () => {
  const { world, settle, wait } = browser()
  const log: string[] = []
  const load = (tab: string) => async () => {
    log.push(`${tab} starts`)
    await wait(400)
    log.push(`${tab} ends`)
  }
  const both = Promise.all([runAlone(world('one'), load('one')), runAlone(world('two'), load('two'))])
  await settle()
  await both
  expect(log).toEqual(['one starts', 'one ends', 'two starts', 'two ends'])
})

test('of two tabs that both saw no lock, the one that wrote last loads first', async () => {
  const { world, settle } = browser()
  const log: string[] = []
  const load = (tab: string) => async () => void log.push(tab)
  const early = world('early')
  const late = world('late')
  let hasLooked = false
  const blindAtFirst = {
    ...late.lock,
    read: () => {
      const seen = hasLooked ? late.lock.read() : undefined
      hasLooked = true
      return seen
    },
  }
  const both = Promise.all([runAlone(early, load('early')), runAlone({ ...late, lock: blindAtFirst }, load('late'))])
  await settle()
  await both
  expect(log).toEqual(['late', 'early'])
})

test('the lock is read back 100 ms after it was written [SESS-19, CONST-23]', async () => {
  const { world, settle, now } = browser()
  const startedAt = now()
  let ranAt = 0
  const run = runAlone(world('one'), async () => {
    ranAt = now()
  })
  await settle()
  await run
  expect(LOCK_WAIT_MS).toBe(100)
  expect(ranAt - startedAt).toBe(100)
})

test('the lock of a dead tab expires after 10 s and no sooner [SESS-18, CONST-22]', async () => {
  const { world, settle, lock, now } = browser()
  lock.write({ tabId: 'dead', time: now() })
  const startedAt = now()
  let ranAt = 0
  const run = runAlone(world('alive'), async () => {
    ranAt = now()
  })
  await settle()
  await run
  expect(LOCK_EXPIRES_AFTER_MS).toBe(10_000)
  expect(ranAt - startedAt).toBeGreaterThanOrEqual(10_000)
  expect(ranAt - startedAt).toBeLessThanOrEqual(10_200)
})

test('a load that fails gives the lock back', async () => {
  const { world, settle, lock } = browser()
  const run = runAlone(world('one'), async () => {
    throw new Error('no network')
  })
  const outcome = expect(run).rejects.toThrow('no network')
  await settle()
  await outcome
  expect(lock.read()).toBeUndefined()
})

test('a tab whose lock another took over leaves that lock alone', async () => {
  const { world, settle, lock, now } = browser()
  const run = runAlone(world('slow'), async () => lock.write({ tabId: 'other', time: now() }))
  await settle()
  await run
  expect(lock.read()?.tabId).toBe('other')
})

test('an unreadable lock in storage counts as no lock', () => {
  for (const junk of [undefined, 'x', [], {}, { tabId: 1, time: 2 }, { tabId: 'a', time: 'b' }]) {
    expect(checkLock(junk)).toBeUndefined()
  }
})
