import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AlarmLife,
  type AlertSettings,
  acknowledgedLife,
  arrivalStep,
  goingLife,
  isDue,
  nextStep,
  raisedLife,
  shownLife,
} from './alarm-life.ts'
import { SHOWN_WITHIN_MS } from './alarms.ts'

const settings: AlertSettings = {
  acknowledge_within_s: 60,
  arrive_within_s: 120,
  contacts: [
    { email: 'first@example.com', after_s: 0 },
    { email: 'second@example.com', after_s: 120 },
    { email: 'third@example.com', after_s: 0 },
  ],
}
const START = 1_800_000_000_000

test('an alarm nobody shows within ten seconds goes out by push and to the first contact, then to one after the other', () => {
  let life = raisedLife(true, true, START)
  expect(isDue(life, START + SHOWN_WITHIN_MS - 1)).toBe(false)
  const told: [number | undefined, number][] = []
  let now = START
  while (life.due_at_ms !== null) {
    now = life.due_at_ms
    const step = nextStep(life, settings, now)
    expect(step.push).toBe(true)
    expect(step.life.state).toBe('escalated')
    told.push([step.contact, now - START])
    life = step.life
  }
  expect(told).toEqual([
    [0, 10_000],
    [1, 130_000],
    [2, 131_000],
  ])
})

test('where no console listens the first step is due at once', () => {
  const life = raisedLife(false, false, START)
  expect(isDue(life, START)).toBe(true)
  expect(nextStep(life, settings, START)).toMatchObject({ contact: 0, push: true, life: { due_at_ms: null } })
})

test('a repeating alarm that is shown waits to be acknowledged, and is escalated when nobody does', () => {
  const shown = shownLife(raisedLife(true, true, START), settings, START + 2000)
  expect(shown).toMatchObject({ state: 'shown', isShown: true, due_at_ms: START + 62_000 })
  expect(nextStep(shown, settings, START + 62_000)).toMatchObject({ contact: 0, push: true })
  const alone = { ...settings, contacts: [] }
  const bare = shownLife(raisedLife(true, true, START), alone, START)
  expect(nextStep(bare, alone, START + 60_000)).toMatchObject({
    contact: undefined,
    push: true,
    life: { due_at_ms: null },
  })
})

test('an alarm that does not repeat is over once a console shows it, and once it was escalated', () => {
  const shown = shownLife(raisedLife(false, true, START), settings, START + 2000)
  expect(shown).toMatchObject({ state: 'shown', due_at_ms: null })
  const out = nextStep(raisedLife(false, true, START), settings, START + SHOWN_WITHIN_MS).life
  expect(out).toMatchObject({ state: 'escalated', due_at_ms: null, told: 1 })
  expect(shownLife(out, settings, START + 20_000)).toMatchObject({ state: 'escalated', isShown: true, due_at_ms: null })
})

test('a console that shows it after contacts were mailed does not delay the next ones', () => {
  const out = nextStep(raisedLife(true, true, START), settings, START + SHOWN_WITHIN_MS).life
  expect(shownLife(out, settings, START + 15_000)).toMatchObject({ isShown: true, due_at_ms: out.due_at_ms })
})

test('an alarm that is not due does nothing', () => {
  const life = raisedLife(true, true, START)
  expect(nextStep(life, settings, START + 5000)).toEqual({ life, contact: undefined, push: false })
})

test('after the clock was set back it waits its time again, and mails nobody before', () => {
  const life = raisedLife(true, true, START)
  const back = START - 3_600_000
  expect(isDue(life, back)).toBe(true)
  const waits = nextStep(life, settings, back)
  expect(waits).toMatchObject({ contact: undefined, push: false, life: { due_at_ms: back + SHOWN_WITHIN_MS } })
  expect(nextStep(waits.life, settings, back + SHOWN_WITHIN_MS)).toMatchObject({ contact: 0, push: true })
})

const moves = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 200_000 }) }),
    fc.record({ do: fc.constant('set back' as const), ms: fc.integer({ min: 0, max: 10_000_000 }) }),
    fc.constant({ do: 'show' as const, ms: 0 }),
    fc.constant({ do: 'acknowledge' as const, ms: 0 }),
  ),
  { maxLength: 30 },
)
const someSettings = fc.record({
  acknowledge_within_s: fc.integer({ min: 15, max: 3600 }),
  arrive_within_s: fc.integer({ min: 30, max: 3600 }),
  contacts: fc.array(
    fc.record({ email: fc.constant('somebody@example.com'), after_s: fc.integer({ min: 0, max: 3600 }) }),
    { maxLength: 10 },
  ),
})

test('whatever clocks and people do, each contact is mailed at most once, in order, never after an answer, and nobody is forgotten', () => {
  fc.assert(
    fc.property(someSettings, fc.boolean(), fc.boolean(), moves, (wanted, repeat, hasListeners, what) => {
      let now = START
      let life: AlarmLife = raisedLife(repeat, hasListeners, now)
      const told: number[] = []
      let pushes = 0
      const work = () => {
        if (!isDue(life, now)) return
        const step = nextStep(life, wanted, now)
        if (step.contact !== undefined) told.push(step.contact)
        if (step.push) pushes += 1
        life = step.life
      }
      let wasAnswered = false
      for (const move of what) {
        if (move.do === 'wait') now += move.ms
        if (move.do === 'set back') now -= move.ms
        if (move.do === 'show') life = shownLife(life, wanted, now)
        if (move.do === 'acknowledge') {
          life = acknowledgedLife(life)
          wasAnswered = true
        }
        const before = told.length
        work()
        if (wasAnswered) expect(told).toHaveLength(before)
        // Whatever is due next is due within the time it waits.
        if (life.due_at_ms !== null) expect(life.due_at_ms).toBeLessThanOrEqual(now + life.wait_ms)
      }
      const isOver = wasAnswered || (!repeat && life.isShown)
      for (let step = 0; step < 20 && life.due_at_ms !== null; step += 1) {
        now = life.due_at_ms
        work()
      }
      expect(life.due_at_ms).toBeNull()
      expect(told).toEqual(told.map((_contact, place) => place))
      if (isOver) return
      expect(pushes).toBeGreaterThan(0)
      expect(told).toHaveLength(repeat ? wanted.contacts.length : Math.min(1, wanted.contacts.length))
    }),
  )
})

test('an alarm to which somebody goes is raised again when the time to arrive is over, and not before', () => {
  const going = goingLife(raisedLife(true, true, START), settings, START)
  expect(going).toMatchObject({ state: 'acknowledged', due_at_ms: START + 120_000 })
  expect(arrivalStep(going, true, START + 119_999)).toEqual({ life: going, ringsAgain: false })
  const raisedAgain = raisedLife(true, true, START + 120_000)
  expect(arrivalStep(going, true, START + 120_000)).toEqual({ life: raisedAgain, ringsAgain: true })
  expect(arrivalStep(acknowledgedLife(going), true, START + 1e9).ringsAgain).toBe(false)
})

test('where the clock is set back meanwhile, the time to arrive begins again', () => {
  const going = goingLife(raisedLife(true, true, START), settings, START)
  const { life, ringsAgain } = arrivalStep(going, true, START - 1e9)
  expect(ringsAgain).toBe(false)
  expect(life.due_at_ms).toBe(START - 1e9 + 120_000)
  expect(arrivalStep(life, true, START - 1e9 + 120_000).ringsAgain).toBe(true)
})
