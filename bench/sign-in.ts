/**
 * From Enter to the first row of the list and to a live map, with the waterfall, at 145 and 1,000 devices (or as many as named on the
 * command line; 0 leaves Lighthouse out). Then the sign-in page in Lighthouse, on a phone and at a desk: four scores, goals of docs/architecture.md#goals. The built console by a
 * real server. Lighthouse comes from the registry when this is run; nothing else here needs it.
 */
import { spawnSync } from 'node:child_process'
import { findBrowser } from '../scripts/harness/find-browser.ts'
import { measureFirstRow } from './lib/first-row.ts'
import { fill, placeTrackers, startBenchServer } from './lib/server.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const GOAL = 95
/** The middle one counts: a machine is never quite idle. */
const RUNS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const PAINTS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
const DEVICES = { phone: [], desk: ['--preset=desktop'] } as const
/** A console is no place for search engines (robots: noindex), so that one question of theirs is not asked. */
const LEFT_OUT = 'is-crawlable'

interface Scored {
  /** 0 to 1; null where it could not be measured. */
  readonly score: number | null
}
interface Category extends Scored {
  readonly title: string
  readonly auditRefs: readonly { readonly id: string; readonly weight: number }[]
}
interface Audit extends Scored {
  readonly title: string
  readonly displayValue?: string
}
interface Report {
  readonly categories: Readonly<Record<(typeof CATEGORIES)[number], Category>>
  readonly audits: Readonly<Record<string, Audit>>
  /** How quick the processor was: about 1500 and more for a desktop of these years that has nothing else to do. */
  readonly environment: { readonly benchmarkIndex: number }
}

function look(url: string, args: readonly string[]): Report {
  const flags = [
    '--output=json',
    '--quiet',
    '--chrome-flags=--no-sandbox --headless=new',
    `--only-categories=${CATEGORIES.join(',')}`,
    `--skip-audits=${LEFT_OUT}`,
    ...args,
  ]
  const { status, stdout } = spawnSync('npx', ['--yes', LIGHTHOUSE, url, ...flags], {
    env: { ...process.env, CHROME_PATH: findBrowser() },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${LIGHTHOUSE} ended with code ${status}.`)
  return JSON.parse(stdout)
}

const percent = ({ score }: Scored): number => Math.round((score ?? 0) * 100)

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [145, 1000]

for (const trackers of SIZES.filter((size) => size > 0)) {
  const filled = await startBenchServer()
  try {
    await fill(filled.database, { trackers, stations: 20 })
    await placeTrackers(filled.database)
    if (!(await measureFirstRow(filled.url, trackers))) process.exitCode = 1
  } finally {
    await filled.stop()
  }
}
if (SIZES.includes(0)) process.exit()

const server = await startBenchServer()
try {
  for (const [device, args] of Object.entries(DEVICES)) {
    const reports = Array.from({ length: RUNS }, () => look(`${server.url}/`, args))
    reports.sort((one, other) => percent(one.categories.performance) - percent(other.categories.performance))
    const { categories, audits, environment } = reports[Math.floor(RUNS / 2)] as Report
    const all = Object.values(categories)
    console.log(`${device}: ${all.map((category) => `${category.title} ${percent(category)}`).join(', ')}`)
    console.log(`  ${PAINTS.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`).join(', ')}`)
    console.log(`  speed of this machine ${Math.round(environment.benchmarkIndex)}`)
    for (const category of all.filter((each) => percent(each) < GOAL)) {
      const lost = category.auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      console.error(`  ${category.title} is below ${GOAL}: ${lost.map(({ id }) => id).join(', ')}`)
      process.exitCode = 1
    }
  }
} finally {
  await server.stop()
}
