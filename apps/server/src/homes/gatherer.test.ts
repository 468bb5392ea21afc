import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Gatherer, TooLargeToGather } from './gatherer.ts'

const [MAX, BETWEEN, WAIT_MS] = [100, 2, 4]

/** A gatherer under a clock that is moved; an outcome is the first byte of its part. */
function gathering() {
  let nowMs = 0
  const timers: { readonly dueMs: number; readonly work: () => void }[] = []
  const messages: { readonly subject: string; readonly atMs: number; readonly parts: readonly Uint8Array[] }[] = []
  let isAway = false
  const gatherer = new Gatherer<number>({
    send: async (subject, parts) => {
      messages.push({ subject, atMs: nowMs, parts })
      if (isAway) throw new Error('away')
      return parts.map(([first]) => first!)
    },
    maxBytes: () => MAX,
    betweenBytes: BETWEEN,
    waitMs: WAIT_MS,
    after: (ms, work) => timers.push({ dueMs: nowMs + ms, work }),
  })
  const move = (ms: number) => {
    nowMs += ms
    const due = timers.filter(({ dueMs }) => dueMs <= nowMs)
    timers.splice(0, timers.length, ...timers.filter(({ dueMs }) => dueMs > nowMs))
    for (const { work } of due) work()
  }
  const goAway = () => {
    isAway = true
  }
  return { gatherer, messages, move, goAway, now: () => nowMs }
}

const step = fc.oneof(
  fc.record({ subject: fc.constantFrom('home.1', 'home.2'), size: fc.integer({ min: 1, max: MAX }) }),
  fc.record({ ms: fc.integer({ min: 1, max: 6 }) }),
)

test('every part gets its own outcome, in messages of one subject that keep order, limit and time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { gatherer, messages, move, now } = gathering()
      const added: { readonly subject: string; readonly bytes: Uint8Array; readonly atMs: number; outcome?: number }[] =
        []
      const outcomes: Promise<void>[] = []
      for (const one of steps) {
        if ('ms' in one) {
          // Timers of a real clock come one by one.
          for (let ms = 0; ms < one.ms; ms += 1) move(1)
          continue
        }
        const part = { subject: one.subject, bytes: new Uint8Array(one.size).fill(added.length), atMs: now() }
        added.push(part)
        outcomes.push(gatherer.add(part.subject, part.bytes).then((outcome) => void Object.assign(part, { outcome })))
      }
      for (let ms = 0; ms < WAIT_MS; ms += 1) move(1)
      await Promise.all(outcomes)
      expect(added.map(({ outcome }) => outcome)).toEqual(added.map((_, at) => at))
      for (const subject of ['home.1', 'home.2']) {
        const mine = messages.filter((message) => message.subject === subject)
        const parts = added.filter((part) => part.subject === subject)
        expect(mine.flatMap((message) => message.parts)).toEqual(parts.map(({ bytes }) => bytes))
        let at = 0
        for (const [number, message] of mine.entries()) {
          const size = message.parts.reduce((sum, { length }) => sum + length + BETWEEN, -BETWEEN)
          expect(size).toBeLessThanOrEqual(MAX)
          const waitedMs = message.atMs - parts[at]!.atMs
          expect(waitedMs).toBeLessThanOrEqual(WAIT_MS)
          // Sent before its time only where the next did not fit.
          if (waitedMs < WAIT_MS) expect(size + BETWEEN + mine[number + 1]!.parts[0]!.length).toBeGreaterThan(MAX)
          at += message.parts.length
        }
      }
    }),
  )
})

test('where a message gets no answer each of its parts is told, and the next message is sent all the same', async () => {
  const { gatherer, messages, goAway } = gathering()
  goAway()
  const parts = [gatherer.add('home.1', Uint8Array.of(1)), gatherer.add('home.1', Uint8Array.of(2))]
  gatherer.flush()
  expect(await Promise.allSettled(parts)).toEqual(parts.map(() => ({ status: 'rejected', reason: new Error('away') })))
  const next = gatherer.add('home.1', Uint8Array.of(3))
  gatherer.flush()
  await expect(next).rejects.toThrow('away')
  expect(messages).toHaveLength(2)
})

test('a part that fits into no message is refused at once', async () => {
  const { gatherer, messages } = gathering()
  await expect(gatherer.add('home.1', new Uint8Array(MAX + 1))).rejects.toThrow(TooLargeToGather)
  gatherer.flush()
  expect(messages).toEqual([])
})
