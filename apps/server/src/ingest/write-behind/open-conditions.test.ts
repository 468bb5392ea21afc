import { expect, test } from 'vitest'
import type { ConditionChange, OpenCondition } from '../../state/conditions.ts'
import { OpenConditions } from './open-conditions.ts'
import { PendingChanges } from './pending-changes.ts'

const AT_MS = 1_800_000_000_000
const change = (step: 'begin' | 'end', kind: ConditionChange['kind'], order: number): ConditionChange => ({
  ...{ accountId: 'account', deviceId: 'tag', kind, subject: '', atMs: AT_MS, order },
  ...(step === 'begin' ? { step, isRaised: true } : { step }),
})
const open = (kind: OpenCondition['kind'], device_id = 'tag'): OpenCondition => ({
  ...{ account_id: 'account', device_id, kind, subject: '', since_ms: AT_MS, since_order: 1, is_raised: true },
})

/** Changes whose writes are answered when the test says so. */
function pending() {
  const conditions = new OpenConditions()
  const answers: ((holds: readonly OpenCondition[] | Promise<never>) => void)[] = []
  const bugs: unknown[] = []
  const stored: OpenCondition[] = []
  const changes = new PendingChanges({
    ...{ clock: { now: () => AT_MS, steady: () => 0 }, conditions },
    changeConditions: () => new Promise((answer) => answers.push(answer)),
    onAway: (error) => {
      throw error
    },
    listOpen: async () => stored,
    onBug: (error) => bugs.push(error),
  })
  const kinds = (device = 'tag') => conditions.of('account', device).map(({ kind }) => kind)
  return { conditions, changes, answers, kinds, bugs, stored }
}

test('a condition from a report applies at once, and is replaced by what the database stored', async () => {
  const { changes, answers, kinds } = pending()
  changes.add([change('begin', 'low_battery', 1)])
  expect(kinds()).toEqual(['low_battery'])
  const writing = changes.write()
  answers.shift()!([open('in_zone')])
  await writing
  expect(kinds()).toEqual(['in_zone'])
})

test('while newer changes of a device wait, no answer replaces what they made of it', async () => {
  const { changes, answers, kinds } = pending()
  changes.add([change('begin', 'low_battery', 1)])
  const writing = changes.write()
  changes.add([change('end', 'low_battery', 2)])
  answers.shift()!([open('low_battery')])
  await writing
  expect(kinds()).toEqual([])
  const next = changes.write()
  answers.shift()!([open('in_zone')])
  await next
  expect(kinds()).toEqual(['in_zone'])
})

test('what a sweep found holds once it is written, and is left to the next one where a report changed the device meanwhile', async () => {
  const { conditions, changes, answers, kinds } = pending()
  conditions.set('account', 'tag', [open('in_zone')])
  const found = changes.writeFound([change('end', 'in_zone', 2)])
  expect(kinds()).toEqual(['in_zone'])
  answers.shift()!([])
  await found
  expect(kinds()).toEqual([])
  changes.add([change('begin', 'low_battery', 3)])
  await changes.writeFound([change('end', 'low_battery', 2)])
  expect(answers).toEqual([])
  expect(kinds()).toEqual(['low_battery'])
})

test('a change that the database refuses does not hold, and what is stored does', async () => {
  const { changes, answers, kinds, bugs, stored } = pending()
  stored.push(open('in_zone'))
  changes.add([change('begin', 'low_battery', 1)])
  const writing = changes.write()
  answers.shift()!(Promise.reject(new Error('refused')))
  await writing
  expect(bugs).toEqual([new Error('refused')])
  expect(kinds()).toEqual(['in_zone'])
})
