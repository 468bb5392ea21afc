/**
 * The table of devices with a fleet in it: first rows, a key in the search, a press on a header, everything ticked, a row
 * opened, and scrolling; at rest and while a tenth of the fleet moves each second. A small server of our own feeds the built
 * console, so that the console alone is measured. Goals: architecture §6. `node bench/device-table.ts [devices …]`.
 */
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/harness/find-browser.ts'
import { startConsoleServer } from './lib/console-server.ts'
import { figures } from './lib/figures.ts'

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000]
const MOVING_SHARE = 0.1
const SCROLL_MS = 3000
const GOAL_MS = 100
/** Times that each list of deeds is gone through. */
const ROUNDS = 3
/** Each finds something else than the one before, or there would be nothing to wait for. */
const SEARCHES = ['w', 'e', 'infusion', 'bed 9', '8a20-77', '02:00:00:5', 'van key 1', 'nothing at all', ''] as const
const HEADERS = ['Name', 'Name', 'Battery', 'Battery', 'Class', 'Firmware', 'Location', 'Status', 'Status'] as const

/** Milliseconds from doing something in the page until the frame that shows it has been painted. */
const untilPainted = (page: Page, act: 'search' | 'header' | 'tickAll' | 'open', value = ''): Promise<number> =>
  page.evaluate(
    async ({ act, value }) => {
      const frame = document.querySelector('main') as HTMLElement
      const look = () =>
        [
          [...frame.querySelectorAll('[role=row] strong')].map((name) => name.textContent).join(),
          [...frame.querySelectorAll('[aria-sort]')].map((head) => head.outerHTML).join(),
          frame.querySelector('footer')?.textContent,
          frame.querySelectorAll('[role=row][aria-selected=true]').length,
          document.querySelector('aside h2')?.textContent,
        ].join('\n')
      const before = look()
      const begunAt = performance.now()
      if (act === 'search') {
        const field = frame.querySelector('input[type=search]') as HTMLInputElement
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      } else if (act === 'header') {
        const heads = [...frame.querySelectorAll<HTMLElement>('[role=columnheader] button')]
        heads.find((head) => head.textContent === value)?.click()
      } else if (act === 'tickAll') frame.querySelector<HTMLElement>('[role=columnheader] input')?.click()
      else frame.querySelectorAll<HTMLElement>('[role=row][aria-selected]')[Number(value)]?.click()
      const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve))
      do await drawn()
      while (look() === before && performance.now() - begunAt < 5000)
      const channel = new MessageChannel()
      await new Promise((resolve) => {
        channel.port1.onmessage = resolve
        channel.port2.postMessage(0)
      })
      return performance.now() - begunAt
    },
    { act, value },
  )

/** Gaps between frames (ms) while the table is scrolled by half a screen each frame. */
const scrolledFrames = (page: Page): Promise<number[]> =>
  page.evaluate(
    (duration) =>
      new Promise((resolve) => {
        const box = document.querySelector('[role=grid]') as HTMLElement
        const gaps: number[] = []
        const begunAt = performance.now()
        let last = begunAt
        const step = (now: number) => {
          gaps.push(now - last)
          last = now
          box.scrollTop += 300
          if (now - begunAt < duration) requestAnimationFrame(step)
          else resolve(gaps.slice(1))
        }
        requestAnimationFrame(step)
      }),
    SCROLL_MS,
  )

/** Milliseconds of processor time that the page's main thread has taken so far. */
async function cpuMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function times<Value>(cdp: CDPSession, values: readonly Value[], run: (value: Value) => Promise<number>) {
  const before = await cpuMs(cdp)
  const wallMs: number[] = []
  for (let round = 0; round < ROUNDS; round++) for (const value of values) wallMs.push(await run(value))
  return { wallMs, cpuMs: ((await cpuMs(cdp)) - before) / wallMs.length }
}

async function deeds(page: Page, cdp: CDPSession) {
  const searches = await times(cdp, SEARCHES, (text) => untilPainted(page, 'search', text))
  const sorts = await times(cdp, HEADERS, (header) => untilPainted(page, 'header', header))
  const ticks = await times(cdp, [0, 1, 2, 3], () => untilPainted(page, 'tickAll'))
  const opened = await times(cdp, ['1', '2', '3', '4'], (row) => untilPainted(page, 'open', row))
  await page.getByRole('button', { name: 'Close details' }).click()
  const scrolled = await scrolledFrames(page)
  return { searches, sorts, ticks, opened, scrolled }
}

async function measure(devices: number) {
  const server = await startConsoleServer(devices)
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-3d-apis'],
  })
  try {
    const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 1440, height: 900 } })
    await context.addInitScript(() => {
      const account = { token: 'bench', provider: 'email', email: 'bench@example.com', lastUpdateTokenTime: Date.now() }
      localStorage.setItem('account', JSON.stringify(account))
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(error.message))
    const cdp = await context.newCDPSession(page)
    // Processor time of the thread: a busy machine must not be taken for a busy page.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.goto('/configuration')
    await page.locator('[role=row][aria-selected]').first().waitFor({ timeout: 120_000 })
    const firstRowsMs = await page.evaluate(() => performance.now())
    await page.locator('#content[aria-busy="false"]').waitFor({ timeout: 120_000 })
    await page.waitForFunction(
      (count) => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === String(count + 1),
      devices,
      { timeout: 120_000 },
    )
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    const still = await deeds(page, cdp)
    const stop = server.move(devices * MOVING_SHARE)
    const moving = await deeds(page, cdp)
    stop()
    return { devices, firstRowsMs, heapMb: usedSize / 1e6, still, moving }
  } finally {
    await browser.close()
    server.close()
  }
}

const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))
type Times = Awaited<ReturnType<typeof times>>
const verdict = ({ wallMs, cpuMs: cpu }: Times): string => {
  const { p50, p95 } = figures(wallMs)
  return `${rounded(p50)}; ${rounded(p95)} ${p95 <= GOAL_MS ? '✓' : '✗'}; ${rounded(cpu)}`
}
const frames = (gaps: number[]): string => {
  const { p50, p95, p99 } = figures(gaps)
  return `${rounded(p50)} / ${rounded(p95)} ${p95 <= GOAL_MS ? '✓' : '✗'} / ${rounded(p99)}`
}

const results: Awaited<ReturnType<typeof measure>>[] = []
for (const size of SIZES) results.push(await measure(size))
type Result = (typeof results)[number]
const line = (measured: string, cell: (result: Result) => string): Record<string, string> => ({
  measured,
  ...Object.fromEntries(results.map((result) => [result.devices.toLocaleString('en'), cell(result)])),
})
const linesOf = (when: 'still' | 'moving', words: string) => [
  line(`search${words}: p50; p95 (goal ${GOAL_MS}); processor time`, (result) => verdict(result[when].searches)),
  line(`sort${words}: the same`, (result) => verdict(result[when].sorts)),
  line(`tick all${words}: the same`, (result) => verdict(result[when].ticks)),
  line(`open a row${words}: the same`, (result) => verdict(result[when].opened)),
  line(`frames while scrolling${words}: p50 / p95 (goal ${GOAL_MS}) / p99`, (result) => frames(result[when].scrolled)),
]
console.log('All in milliseconds unless said otherwise. Times on the wall hold whatever else the machine does.')
console.table([
  line('first rows (ms after the address)', ({ firstRowsMs }) => rounded(firstRowsMs)),
  line('JavaScript heap of the page (MB)', ({ heapMb }) => rounded(heapMb)),
  ...linesOf('still', ''),
  ...linesOf('moving', ', a tenth moving each second'),
])
