/** From Enter on the sign-in page to the first row of the list and to a map that answers, with what was asked of the server between. */
import { chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/harness/find-browser.ts'
import { median } from './figures.ts'
import { OWNER } from './server.ts'

/** The list is there … */
const ROW_GOAL_MS = 800
/** … and the map alive. */
const MAP_GOAL_MS = 2500
const RUNS = 3

interface Asked {
  readonly path: string
  /** Milliseconds after Enter. */
  readonly fromMs: number
  readonly toMs: number
}

interface Entry {
  readonly rowMs: number
  readonly mapMs: number
  readonly asked: readonly Asked[]
}

/** Runs in the page: notes when the first row is drawn and when the map has shown its markers. */
function watch(): void {
  const marks: { enter?: number; row?: number; map?: number } = {}
  Object.assign(globalThis, { marks })
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter') marks.enter ??= performance.now()
    },
    true,
  )
  const look = () => {
    if (marks.enter !== undefined) {
      // Drawn in the frame after the one that finds it.
      if (marks.row === undefined && document.querySelector('#map-list [role="option"]')) marks.row = performance.now()
      const shown = document.querySelector('[data-shown]')?.getAttribute('data-shown')
      if (marks.map === undefined && Number(shown) > 0) marks.map = performance.now()
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

async function enter(page: Page, url: string): Promise<Entry> {
  await page.addInitScript(watch)
  await page.goto(url)
  await page.locator('input[name="email"]').pressSequentially(OWNER.email, { delay: 20 })
  await page.locator('input[name="password"]').pressSequentially(OWNER.password, { delay: 20 })
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => (globalThis as unknown as { marks: { map?: number } }).marks.map !== undefined)
  return page.evaluate(() => {
    const { enter: from = 0, row = 0, map = 0 } = (globalThis as unknown as { marks: Record<string, number> }).marks
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const asked = entries
      .filter(({ startTime }) => startTime >= from && startTime <= map)
      .map(({ name, startTime, responseEnd }) => {
        const { pathname } = new URL(name)
        return { path: pathname, fromMs: startTime - from, toMs: responseEnd - from }
      })
    return { rowMs: row - from, mapMs: map - from, asked }
  })
}

/** Signs in a few times, each in a browser that has never seen the console; prints the middle run and its waterfall. */
export async function measureFirstRow(url: string, devices: number): Promise<boolean> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
  const runs: Entry[] = []
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    runs.push(await enter(await context.newPage(), url))
    await context.close()
  }
  await browser.close()
  const rowMs = median(runs.map((each) => each.rowMs))
  const mapMs = median(runs.map((each) => each.mapMs))
  const all = runs.map((each) => Math.round(each.rowMs)).join(', ')
  console.log(
    `${devices} devices: first row ${Math.round(rowMs)} ms after Enter (${all}; goal ${ROW_GOAL_MS}), map alive ${Math.round(mapMs)} ms (goal ${MAP_GOAL_MS})`,
  )
  const middle = runs.find((each) => each.rowMs === rowMs)
  for (const { path, fromMs, toMs } of middle?.asked ?? []) {
    console.log(
      `  ${Math.round(fromMs).toString().padStart(5)} to ${Math.round(toMs).toString().padStart(5)} ms  ${path}`,
    )
  }
  return rowMs <= ROW_GOAL_MS && mapMs <= MAP_GOAL_MS
}
