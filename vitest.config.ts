/** The kinds of tests: pure ones, those on a real PostgreSQL, the simulator's, and the whole in a browser. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { CITUS_TESTS, citusCoordinator } from './scripts/harness/citus-cluster.ts'
import { findBrowser } from './scripts/harness/find-browser.ts'
import { findMosquitto, MOSQUITTO_TESTS } from './scripts/harness/find-mosquitto.ts'
import { findNats, NATS_TESTS } from './scripts/harness/find-nats.ts'
import { measurePatience, patient } from './scripts/harness/patience.ts'
import { CITUS_TIER, OLDEST_SUFFIX } from './scripts/harness/test-cluster.ts'
import { oldestRuntime } from './scripts/harness/test-postgres.ts'
import { isLong, testRun } from './scripts/harness/test-run.ts'
import { CITUS_TIER_TESTS, LONG_TESTS, QUICK_COMPONENT_TESTS, QUICK_SERVER_TESTS, TIERS } from './scripts/tiers.ts'

const SEEDED_PROPERTIES = join(import.meta.dirname, 'scripts/harness/fast-check.ts')

// For the workers and for every server that a test starts: most of a start is compiling the same modules again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled')

/**
 * Files of these projects share the modules of their worker: loading the server, or the driver of the browser, again for each
 * file took a third of the time. Each file still has its own database, app and pages, and these modules keep no state of
 * one test for another: what a test spies on, stubs or fakes it gives back by `onTestFinished`. So does a helper: a hook
 * at the top of its module would be set for the first file of a worker alone. The console has a thread per file, since
 * its stores are modules.
 */
const shared = { isolate: false }

// Workers have it too.
process.env.TEST_PATIENCE ??= String(measurePatience())

const testTimeout = patient(120_000)

const pure = { pool: 'threads' as const, testTimeout, setupFiles: ['scripts/harness/no-console-errors.ts'] }

const server = {
  ...shared,
  include: ['apps/server/**/*.test.ts'],
  globalSetup: ['scripts/harness/test-cluster.ts'],
  setupFiles: ['scripts/harness/end-of-file.ts'],
  testTimeout,
  hookTimeout: patient(180_000),
  expect: { poll: { timeout: patient(30_000) } },
}

const browser = {
  ...shared,
  globalSetup: server.globalSetup,
  testTimeout: patient(180_000),
  hookTimeout: server.hookTimeout,
}

/** Of all tiers but that on Citus. */
const exclude = [
  CITUS_TESTS,
  '**/node_modules/**',
  ...(isLong ? [] : [LONG_TESTS]),
  ...(findMosquitto() === undefined ? [MOSQUITTO_TESTS] : []),
  ...(findNats() === undefined ? [NATS_TESTS] : []),
]

const seededProperties = {
  name: 'seeded-properties',
  enforce: 'pre' as const,
  resolveId: (id: string, importer?: string) =>
    id === 'fast-check' && importer !== SEEDED_PROPERTIES ? SEEDED_PROPERTIES : undefined,
}

/**
 * The console as its build has it, without what React checks while developing: that takes half of the time of a page. The long run has
 * the checks. By its name Vite keeps dependencies of both kinds apart.
 */
const productionReact = {
  name: 'production-react',
  enforce: 'post' as const,
  config: () => ({
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
  }),
}

/** Much of the time is spent waiting for processes, which leaves room for one file more than there are cores. */
const maxWorkers = availableParallelism() + 1

const COST_OF_FILE = 'scripts/harness/cost-of-file.ts'
const COST_OF_PAGE = 'scripts/harness/cost-of-page.ts'

/** A project is a tier of scripts/tiers.ts. */
const tier = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  plugins: [seededProperties],
  test: {
    ...test,
    name,
    exclude: [...exclude, ...(test?.exclude ?? [])],
    // First of all, so that what it does after a file comes last.
    setupFiles: [test?.browser === undefined ? COST_OF_FILE : COST_OF_PAGE, ...(test?.setupFiles ?? [])],
  },
})

export default defineConfig({
  test: {
    // The server's modules are transformed for each tier and each run otherwise.
    fsModuleCache: true,
    maxWorkers,
    projects: [
      // A thread is enough for these, and starts in a third of the time.
      tier('unit', { ...pure, ...shared, include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'] }),
      tier('unit-console', {
        ...pure,
        include: ['apps/console/src/**/*.test.{ts,tsx}'],
        exclude: ['**/*.browser.test.tsx'],
      }),
      tier('server', testRun === 'quick' ? { ...server, include: [...QUICK_SERVER_TESTS] } : server),
      // On the oldest PostgreSQL we support.
      ...(oldestRuntime !== undefined && isLong
        ? [
            tier(`server-${OLDEST_SUFFIX}`, {
              ...server,
              include: ['apps/server/src/**/!(*.process|crash|schedules|policies).test.ts'],
            }),
          ]
        : []),
      // The same through the front door, with log and history spread over workers.
      ...(citusCoordinator !== undefined && isLong
        ? [
            {
              test: {
                ...server,
                name: CITUS_TIER,
                exclude: exclude.filter((pattern) => pattern !== CITUS_TESTS),
                setupFiles: [COST_OF_FILE, ...server.setupFiles],
                env: { PGPORT: citusCoordinator.port },
                include: [...CITUS_TIER_TESTS],
              },
            },
          ]
        : []),
      tier('simulator', {
        ...shared,
        include: ['apps/simulator/**/*.test.ts'],
        testTimeout,
        expect: server.expect,
      }),
      {
        ...tier('component', {
          ...shared,
          provide: { isLong },
          // Projects that run side by side have the same number; this one takes its other settings from the console.
          maxWorkers,
          include: testRun === 'quick' ? [...QUICK_COMPONENT_TESTS] : ['apps/console/src/**/*.browser.test.tsx'],
          testTimeout,
          expect: server.expect,
          setupFiles: ['scripts/harness/no-console-errors.ts', 'apps/console/mock/unpainted.ts'],
          browser: {
            enabled: true,
            headless: true,
            connectTimeout: server.hookTimeout,
            screenshotFailures: false,
            viewport: { width: 1440, height: 900 },
            instances: [{ browser: 'chromium', name: 'component' }],
            provider: playwright({
              actionTimeout: server.expect.poll.timeout,
              launchOptions: {
                // Looked for when these tests run, and by no others.
                get executablePath() {
                  return findBrowser()
                },
                // Room for what a page leaves behind, which is collected less often.
                args: ['--no-sandbox', '--disable-3d-apis', '--js-flags=--min-semi-space-size=64'],
              },
              contextOptions: {
                locale: 'en-US',
                reducedMotion: 'reduce',
                permissions: ['clipboard-write'],
              },
            }),
          },
        }),
        extends: './apps/console/vite.config.ts',
        plugins: [seededProperties, ...(isLong ? [] : [productionReact])],
        // Found before the first test: what Vite finds later makes it load the page of the tests again.
        optimizeDeps: {
          entries: ['apps/console/mock/*.tsx', 'apps/console/src/app/main.tsx'],
          include: ['axe-core', 'dayjs/plugin/utc.js'],
        },
      },
      tier('e2e', { ...browser, include: ['apps/console/e2e/**/*.test.ts'] }),
    ].filter(
      ({ test }) =>
        testRun !== 'quick' ||
        TIERS.some(({ name, quickBudgetS }) => quickBudgetS !== undefined && name === test?.name),
    ),
  },
})
