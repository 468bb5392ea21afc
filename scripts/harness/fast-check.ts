/** Stands for `fast-check` in tests (vitest.config.ts), so that generated inputs are the same in each run but the long one. */
import fc from 'fast-check'
import { seedOf } from './test-run.ts'

fc.configureGlobal({ seed: seedOf(1) })

export * from 'fast-check'
export default fc
