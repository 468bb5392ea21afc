/**
 * `test` for what says little that a lower tier, or another test of this one, does not: a journey a promise is for every
 * change, the others are made in the long run alone.
 */
import { test } from 'vitest'
import { isLong } from './test-run.ts'

type Test = Pick<typeof test, 'each'> & ((title: string, check: () => Promise<void> | void, limitMs?: number) => void)

const leftOut = Object.assign(() => {}, { each: () => () => {} }) as unknown as Test

export const longTest: Test = isLong ? test : leftOut
