/**
 * Installs what tests need, checks the code, runs the tests, and ends with one line `N passed, N failed`. What failed is named
 * once more before that line, as logs are read from their end. `npm test` runs what a change must pass, with `--quick` what
 * answers in minutes, with `--long` everything there is (before a release), with `--browser` every look of every page.
 * `npm test -- <what vitest takes>` runs some files, without the check.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CITUS_TESTS, citusCoordinator } from './harness/citus-cluster.ts'
import { readSharedCosts } from './harness/costs.ts'
import { findBrowser, findWholeBrowser } from './harness/find-browser.ts'
import { findMosquitto, MOSQUITTO_TESTS } from './harness/find-mosquitto.ts'
import { findNats, NATS_TESTS } from './harness/find-nats.ts'
import { isCounted, secondsOfReference, secondsOfTree } from './harness/processor-time.ts'
import type { TestRun } from './harness/test-run.ts'
import type { FileResult, RunResult } from './harness/tier-reporter.ts'
import { run } from './steps.ts'
import { type Sample, tierTable } from './tier-table.ts'

interface Count {
  readonly passed: number
  readonly failed: number
}

const FLAGS = ['--quick', '--long', '--browser']
const flags = process.argv.slice(2).filter((arg) => FLAGS.includes(arg))
const some = process.argv.slice(2).filter((arg) => !FLAGS.includes(arg))
if (flags.includes('--quick')) process.env.TEST_RUN = 'quick'
if (flags.includes('--long') || flags.includes('--browser')) process.env.TEST_RUN = 'long'

const REPORTER = join(import.meta.dirname, 'harness/tier-reporter.ts')
const folder = mkdtempSync(join(tmpdir(), 'whereabouts-results-'))
const sharedFile = join(folder, 'shared-costs.jsonl')
const failures: string[] = []

/** One run of vitest; a run that ends badly without a failed test counts as one failure, a test that was left out too. */
async function vitest(args: readonly string[], mayLeaveOut: boolean): Promise<Count> {
  const file = join(folder, 'results.json')
  process.env.TEST_RESULTS = file
  process.env.TEST_SHARED_COSTS = sharedFile
  const code = await run({
    title: 'tests',
    command: 'vitest',
    args: ['run', '--reporter=default', `--reporter=${REPORTER}`, ...args],
  })
  const { files, errors } = readResult(file)
  const sum = (key: 'passed' | 'failed' | 'leftOut') => files.reduce((total, each) => total + each[key], 0)
  failures.push(...files.flatMap((each) => each.failures), ...errors)
  const overBudget = judgeCosts(files)
  failures.push(...overBudget)
  if (!mayLeaveOut && sum('leftOut') > 0) failures.push(`${sum('leftOut')} tests were left out.`)
  const failed = overBudget.length + sum('failed') + (mayLeaveOut ? 0 : sum('leftOut'))
  return { passed: sum('passed'), failed: code === 0 ? failed : Math.max(1, failed) }
}

const samples: Sample[] = []
const takeSample = () => void samples.push({ atMs: Date.now(), seconds: secondsOfReference() })

/** Prints what the tiers cost; a line for each budget that was exceeded. */
function judgeCosts(files: readonly FileResult[]): string[] {
  takeSample()
  const shared = readSharedCosts(sharedFile)
  const kind =
    some.length > 0 || flags.includes('--browser') ? 'some files' : ((process.env.TEST_RUN ?? 'usual') as TestRun)
  const { lines, faults } = tierTable({ files, shared, samples, checkS }, kind)
  for (const line of lines) console.log(line)
  if (!isCounted) console.log('Budgets are not enforced: this system does not say what processes used.')
  return isCounted ? faults : []
}

function readResult(file: string): RunResult {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // Vitest ended before it could write one; its own words stand above.
    return { files: [], errors: [`There is no result: ${(error as Error).message}`] }
  }
}

let checkS: number | undefined

async function check(): Promise<Count> {
  const before = isCounted ? secondsOfTree(process.pid) : 0
  const code = await run({ title: 'check', command: process.execPath, args: [join(import.meta.dirname, 'check.ts')] })
  if (isCounted) checkS = secondsOfTree(process.pid) - before
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const SAMPLE_EVERY_MS = 2000

const startedAt = performance.now()
const sampler = setInterval(takeSample, SAMPLE_EVERY_MS)
const counts: Count[] = []
try {
  if (some.length === 0 || some.some((arg) => /e2e|browser/.test(arg))) {
    // Found once here, so that an install happens before the tests and not within one.
    process.env.CHROMIUM_PATH = findBrowser({ install: true })
    findWholeBrowser({ install: true })
  }
  if (!flags.includes('--browser') && (some.length === 0 || some.some((arg) => arg.includes('mosquitto')))) {
    const isThere = findMosquitto({ install: true }) !== undefined
    if (!isThere)
      console.error(`${MOSQUITTO_TESTS} is left out: install mosquitto and mosquitto-clients 2.0 to run it.`)
  }
  if (!flags.includes('--browser') && (some.length === 0 || some.some((arg) => /bus|nats/.test(arg)))) {
    const isThere = findNats({ install: true }) !== undefined
    if (!isThere) console.error(`${NATS_TESTS} is left out: install nats-server 2.9 or later to run it.`)
  }
  if (process.env.TEST_RUN === 'long' && !flags.includes('--browser') && citusCoordinator === undefined)
    console.error(`${CITUS_TESTS} is left out: set CITUS_URL to run it, as CONTRIBUTING tells.`)
  if (some.length === 0 && !flags.includes('--browser')) counts.push(await check())
  const projects = flags.includes('--browser') ? ['--project', 'e2e', '--project', 'component'] : []
  counts.push(await vitest([...projects, ...some], some.length > 0))
} catch (error) {
  failures.push((error as Error).message)
  counts.push({ passed: 0, failed: 1 })
} finally {
  clearInterval(sampler)
  rmSync(folder, { recursive: true, force: true })
}

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0)
console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes in all`)
for (const failure of failures) console.log(`Failed: ${failure}`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
