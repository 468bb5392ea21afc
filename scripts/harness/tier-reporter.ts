/** Writes what scripts/test.ts tells of a run of vitest into the file that TEST_RESULTS names: each file, its tier and time. */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import type { Cost } from './costs.ts'

export interface FileResult {
  readonly tier: string
  readonly path: string
  /** Load, hooks and tests; undefined where the file ended before it said so. */
  readonly cost: Cost | undefined
  readonly passed: number
  readonly failed: number
  /** Neither passed nor failed. */
  readonly leftOut: number
  /** A line for each failed test, or why none ran. */
  readonly failures: readonly string[]
}

export interface RunResult {
  readonly files: readonly FileResult[]
  /** What failed outside of all tests. */
  readonly errors: readonly string[]
}

const firstLine = (text = '') => text.split('\n', 1)[0]?.slice(0, 200) ?? ''

function resultOf(module: TestModule): FileResult {
  const path = relative(process.cwd(), module.moduleId)
  const tests = [...module.children.allTests()]
  const failed = tests.filter((test) => test.result().state === 'failed')
  const lines = failed.map((test) => `${path}: ${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`)
  const ofFile = module.errors().map(({ message }) => `${path}: ${firstLine(message)}`)
  const passed = tests.filter((test) => test.result().state === 'passed').length
  return {
    ...{ tier: module.project.name, path, passed, leftOut: tests.length - passed - failed.length },
    cost: module.meta().cost,
    failed: failed.length === 0 && !module.ok() ? 1 : failed.length,
    failures: [...lines, ...ofFile],
  }
}

export default class TierReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const result: RunResult = {
      files: modules.map(resultOf),
      errors: errors.map(({ message }) => firstLine(message)),
    }
    if (process.env.TEST_RESULTS !== undefined) writeFileSync(process.env.TEST_RESULTS, JSON.stringify(result))
  }
}
