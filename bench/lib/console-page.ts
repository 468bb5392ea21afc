/** The built console in a browser, as benchmarks of its pages open it, watch it and tell of it. */
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/harness/find-browser.ts'
import { figures } from './figures.ts'

/** What a person notices no wait in (ms). Goals: docs/architecture.md#goals. */
export const GOAL_MS = 100
/** Of the fleet that moves each second. */
export const MOVING_SHARE = 0.1

/** How many devices: as named on the command line, else three sizes. */
export const sizes = (): number[] =>
  process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000]

interface ConsolePage {
  readonly page: Page
  readonly cdp: CDPSession
  close(): Promise<void>
}

/** A page of somebody who is signed in, before its first address. */
export async function openPage(baseURL: string, args: readonly string[] = []): Promise<ConsolePage> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', ...args] })
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  await context.addInitScript(() => {
    const account = { token: 'bench', provider: 'email', email: 'bench@example.com', lastUpdateTokenTime: Date.now() }
    localStorage.setItem('account', JSON.stringify(account))
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => console.error(error.message))
  const cdp = await context.newCDPSession(page)
  // Processor time of the thread: a busy machine must not be taken for a busy page.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, cdp, close: () => browser.close() }
}

/** Megabytes that JavaScript of the page holds. */
export async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

/** Milliseconds of processor time that the page's main thread has taken so far. */
export async function cpuMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

interface Times {
  readonly wallMs: readonly number[]
  /** Processor time of one. */
  readonly cpuMs: number
}

/** Something done with each of the values: how long each took, as `run` answers it, and the processor time of one. */
export async function times<Value>(
  cdp: CDPSession,
  values: Iterable<Value>,
  run: (value: Value) => Promise<number>,
): Promise<Times> {
  const before = await cpuMs(cdp)
  const wallMs: number[] = []
  for (const value of values) wallMs.push(await run(value))
  return { wallMs, cpuMs: ((await cpuMs(cdp)) - before) / wallMs.length }
}

/** Runs in the page: gaps between its frames, and its long tasks, for a while (ms). */
export const watchFrames = (page: Page, ms: number): Promise<{ frames: number[]; longTasks: number[] }> =>
  page.evaluate(
    (duration) =>
      new Promise((resolve) => {
        const frames: number[] = []
        const longTasks: number[] = []
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) longTasks.push(entry.duration)
        })
        observer.observe({ type: 'longtask' })
        const begunAt = performance.now()
        let last = begunAt
        const step = (now: number) => {
          frames.push(now - last)
          last = now
          if (now - begunAt < duration) requestAnimationFrame(step)
          else {
            observer.disconnect()
            resolve({ frames: frames.slice(1), longTasks })
          }
        }
        requestAnimationFrame(step)
      }),
    ms,
  )

/** Gaps between frames (ms) while a list is scrolled by so many pixels each frame, for three seconds. */
export async function scrolledFrames(page: Page, list: string, pixels: number): Promise<number[]> {
  const duration = 3000
  const scroll = page.evaluate(
    ({ list, pixels, duration }) => {
      const box = document.querySelector(list) as HTMLElement
      const begunAt = performance.now()
      return new Promise<void>((resolve) => {
        const step = () => {
          box.scrollTop += pixels
          if (performance.now() - begunAt < duration) requestAnimationFrame(step)
          else resolve()
        }
        step()
      })
    },
    { list, pixels, duration },
  )
  const [{ frames }] = await Promise.all([watchFrames(page, duration), scroll])
  return frames
}

export const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))

const judged = (ms: number): string => `${rounded(ms)} ${ms <= GOAL_MS ? '✓' : '✗'}`

/** `p50; p95 ✓` */
export function verdict({ wallMs }: Times): string {
  const { p50, p95 } = figures(wallMs)
  return `${rounded(p50)}; ${judged(p95)}`
}

/** `p50; p95 ✓; processor time` */
export const withCpu = (measured: Times): string => `${verdict(measured)}; ${rounded(measured.cpuMs)}`

/** `p50 / p95 ✓ / p99` of the gaps between frames. */
export function gaps(frames: readonly number[]): string {
  const { p50, p95, p99 } = figures(frames)
  return `${rounded(p50)} / ${judged(p95)} / ${rounded(p99)}`
}

/** Prints a line for each thing measured, with a column for each size. */
export function printTable<Result extends { readonly devices: number }>(
  results: readonly Result[],
  lines: readonly (readonly [measured: string, cell: (result: Result) => string])[],
): void {
  console.log('All in milliseconds unless said otherwise. Times on the wall hold whatever else the machine does.')
  console.table(
    lines.map(([measured, cell]) => ({
      measured,
      ...Object.fromEntries(results.map((result) => [result.devices.toLocaleString('en'), cell(result)])),
    })),
  )
}
