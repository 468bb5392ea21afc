import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { secondsOfReference, secondsOfTree } from './harness/processor-time.ts'
import type { FileResult } from './harness/tier-reporter.ts'
import { type RunCosts, slowness, tierTable } from './tier-table.ts'
import { CHECK, FILE_BUDGETS, PROCESSOR_SECONDS_A_MINUTE, REFERENCE_S, TIERS, UNCOUNTED } from './tiers.ts'

const UNIT = TIERS.find(({ name }) => name === 'unit')!

const file = (path: string, seconds: number, [startedAt, endedAt] = [0, 1000]): FileResult => ({
  ...{ tier: UNIT.name, path, passed: 1, failed: 0, leftOut: 0, failures: [] },
  cost: { startedAt: startedAt!, endedAt: endedAt!, seconds },
})

const sample = (atMs: number, times: number) => ({ atMs, seconds: times * REFERENCE_S })

const costs = (files: readonly FileResult[], others: Partial<RunCosts> = {}): RunCosts => ({
  ...{ files, shared: [], samples: [sample(0, 1)], checkS: undefined },
  ...others,
})

test('the budgets of all tiers are 10 minutes of the reference machine, those of the quick run 3', () => {
  const all = [...TIERS, CHECK, UNCOUNTED]
  expect(all.reduce((sum, { budgetS }) => sum + budgetS, 0)).toBe(10 * PROCESSOR_SECONDS_A_MINUTE)
  expect(all.reduce((sum, { quickBudgetS = 0 }) => sum + quickBudgetS, 0)).toBe(3 * PROCESSOR_SECONDS_A_MINUTE)
})

test('each file with a budget of its own is there', () => {
  expect(Object.keys(FILE_BUDGETS).filter((path) => !existsSync(join(import.meta.dirname, '..', path)))).toEqual([])
})

test('a file over its budget is named with what it cost, in each run but the long one, and a file at its budget is not', () => {
  const run = costs([file('a.test.ts', UNIT.fileBudgetS), file('b.test.ts', UNIT.fileBudgetS + 1)])
  const fault = `Over its budget: b.test.ts (${UNIT.fileBudgetS + 1}.0 s of ${UNIT.fileBudgetS} s)`
  for (const kind of ['some files', 'usual', 'quick'] as const)
    expect(tierTable(run, kind).faults, kind).toEqual([fault])
  expect(tierTable(run, 'long').faults).toEqual([])
})

test('a file costs as much less as the reference was slower while it ran', () => {
  const [twice, once] = [
    file('twice.test.ts', 2 * UNIT.fileBudgetS),
    file('once.test.ts', 2 * UNIT.fileBudgetS, [5000, 6000]),
  ]
  const samples = [sample(0, 2), sample(1000, 2), sample(5000, 1), sample(6000, 1)]
  expect(tierTable(costs([twice, once], { samples }), 'some files').faults).toEqual([
    `Over its budget: once.test.ts (${2 * UNIT.fileBudgetS}.0 s of ${UNIT.fileBudgetS} s)`,
  ])
})

test('what servers use while tests wait costs nothing, however long a file takes by the clock', () => {
  const server = TIERS.find(({ name }) => name === 'server')!
  const { ofFile, ofShared } = server.waiting!
  const run = (untilMs: number) => {
    const ranS = untilMs / 1000
    const each = { ...file('a.test.ts', 5 + ofFile * ranS, [0, untilMs]), tier: server.name }
    return tierTable(costs([each], { shared: [{ tier: server.name, seconds: 2 + ofShared * ranS }] }), 'usual').lines[0]
  }
  expect(run(1_000_000)).toBe(run(1000))
  expect(run(1000)).toContain(' 7.0 s of ')
})

test.each([
  ['those within and one on each side', 900, 1100, 7 / 3],
  ['those on each side, where none is within', 1100, 1900, 3],
  ['the last one, where none is after', 3500, 4000, 6],
  ['all, where no time is named', undefined, undefined, 13 / 4],
])('the slowness of a time is the mean of the samples: %s', (_name, from, until, mean) => {
  const samples = [sample(0, 1), sample(1000, 2), sample(2000, 4), sample(3000, 6)]
  expect(slowness(samples, from, until)).toBeCloseTo(mean, 6)
})

test('no sample at all is a fault of the run', () => {
  expect(() => slowness([])).toThrow('The reference was not measured in this run.')
})

test('a tier is over its budget by its files and what they share, the check by itself; some files alone are not', () => {
  const files = Array.from({ length: UNIT.budgetS / UNIT.fileBudgetS }, (_, index) =>
    file(`${index}.test.ts`, UNIT.fileBudgetS),
  )
  const shared = [{ tier: UNIT.name, seconds: 4 }]
  const tierS = Math.floor(UNIT.budgetS / UNIT.fileBudgetS) * UNIT.fileBudgetS + 4
  const run = costs(files, { shared, checkS: CHECK.budgetS + 1 })
  expect(tierTable(run, 'usual').faults).toEqual([
    `Over its budget: ${UNIT.name} (${tierS}.0 s of ${UNIT.budgetS} s)`,
    `Over its budget: ${CHECK.name} (${CHECK.budgetS + 1}.0 s of ${CHECK.budgetS} s)`,
  ])
  expect(tierTable(run, 'some files').faults).toEqual([])
  expect(tierTable(costs(files), 'usual').faults).toEqual([])
})

test.runIf(process.platform === 'linux')('a process and its children are counted, living and ended ones', () => {
  const before = secondsOfTree(process.pid)
  let used = 0
  while (used < 0.1) used += secondsOfReference()
  expect(secondsOfTree(process.pid) - before).toBeGreaterThan(0.07)
})
