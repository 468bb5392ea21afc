/**
 * `npm test`: installs what tests need, checks the code, runs every test, and ends with one line `N passed, N failed`.
 * All of them run side by side, so that one file works while another waits for a process; those in a browser that draws maps
 * run last and alone, since they measure time. What failed is named once more before that line, as logs are read from their end.
 * `npm test -- <what vitest takes>` runs some of them, without the check.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findBrowser, findWholeBrowser } from './harness/find-browser.ts'
import { run } from './steps.ts'

interface Count {
  passed: number
  failed: number
}

/** What is read of the JSON that vitest writes. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

const results = mkdtempSync(join(tmpdir(), 'whereabouts-results-'))

/** One run of vitest; a run that ends badly without a failed test counts as one failure. */
async function vitest(title: string, args: readonly string[], mayLeaveOut = false): Promise<Count> {
  const file = join(results, `${title}.json`)
  const code = await run({
    title,
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
  })
  const report = readReport(file)
  const { numPassedTests, numFailedTests, numPendingTests } = report
  failures.push(...failuresIn(report))
  if (mayLeaveOut) return { passed: numPassedTests, failed: code === 0 ? 0 : Math.max(1, numFailedTests) }
  if (numPendingTests > 0) console.error(`${title}: ${numPendingTests} tests were left out, which counts as failed.`)
  const failed = numFailedTests + numPendingTests
  return { passed: numPassedTests, failed: code === 0 ? failed : Math.max(1, failed) }
}

/** A line for each failed test, and for each file that failed before its first: where, which, and the first line of why. */
function failuresIn({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${path}: ${firstLine(message)}`] : []
    return failed.map((test) => `${path}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
  })
}

const firstLine = (text = '') => text.split('\n', 1)[0]?.slice(0, 200)

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // Vitest ended before it could write one; its own words stand above.
    console.error(`There is no result: ${(error as Error).message}`)
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, testResults: [] }
  }
}

const browserOnly = process.argv.includes('--browser-only')
const some = process.argv.slice(2).filter((arg) => arg !== '--browser-only')
const counts: Count[] = []
const failures: string[] = []
try {
  if (some.length === 0 || some.some((arg) => arg.includes('e2e'))) {
    // Found once here, so that an install happens before the tests and not within one.
    process.env.CHROMIUM_PATH = findBrowser({ install: true })
    findWholeBrowser({ install: true })
  }
  if (some.length > 0) {
    counts.push(await vitest('some', browserOnly ? ['--project', 'e2e*', ...some] : some, true))
  } else if (!browserOnly) {
    const code = await run({ title: 'check', command: process.execPath, args: [join(import.meta.dirname, 'check.ts')] })
    counts.push(code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
  }
  if (some.length === 0) {
    counts.push(await vitest('tests', ['--project', browserOnly ? 'e2e' : '!e2e-drawn']))
    counts.push(await vitest('browser, maps', ['--project', 'e2e-drawn']))
  }
} catch (error) {
  console.error((error as Error).message)
  counts.push({ passed: 0, failed: 1 })
} finally {
  rmSync(results, { recursive: true, force: true })
}

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0)
for (const failure of failures) console.log(`Failed: ${failure}`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
