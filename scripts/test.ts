/**
 * `npm test`: installs what tests need, checks the code, runs every test, and ends with one line `N passed, N failed`.
 * All of them run side by side, so that one file works while another waits for a process; those in a browser that draws maps
 * run last and alone, since they measure time.
 * `npm test -- <what vitest takes>` runs some of them, without the check.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser, findWholeBrowser } from './harness/find-browser.ts'
import { run } from './steps.ts'

interface Count {
  passed: number
  failed: number
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
  const { numPassedTests, numFailedTests, numPendingTests } = readReport(file)
  if (mayLeaveOut) return { passed: numPassedTests, failed: code === 0 ? 0 : Math.max(1, numFailedTests) }
  if (numPendingTests > 0) console.error(`${title}: ${numPendingTests} tests were left out, which counts as failed.`)
  const failed = numFailedTests + numPendingTests
  return { passed: numPassedTests, failed: code === 0 ? failed : Math.max(1, failed) }
}

function readReport(file: string): { numPassedTests: number; numFailedTests: number; numPendingTests: number } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    // Vitest ended before it could write one; its own words stand above.
    console.error(`There is no result: ${(error as Error).message}`)
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0 }
  }
}

const browserOnly = process.argv.includes('--browser-only')
const some = process.argv.slice(2).filter((arg) => arg !== '--browser-only')
const counts: Count[] = []
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
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 ? 0 : 1
