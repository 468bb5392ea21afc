/**
 * The map screen with a fleet on it: time to first dots, frames while a thousand changes a second come in, while it is
 * panned and while its list is scrolled, search, sort, one change to the screen, heap. A small server of our own feeds
 * the built console, so that the console alone is measured. Goals: architecture §6.
 * `node bench/console.ts [devices …]`; frames of a machine without a graphics card are drawn by its processor.
 */
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../scripts/harness/find-browser.ts'
import { startConsoleServer } from './lib/console-server.ts'
import { figures } from './lib/figures.ts'

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1000, 10_000, 100_000]
const CHANGES_PER_SECOND = 1000
const WATCH_MS = 6000
const SAMPLES = 12
const GOAL_MS = 100

/** Runs in the page: gaps between its frames, and its long tasks, for a while. */
const watchFrames = (page: Page, ms: number): Promise<{ frames: number[]; longTasks: number[] }> =>
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

/** Milliseconds from doing something in the page until the frame that shows it has been painted. */
const untilPainted = (page: Page, act: string, value: string): Promise<number> =>
  page.evaluate(
    async ({ act, value }) => {
      const element = document.querySelector(act === 'filter' ? 'input[type=search]' : 'select') as HTMLInputElement
      const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set
      const list = document.querySelector('[role=tabpanel]') as HTMLElement
      const before = list.textContent
      const begunAt = performance.now()
      set?.call(element, value)
      element.dispatchEvent(new Event(act === 'filter' ? 'input' : 'change', { bubbles: true }))
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      do await frame()
      while (list.textContent === before && performance.now() - begunAt < 5000)
      const channel = new MessageChannel()
      await new Promise((resolve) => {
        channel.port1.onmessage = resolve
        channel.port2.postMessage(0)
      })
      return performance.now() - begunAt
    },
    { act, value },
  )

/** Milliseconds from the server's word to the count of markers on the map that holds it. */
async function changeToScreen(page: Page, addOne: () => void): Promise<number> {
  const seen = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const region = document.querySelector('[data-shown]') as HTMLElement
        const watch = new MutationObserver(() => {
          watch.disconnect()
          requestAnimationFrame(() => resolve(Date.now()))
        })
        watch.observe(region, { attributeFilter: ['data-shown'] })
      }),
  )
  await page.evaluate(() => undefined)
  const saidAt = Date.now()
  addOne()
  return (await seen) - saidAt
}

async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

/** Milliseconds of processor time that the page's main thread has taken so far. */
async function cpuMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** The same a second, while something goes on. */
async function busy<Result>(cdp: CDPSession, run: () => Promise<Result>): Promise<[Result, number]> {
  const [cpuBefore, begunAt] = [await cpuMs(cdp), performance.now()]
  const result = await run()
  return [result, (((await cpuMs(cdp)) - cpuBefore) / (performance.now() - begunAt)) * 1000]
}

/** Something done a few times: how long each took, and the processor time of one. */
async function times(cdp: CDPSession, count: number, run: (at: number) => Promise<number>) {
  const cpuBefore = await cpuMs(cdp)
  const wallMs: number[] = []
  for (let at = 0; at < count; at++) wallMs.push(await run(at))
  return { wallMs, cpuMs: ((await cpuMs(cdp)) - cpuBefore) / count }
}

async function drag(page: Page, ms: number): Promise<void> {
  const until = Date.now() + ms
  await page.mouse.move(900, 500)
  await page.mouse.down()
  for (let step = 0; Date.now() < until; step++) {
    await page.mouse.move(900 + Math.sin(step / 12) * 260, 500 + Math.cos(step / 17) * 160)
  }
  await page.mouse.up()
}

const scroll = (page: Page, ms: number): Promise<void> =>
  page.evaluate((duration) => {
    const box = document.querySelector('[role=listbox]') as HTMLElement
    const begunAt = performance.now()
    return new Promise((resolve) => {
      const step = () => {
        box.scrollTop += 260
        if (performance.now() - begunAt < duration) requestAnimationFrame(step)
        else resolve()
      }
      step()
    })
  }, ms)

async function measure(devices: number) {
  const server = await startConsoleServer(devices)
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
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
    await page.goto('/map')
    const shown = (least: number) =>
      page
        .waitForFunction(
          (count) => {
            const region = document.querySelector('[data-shown]')
            return Number(region?.getAttribute('data-shown')) >= count && performance.now()
          },
          least,
          { polling: 'raf', timeout: 120_000 },
        )
        .then((handle) => handle.jsonValue() as Promise<number>)
    const firstDotsMs = await shown(1)
    const allDotsMs = await shown(devices)
    await page.locator('#content[aria-busy="false"]').waitFor({ timeout: 120_000 })
    const heap = await heapMb(cdp)

    const stop = server.move(CHANGES_PER_SECOND)
    const [still, stillBusy] = await busy(cdp, () => watchFrames(page, WATCH_MS))
    const [panned, panBusy] = await busy(cdp, async () => {
      const [frames] = await Promise.all([watchFrames(page, WATCH_MS), drag(page, WATCH_MS)])
      return frames
    })
    await page.getByRole('button', { name: 'Fit all' }).click()
    await shown(devices)
    stop()
    const changes = await times(cdp, SAMPLES, () => changeToScreen(page, server.addOne))
    // The list by itself: where the processor draws the map too, each frame of the page would wait for it.
    await page.addStyleTag({ content: '.maplibregl-canvas { display: none }' })
    const [scrolled] = await Promise.all([watchFrames(page, 3000), scroll(page, 3000)])
    // Each finds something else than the one before, or there would be nothing to wait for.
    const texts = ['w', 'e', 'infusion', 'bed 9', 'resident', 'van key 1', 'nothing at all', '']
    const searches = await times(cdp, texts.length, (at) => untilPainted(page, 'filter', texts[at] as string))
    const orders = ['name', 'battery', 'class', 'state']
    const sorts = await times(cdp, orders.length, (at) => untilPainted(page, 'sort', orders[at] as string))
    return {
      devices,
      firstDotsMs,
      allDotsMs,
      heap,
      still,
      stillBusy,
      panned,
      panBusy,
      scrolled,
      changes,
      searches,
      sorts,
    }
  } finally {
    await browser.close()
    server.close()
  }
}

const rounded = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(1))
const frames = (times: number[]): string => {
  const { p50, p95, p99 } = figures(times)
  return `${rounded(p50)} / ${rounded(p95)} / ${rounded(p99)}`
}
const longest = (tasks: number[]): string =>
  tasks.length === 0 ? 'none' : `${tasks.length}, worst ${rounded(Math.max(...tasks))}`
const verdict = ({ wallMs, cpuMs: ofEach }: Awaited<ReturnType<typeof times>>): string => {
  const { p95 } = figures(wallMs)
  return `${rounded(p95)} ${p95 <= GOAL_MS ? '✓' : '✗'}; ${rounded(ofEach)}`
}

const results: Awaited<ReturnType<typeof measure>>[] = []
for (const size of SIZES) results.push(await measure(size))

const line = (title: string, cell: (result: (typeof results)[number]) => string): Record<string, string> => ({
  '': title,
  ...Object.fromEntries(results.map((result) => [result.devices.toLocaleString('en'), cell(result)])),
})
console.log('All in milliseconds unless said otherwise. Times on the wall hold whatever else the machine does.')
console.table(
  [
    line('first dots (ms after the address)', ({ firstDotsMs }) => rounded(firstDotsMs)),
    line('all dots (ms)', ({ allDotsMs }) => rounded(allDotsMs)),
    line('JavaScript heap of the page (MB)', ({ heap }) => rounded(heap)),
    line('frames, 1,000 changes/s: p50 / p95 / p99 (ms)', ({ still }) => frames(still.frames)),
    line('  long tasks', ({ still }) => longest(still.longTasks)),
    line('  main thread (ms of processor time a second)', ({ stillBusy }) => rounded(stillBusy)),
    line('frames while panning too', ({ panned }) => frames(panned.frames)),
    line('  long tasks', ({ panned }) => longest(panned.longTasks)),
    line('  main thread (ms of processor time a second)', ({ panBusy }) => rounded(panBusy)),
    line('frames while scrolling the list, map hidden', ({ scrolled }) => frames(scrolled.frames)),
    line(`one change to the screen: p95 (goal ${GOAL_MS}); processor time`, ({ changes }) => verdict(changes)),
    line(`search, map hidden: p95 (goal ${GOAL_MS}); processor time`, ({ searches }) => verdict(searches)),
    line(`sort, map hidden: p95 (goal ${GOAL_MS}); processor time`, ({ sorts }) => verdict(sorts)),
  ].map(({ '': title, ...cells }) => ({ measured: title, ...cells })),
)
