/**
 * The table of devices with a fleet in it: first rows, a key in the search, a press on a header, everything ticked, a row
 * opened, and scrolling; at rest and while a tenth of the fleet moves each second. A small server of our own feeds the built
 * console, so that the console alone is measured. Goals: docs/architecture.md#goals. `node bench/device-table.ts [devices …]`.
 */
import type { CDPSession, Page } from 'playwright-core'
import {
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
  withCpu,
} from './lib/console-page.ts'
import { startConsoleServer } from './lib/console-server.ts'

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

const rounds = <Value>(values: readonly Value[]): Value[] => Array<readonly Value[]>(ROUNDS).fill(values).flat()

async function deeds(page: Page, cdp: CDPSession) {
  const searches = await times(cdp, rounds(SEARCHES), (text) => untilPainted(page, 'search', text))
  const sorts = await times(cdp, rounds(HEADERS), (header) => untilPainted(page, 'header', header))
  const ticks = await times(cdp, rounds([0, 1, 2, 3]), () => untilPainted(page, 'tickAll'))
  const opened = await times(cdp, rounds(['1', '2', '3', '4']), (row) => untilPainted(page, 'open', row))
  await page.getByRole('button', { name: 'Close details' }).click()
  const scrolled = await scrolledFrames(page, '[role=grid]', 300)
  return { searches, sorts, ticks, opened, scrolled }
}

async function measure(devices: number) {
  const server = await startConsoleServer(devices)
  const { page, cdp, close } = await openPage(server.origin, ['--disable-3d-apis'])
  try {
    await page.goto('/configuration')
    await page.locator('[role=row][aria-selected]').first().waitFor({ timeout: 120_000 })
    const firstRowsMs = await page.evaluate(() => performance.now())
    await page.locator('#content[aria-busy="false"]').waitFor({ timeout: 120_000 })
    await page.waitForFunction(
      (count) => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') === String(count + 1),
      devices,
      { timeout: 120_000 },
    )
    const heap = await heapMb(cdp)
    const still = await deeds(page, cdp)
    const stop = server.move(devices * MOVING_SHARE)
    const moving = await deeds(page, cdp)
    stop()
    return { devices, firstRowsMs, heap, still, moving }
  } finally {
    await close()
    server.close()
  }
}

const results: Awaited<ReturnType<typeof measure>>[] = []
for (const size of sizes()) results.push(await measure(size))
type Result = (typeof results)[number]
const linesOf = (when: 'still' | 'moving', words: string): [string, (result: Result) => string][] => [
  [`search${words}: p50; p95 (goal ${GOAL_MS}); processor time`, (result) => withCpu(result[when].searches)],
  [`sort${words}: the same`, (result) => withCpu(result[when].sorts)],
  [`tick all${words}: the same`, (result) => withCpu(result[when].ticks)],
  [`open a row${words}: the same`, (result) => withCpu(result[when].opened)],
  [`frames while scrolling${words}: p50 / p95 (goal ${GOAL_MS}) / p99`, (result) => gaps(result[when].scrolled)],
]
printTable(results, [
  ['first rows (ms after the address)', ({ firstRowsMs }) => rounded(firstRowsMs)],
  ['JavaScript heap of the page (MB)', ({ heap }) => rounded(heap)],
  ...linesOf('still', ''),
  ...linesOf('moving', ', a tenth moving each second'),
])
