/**
 * The map screen with a fleet on it of which a tenth moves each second: time to first dots, one change to the screen,
 * long tasks, processor time, frames, also while it is panned; then its list alone: scrolling, search, sort; and heap.
 * A small server of our own feeds the built console, so that the console alone is measured. Goals: docs/architecture.md#goals.
 * `node bench/console.ts [devices …]`; frames of a machine without a graphics card are drawn by its processor.
 *
 * One change to the screen: from the moment the server writes it to the stream until the first frame whose pixels, read
 * back within that frame, show it elsewhere than before. Reading waits until the frame is drawn, so nothing is left
 * out but the monitor. Beside it stands the time until that frame was told to the drawing process, which then draws it.
 * Only the rows that hold the witness are read, once it was found, so that reading is not what is measured.
 */
import type { Browser, CDPSession, Page } from 'playwright-core'
import {
  cpuMs,
  GOAL_MS,
  gaps,
  heapMb,
  MOVING_SHARE,
  openPage,
  printTable,
  rounded,
  scrolledFrames,
  sizes,
  times,
  verdict,
  watchFrames,
  withCpu,
} from './lib/console-page.ts'
import { type ConsoleServer, startConsoleServer, WITNESS_COLOUR } from './lib/console-server.ts'
import { figures } from './lib/figures.ts'

const BURST_SHARE = 0.01
const WATCH_MS = 6000
const SAMPLES = 24
const BURSTS = 8
/** Between two samples (ms), so that markers that glide are at rest, and samples fall anywhere between the bursts. */
const SAMPLE_EVERY_MS = 730

/** Long tasks of the page for a while in which nothing of ours runs in it. */
const watchTasks = (page: Page, ms: number): Promise<number[]> =>
  page.evaluate(async (duration) => {
    const longTasks: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longTasks.push(entry.duration)
    })
    observer.observe({ type: 'longtask' })
    await new Promise((resolve) => setTimeout(resolve, duration))
    observer.disconnect()
    return longTasks
  }, ms)

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

declare global {
  interface Window {
    /** Frames the map has drawn. */
    mapFrames: number
    /** The witness is elsewhere than in the frame before; answers when that was told and when it is drawn (epoch ms). */
    witnessMoved: () => Promise<{ toldAt: number; drawnAt: number }>
    /** Stops looking into each frame, which takes time. */
    forgetWitness: () => void
  }
}

/** Runs in the page before its scripts: counts the map's frames, and looks for the witness in them when asked to. */
function watchMap([red, green, blue]: readonly number[]): void {
  let gl: WebGL2RenderingContext | undefined
  let isLooking = false
  let seenAt = Number.NaN
  let found: ((at: { toldAt: number; drawnAt: number }) => void) | undefined
  /** Both its places are on these rows; unknown at first. */
  let rows: { from: number; count: number } | undefined
  /** The middle of its pixels, from the left; NaN where there are none. */
  const look = (context: WebGL2RenderingContext): number => {
    const { drawingBufferWidth: width, drawingBufferHeight: height } = context
    const { from, count: rowCount } = rows ?? { from: 0, count: height }
    const pixels = new Uint8Array(width * rowCount * 4)
    context.readPixels(0, from, width, rowCount, context.RGBA, context.UNSIGNED_BYTE, pixels)
    let [count, sum, first, last] = [0, 0, 0, 0]
    for (let at = 0; at < pixels.length; at += 4) {
      if (pixels[at] !== red || pixels[at + 1] !== green || pixels[at + 2] !== blue) continue
      if (count === 0) first = at
      last = at
      count += 1
      sum += (at / 4) % width
    }
    const isThere = count >= 20
    if (!isThere && rows) {
      rows = undefined
      return look(context)
    }
    const rowOf = (at: number) => from + Math.floor(at / 4 / width)
    rows = isThere ? { from: rowOf(first), count: rowOf(last) - rowOf(first) + 1 } : undefined
    return isThere ? sum / count : Number.NaN
  }
  const draw = WebGL2RenderingContext.prototype.drawElements
  WebGL2RenderingContext.prototype.drawElements = function (...given) {
    gl = this
    draw.apply(this, given)
  }
  const request = window.requestAnimationFrame
  window.mapFrames = 0
  window.requestAnimationFrame = (run) =>
    request.call(window, (time) => {
      gl = undefined
      run(time)
      if (gl === undefined) return
      window.mapFrames += 1
      if (!isLooking) return
      const toldAt = Date.now()
      const at = look(gl)
      const isElsewhere = !Number.isNaN(at) && !(Math.abs(at - seenAt) < 1)
      seenAt = at
      if (isElsewhere) found?.({ toldAt, drawnAt: Date.now() })
    })
  window.witnessMoved = () => {
    isLooking = true
    return new Promise((resolve) => {
      found = resolve
    })
  }
  window.forgetWitness = () => {
    isLooking = false
  }
}

/** Milliseconds from the server's word until the frame that shows it is drawn. `told` gains those until it was told. */
async function changeToScreen(page: Page, server: ConsoleServer, told: number[] = []): Promise<number> {
  await page.waitForTimeout(SAMPLE_EVERY_MS)
  const seen = page.evaluate(() => window.witnessMoved())
  await page.evaluate(() => undefined)
  const writtenAt = server.moveWitness()
  const { toldAt, drawnAt } = await seen
  told.push(toldAt - writtenAt)
  return drawnAt - writtenAt
}

/**
 * Milliseconds of processor time that all processes of a type have taken so far: `renderer` is the page with its workers,
 * `GPU` what draws for it.
 */
async function processesMs(browserCdp: CDPSession, type: string): Promise<number> {
  const { processInfo } = await browserCdp.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { type: each, cpuTime }) => sum + (each === type ? cpuTime * 1000 : 0), 0)
}

/** What something that goes on takes a second: milliseconds of processor time, and frames of the map. */
async function busy<Result>(page: Page, cdp: CDPSession, run: () => Promise<Result>) {
  const browserCdp = await (page.context().browser() as Browser).newBrowserCDPSession()
  const read = async () => ({
    main: await cpuMs(cdp),
    page: await processesMs(browserCdp, 'renderer'),
    gpu: await processesMs(browserCdp, 'GPU'),
    frames: await page.evaluate(() => window.mapFrames),
  })
  const begunAt = performance.now()
  const before = await read()
  const result = await run()
  const after = await read()
  const seconds = (performance.now() - begunAt) / 1000
  await browserCdp.detach()
  return {
    result,
    main: (after.main - before.main) / seconds,
    page: (after.page - before.page) / seconds,
    gpu: (after.gpu - before.gpu) / seconds,
    frames: (after.frames - before.frames) / seconds,
  }
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

async function measure(devices: number) {
  const server = await startConsoleServer(devices)
  const { page, cdp, close } = await openPage(server.origin)
  try {
    await page.addInitScript(watchMap, WITNESS_COLOUR)
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

    const stop = server.move(devices * MOVING_SHARE)
    const still = await busy(page, cdp, () => watchTasks(page, WATCH_MS))
    await changeToScreen(page, server)
    const [toldMoving, toldAlone] = [[] as number[], [] as number[]]
    const moving = await times(cdp, Array(SAMPLES), () => changeToScreen(page, server, toldMoving))
    await page.evaluate(() => window.forgetWitness())
    const panned = await busy(page, cdp, async () => {
      const [frames] = await Promise.all([watchFrames(page, WATCH_MS), drag(page, WATCH_MS)])
      return frames
    })
    stop()
    await page.getByRole('button', { name: 'Fit all' }).click()
    await shown(devices)
    const alone = await times(cdp, Array(SAMPLES), () => changeToScreen(page, server, toldAlone))
    await page.evaluate(() => window.forgetWitness())
    const bursts = await times(cdp, Array(BURSTS), async () => {
      server.burst(devices * BURST_SHARE)
      await page.waitForTimeout(SAMPLE_EVERY_MS)
      return 0
    })
    // The list by itself: where the processor draws the map too, each frame of the page would wait for it.
    await page.addStyleTag({ content: '.maplibregl-canvas { display: none }' })
    const scrolled = await scrolledFrames(page, '[role=listbox]', 260)
    // Each finds something else than the one before, or there would be nothing to wait for.
    const texts = ['w', 'e', 'infusion', 'bed 9', 'resident', 'van key 1', 'nothing at all', '']
    const searches = await times(cdp, texts, (text) => untilPainted(page, 'filter', text))
    const orders = ['name', 'battery', 'class', 'state']
    const sorts = await times(cdp, orders, (order) => untilPainted(page, 'sort', order))
    return {
      devices,
      firstDotsMs,
      allDotsMs,
      heap,
      still,
      moving,
      toldMoving,
      panned,
      alone,
      toldAlone,
      bursts,
      scrolled,
      searches,
      sorts,
    }
  } finally {
    await close()
    server.close()
  }
}

const spread = (each: number[]): string => {
  const { p50, p95, p99 } = figures(each)
  return [p50, p95, p99].map(rounded).join(' / ')
}
const longest = (tasks: number[]): string =>
  tasks.length === 0 ? 'none' : `${tasks.length}, worst ${rounded(Math.max(...tasks))}`
const costs = ({ main, page, gpu }: { main: number; page: number; gpu: number }): string =>
  `${rounded(main)}; ${rounded(page)}; ${rounded(gpu)}`

const results: Awaited<ReturnType<typeof measure>>[] = []
for (const size of sizes()) results.push(await measure(size))

printTable(results, [
  ['first dots (ms after the address)', ({ firstDotsMs }) => rounded(firstDotsMs)],
  ['all dots (ms)', ({ allDotsMs }) => rounded(allDotsMs)],
  ['JavaScript heap of the page (MB)', ({ heap }) => rounded(heap)],
  ['a tenth moving each second: long tasks', ({ still }) => longest(still.result)],
  ['  main thread; page with workers; drawing (ms of processor time a second)', ({ still }) => costs(still)],
  ['  frames of the map a second', ({ still }) => rounded(still.frames)],
  [`  one change to the screen: p50; p95 (goal ${GOAL_MS})`, ({ moving }) => verdict(moving)],
  ['  until its frame is told, not drawn: p50 / p95 / p99', ({ toldMoving }) => spread(toldMoving)],
  [`one change to the screen, nothing else moving: p50; p95 (goal ${GOAL_MS})`, ({ alone }) => verdict(alone)],
  ['  until its frame is told, not drawn: p50 / p95 / p99', ({ toldAlone }) => spread(toldAlone)],
  ['one change of 1 %: main thread (ms of processor time; goal 85 at 10,000)', ({ bursts }) => rounded(bursts.cpuMs)],
  ['frames of the page while panning too: p50 / p95 / p99', ({ panned }) => spread(panned.result.frames)],
  ['  long tasks', ({ panned }) => longest(panned.result.longTasks)],
  ['  main thread; page with workers; drawing (ms of processor time a second)', ({ panned }) => costs(panned)],
  [`frames while scrolling the list, map hidden: p50 / p95 (goal ${GOAL_MS}) / p99`, ({ scrolled }) => gaps(scrolled)],
  [`search, map hidden: p50; p95 (goal ${GOAL_MS}); processor time`, ({ searches }) => withCpu(searches)],
  [`sort, map hidden: p50; p95 (goal ${GOAL_MS}); processor time`, ({ sorts }) => withCpu(sorts)],
])
