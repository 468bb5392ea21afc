/** Which run of the tests this is, and the seeds of its chances. */

/** `quick` while working, `usual` for a change (`npm test`), `long` before a release. */
export type TestRun = 'quick' | 'usual' | 'long'

const RUNS: readonly string[] = ['quick', 'usual', 'long'] satisfies TestRun[]

function readRun(text = 'usual'): TestRun {
  if (!RUNS.includes(text)) throw new Error(`TEST_RUN is one of ${RUNS.join(', ')}, not '${text}'.`)
  return text as TestRun
}

export const testRun = readRun(process.env.TEST_RUN)
export const isLong = testRun === 'long'

/**
 * The seed of a test's chances: the one it names, so that only a change can make it fail; a fresh one in the long run. SEED
 * names one for either, to repeat what failed.
 */
export function seedOf(usual: number): number {
  if (process.env.SEED !== undefined) return Number(process.env.SEED)
  return isLong ? Date.now() % 1_000_000 : usual
}
