/**
 * The tiers of the tests, from the cheapest, and what each may cost. A tier is a project of vitest.config.ts by its name.
 * Budgets are seconds of processor on the reference machine, children and databases included. A run measures a fixed piece of work all the
 * time (scripts/harness/processor-time.ts) and divides by how slow that was, so a busy machine costs nothing. What is over its budget fails.
 */

export interface Tier {
  readonly name: string
  /** All of its files together in `npm test` (s). */
  readonly budgetS: number
  /** In `npm run quick`, where that has it. */
  readonly quickBudgetS?: number
  /** One of its files (s), unless FILE_BUDGETS has another. The first file of a worker pays for its start. */
  readonly fileBudgetS: number
  /**
   * What its servers and their PostgreSQL use of a core while a file waits: they look for what is due, and tests look again. It is
   * subtracted for the time that files run, so that what takes longer by the clock costs no more.
   */
  readonly waiting?: { readonly ofFile: number; readonly ofShared: number }
}

export const TIERS: readonly Tier[] = [
  { name: 'unit', budgetS: 10, quickBudgetS: 10, fileBudgetS: 4 },
  { name: 'unit-console', budgetS: 18, quickBudgetS: 18, fileBudgetS: 4 },
  { name: 'component', budgetS: 125, quickBudgetS: 60, fileBudgetS: 20 },
  { name: 'server', budgetS: 390, quickBudgetS: 134, fileBudgetS: 8, waiting: { ofFile: 0.03, ofShared: 0.04 } },
  // In the long run alone.
  { name: 'server-postgres-15', budgetS: 0, fileBudgetS: 0 },
  { name: 'server-citus', budgetS: 0, fileBudgetS: 0 },
  { name: 'simulator', budgetS: 27, fileBudgetS: 8 },
  { name: 'e2e', budgetS: 260, fileBudgetS: 45 },
]

/** `npm run check` (s). */
export const CHECK = { name: 'check', budgetS: 40, quickBudgetS: 40 }

/**
 * Left for Vitest itself, for the parts of Chromium and Vite that no file has for itself, and for what servers use while tests wait (s).
 */
export const UNCOUNTED = { budgetS: 270, quickBudgetS: 80 }

/** What the reference takes there while a run keeps both cores busy (s). */
export const REFERENCE_S = 0.0085

/** The reference machine has two cores, which wait a twentieth of the time: so many seconds of processor are a minute. */
export const PROCESSOR_SECONDS_A_MINUTE = 2 * 60 * 0.95

/** Files that cost more (s): those of the server start or kill processes, those of the console are the first to be split or moved down. */
export const FILE_BUDGETS: Readonly<Record<string, number>> = {
  'apps/server/src/alarms/schedules.test.ts': 10,
  'apps/server/src/features/history/as-shown.process.test.ts': 14,
  'apps/server/src/features/media/pictures.test.ts': 10,
  'apps/server/src/features/training-jobs/routes.test.ts': 12,
  'apps/server/src/ingest/crash.test.ts': 22,
  'apps/server/src/kills.process.test.ts': 24,
  'apps/server/src/matrix/bad-address.test.ts': 10,
  'apps/server/src/matrix/bad-input.test.ts': 10,
  'apps/server/src/matrix/role-matrix.test.ts': 14,
  'apps/server/src/past.test.ts': 16,
  'apps/server/src/platform/postgres/backups.process.test.ts': 24,
  'apps/server/src/platform/postgres/database.process.test.ts': 16,
  'apps/server/src/serve.process.test.ts': 22,
  'apps/simulator/src/scenario.test.ts': 10,
}

/** The server tests of `npm run quick`: one look at each way in, and at what must not break. */
export const QUICK_SERVER_TESTS: readonly string[] = [
  '{app,calls}',
  'alarms/{life,on-arrival,sweep}',
  'features/{auth,indoor-maps,notifications,stations,trackers,zones}/*',
  'features/main-load',
  'gateway/*',
  'ingest/{apply/place,log/{log-writer,repeats}}',
  'live/routes',
  'matrix/role-matrix',
  'platform/{http/{answer,brake,idempotency},postgres/migrations,settings}',
  'state/*',
].map((name) => `apps/server/src/${name}.test.ts`)

/** The component tests of `npm run quick`: the frame of all pages, alarms, sessions, and what every screen is made of. */
export const QUICK_COMPONENT_TESTS: readonly string[] = [
  'app/{frame,header,menu-popover,screens}',
  'features/{alarms,auth}/*',
  'screens/map/*',
  'ui/**/*',
].map((name) => `apps/console/src/${name}.browser.test.tsx`)

/** The server tests on Citus: those of its own, and all that write, read or delete log and history. */
export const CITUS_TIER_TESTS: readonly string[] = [
  '**/*.citus.*test',
  'features/{accounts,attendance,calibrations,carepads,excursions,history,shift-reports,site-health,training-jobs}/!(*.process).test',
  'gateway/{http,native}.test',
  'ingest/{restart,log/repeats,receive/*,write-behind/*}.test',
  'nightly.test',
].map((name) => `apps/server/src/${name}.ts`)

/** Files of this name are for the long run alone. */
export const LONG_TESTS = '**/*.long.*test.{ts,tsx}'
