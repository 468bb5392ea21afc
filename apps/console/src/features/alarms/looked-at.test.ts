import { expect, test } from 'vitest'
import { givenAlarm, givenEvent } from './given.ts'
import { lookedAt } from './looked-at.ts'

const NOTHING = { open: [], over: new Set<string>(), listed: () => undefined, nowMs: 9000 }
const [older, newer] = [givenEvent(1000, { id: 'older' }), givenEvent(2000, { id: 'newer' })]

test('every open alarm of a device is told, the newest first', () => {
  expect(lookedAt([], { ...NOTHING, open: [older, newer] })).toEqual([newer, older])
})

test('an alarm answered while the list is open stays in its place, with the name of who answered', () => {
  const byMori = givenAlarm('newer', { state: 'acknowledged', acknowledged_by: 'Mori', acknowledged_at_ms: 8000 })
  const told = lookedAt([newer, older], {
    ...NOTHING,
    open: [older],
    over: new Set(['newer']),
    listed: (id) => (id === 'newer' ? byMori : undefined),
  })
  expect(told).toEqual([{ ...newer, alarm: byMori }, older])
})

test('an answer that the list does not hold is told with the time it came to be known, and by name once it does', () => {
  const over = new Set(['newer'])
  const first = lookedAt([newer], { ...NOTHING, over })
  expect(first[0]?.alarm).toMatchObject({ state: 'acknowledged', acknowledged_by: null, acknowledged_at_ms: 9000 })
  const later = lookedAt(first, { ...NOTHING, over, nowMs: 20_000 })
  expect(later[0]?.alarm?.acknowledged_at_ms).toBe(9000)
  const byMori = givenAlarm('newer', { state: 'acknowledged', acknowledged_by: 'Mori', acknowledged_at_ms: 8500 })
  expect(lookedAt(later, { ...NOTHING, over, listed: () => byMori })[0]?.alarm).toBe(byMori)
})

test('alarms that ended without an answer leave the list, as do those that ended before it was opened', () => {
  expect(lookedAt([newer], NOTHING)).toEqual([])
  expect(lookedAt([], { ...NOTHING, over: new Set(['newer']) })).toEqual([])
})

test('the last three of many answers are kept, whatever the age of their alarms', () => {
  const events = [1, 2, 3, 4, 5].map((time) => givenEvent(time, { id: `alarm ${time}` }))
  const answeredAt = [50, 10, 20, 40, 30]
  const told = lookedAt(events, {
    ...NOTHING,
    over: new Set(events.map(({ id }) => id)),
    listed: (id) => {
      const at = events.findIndex((event) => event.id === id)
      return givenAlarm(id, { state: 'acknowledged', acknowledged_at_ms: answeredAt[at] as number })
    },
  })
  expect(told.map(({ id }) => id)).toEqual(['alarm 5', 'alarm 4', 'alarm 1'])
})
