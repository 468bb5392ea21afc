/**
 * The tiers of the tests, from the cheapest, and what each may cost. A tier is a project of vitest.config.ts by its name.
 * Budgets are what files take (s) on a quiet machine with two cores while two others run beside them, load and hooks included, as
 * in the run of 7.9 minutes of 2026-11-24. A tier lasts about a third of the sum of its files. All of them together, with half a minute
 * for the check, made the 8 minutes of `npm test`. Each of the steps 7 to 12 may add one minute, so 180 s of files, and not more: these
 * are in, by tier 1, 1, 36, 55, 1, 1 and 85 s a step. What is over its budget is named and does not fail the run, as machines differ.
 */

export interface Tier {
  readonly name: string
  /** All of its files together (s). */
  readonly budgetS: number
  /** One of its files (s), unless FILE_BUDGETS has another. */
  readonly fileBudgetS: number
  /** Whether `npm run quick` has it. */
  readonly isQuick: boolean
}

export const TIERS: readonly Tier[] = [
  { name: 'unit', budgetS: 21, fileBudgetS: 3, isQuick: true },
  { name: 'unit-console', budgetS: 31, fileBudgetS: 3, isQuick: true },
  { name: 'component', budgetS: 416, fileBudgetS: 25, isQuick: true },
  { name: 'server', budgetS: 850, fileBudgetS: 20, isQuick: true },
  { name: 'server-postgres-15', budgetS: 31, fileBudgetS: 10, isQuick: false },
  { name: 'simulator', budgetS: 36, fileBudgetS: 20, isQuick: false },
  { name: 'e2e', budgetS: 1290, fileBudgetS: 50, isQuick: false },
]

/** Files that cost more (s): those of the server start or kill processes, those of the console are the first to be split or moved down. */
export const FILE_BUDGETS: Readonly<Record<string, number>> = {
  'apps/console/e2e/alarms.e2e.test.ts': 85,
  'apps/console/e2e/link-pages.e2e.test.ts': 70,
  'apps/console/e2e/shell.e2e.test.ts': 80,
  'apps/console/src/screens/configuration/configuration-screen.browser.test.tsx': 60,
  'apps/server/src/alarms/schedules.test.ts': 40,
  'apps/server/src/gateway/mosquitto.test.ts': 30,
  'apps/server/src/ingest/crash.test.ts': 20,
  'apps/server/src/live/edits.test.ts': 25,
  'apps/server/src/platform/backups.process.test.ts': 40,
  'apps/server/src/platform/database.process.test.ts': 30,
  'apps/server/src/serve.process.test.ts': 25,
}

/** The server tests of `npm run quick`: one look at each way in, and at what must not break. */
export const QUICK_SERVER_TESTS: readonly string[] = [
  '{app,calls}',
  'alarms/{life,on-arrival,sweep}',
  'features/{auth,indoor-maps,notifications,stations,trackers,zones}/*',
  'features/main-load',
  'gateway/*',
  'ingest/{log-writer,place,repeats}',
  'live/routes',
  'matrix/role-matrix',
  'platform/{answer,brake,idempotency,migrations,settings}',
  'state/*',
].map((name) => `apps/server/src/${name}.test.ts`)

/** Files of this name are for the long run alone. */
export const LONG_TESTS = '**/*.long.*test.{ts,tsx}'
