/** The kinds of tests: pure ones, those on a real PostgreSQL, the simulator's, and the whole in a browser. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { OLDEST_SUFFIX } from './scripts/harness/test-cluster.ts'
import { oldestRuntime } from './scripts/harness/test-postgres.ts'

// For the workers and for every server that a test starts: most of a start is compiling the same modules again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/**
 * Files of these projects share the modules of their worker: loading the server, or the driver of the browser, anew for each
 * file took a third of the time. Each file still has its own database, app and pages, and these modules keep no state of
 * one test for another: what a test spies on, stubs or fakes it gives back by `onTestFinished`. So does a helper: a hook
 * at the top of its module would be set for the first file of a worker alone. The console has a thread per file, since
 * its stores are modules.
 */
const shared = { isolate: false }

const pure = { pool: 'threads' as const, setupFiles: ['scripts/harness/no-console-errors.ts'] }

const server = {
  ...shared,
  include: ['apps/server/**/*.test.ts'],
  globalSetup: ['scripts/harness/test-cluster.ts'],
  setupFiles: ['scripts/harness/end-of-file.ts'],
  // Machines are busy: a limit is there to end what hangs, not to measure.
  testTimeout: 60_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 10_000 } },
}

/** Tests in a browser that draws the map. */
const DRAWN = [
  'map',
  'map-attention',
  'map-live',
  'headers',
  ...(process.env.EVERY_LOOK === '1' ? ['map-looks'] : []),
].map((name) => `apps/console/e2e/${name}.e2e.test.ts`)
const browser = { ...shared, testTimeout: 120_000, hookTimeout: 180_000 }

export default defineConfig({
  test: {
    // Much of the time is spent waiting for processes, which leaves room for a second file even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      // A thread is enough for these, and starts in a third of the time.
      { test: { ...pure, ...shared, name: 'unit', include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'] } },
      { test: { ...pure, name: 'unit-console', include: ['apps/console/src/**/*.test.{ts,tsx}'] } },
      { test: { ...server, name: 'server' } },
      // Again on the oldest PostgreSQL we support: every call by the matrix, the migrations, and how the log tells repeats and
      // makes its days. Bodies that nobody should send are mostly refused before a database is asked: once will do.
      ...(oldestRuntime !== undefined
        ? [
            {
              test: {
                ...server,
                name: `server-${OLDEST_SUFFIX}`,
                include: [
                  'matrix/!(bad-input)',
                  'platform/migrations',
                  'platform/database',
                  'ingest/repeats',
                  'ingest/partitions',
                ].map((name) => `apps/server/src/${name}.test.ts`),
              },
            },
          ]
        : []),
      {
        test: {
          ...shared,
          name: 'simulator',
          include: ['apps/simulator/**/*.test.ts'],
          testTimeout: server.testTimeout,
          expect: server.expect,
        },
      },
      // Pages around the map wait more than they work; maps are drawn by the processor here, so theirs run alone.
      {
        test: {
          ...browser,
          name: 'e2e',
          include: ['apps/console/e2e/**/*.test.ts'],
          exclude: [...DRAWN, '**/map-looks*'],
        },
      },
      { test: { ...browser, name: 'e2e-drawn', include: DRAWN, fileParallelism: false } },
    ],
  },
})
