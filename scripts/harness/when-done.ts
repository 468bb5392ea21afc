/**
 * Clean-up of what helpers make. A hook that is asked for within a test or another hook never runs, so servers and their
 * connections would stay until the worker ends.
 */
import { onTestFinished, TestRunner } from 'vitest'

type Work = () => Promise<unknown> | unknown

const works: Work[] = []

/** Does it after the test that is running, or else after the file, what was asked for last first. */
export function whenDone(work: Work): void {
  if (TestRunner.getCurrentTest() === undefined) works.push(work)
  else onTestFinished(async () => void (await work()))
}

/** What is left to do after a file. Each is done, also where another fails. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = []
  for (let work = works.pop(); work !== undefined; work = works.pop()) {
    try {
      await work()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Something could not be cleaned up.')
}
