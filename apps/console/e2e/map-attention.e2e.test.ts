/** Who is in danger, on a map on which nothing else moves. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { longTest } from '../../../scripts/harness/long-test.ts'
import {
  alert,
  askForHelp,
  callsOf,
  type HelpSeekers,
  helpSeekers,
  letRepeat,
  pressStop,
  stop,
  stopAll,
} from './alarm-page.ts'
import { countPixels, filter, map, openMap, row, soon, tab } from './map-page.ts'
import { consoleOfFile, enterAs, expectNoFaults } from './open-console.ts'
import { stationReport } from './speak.ts'

const app = consoleOfFile({})

/** Colours of the light scheme. */
const RED = [0xcf, 0x33, 0x27] as const
const RED_TEXT = [0xb3, 0x23, 0x1b] as const
/** One pulse of a halo (ms), and so far (px) it may be from its marker's middle. */
const PULSE_MS = 1600
const NEAR_PX = 2

let seekers: HelpSeekers
beforeAll(async () => {
  await letRepeat(app, true)
  seekers = await helpSeekers(app)
})
afterEach(() => stopAll(app))

declare global {
  interface Window {
    /** What the map has drawn so far. */
    drawCalls: number
  }
}

/** Runs in the page before its scripts. */
function countDrawing(): void {
  window.drawCalls = 0
  const draw = WebGL2RenderingContext.prototype.drawElements
  WebGL2RenderingContext.prototype.drawElements = function (...given) {
    window.drawCalls += 1
    draw.apply(this, given)
  }
}

/** The middles of all that pulses on the page, without end and in the time of a halo. */
const pulses = (page: Page) =>
  page.evaluate((pulseMs) => {
    const pulsing = document.getAnimations().filter(({ effect, playState }) => {
      const { duration, endTime } = effect?.getComputedTiming() ?? {}
      return playState === 'running' && duration === pulseMs && endTime === Infinity
    })
    return pulsing.map(({ effect }) => {
      const box = ((effect as KeyframeEffect).target as Element).getBoundingClientRect()
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    })
  }, PULSE_MS)

/** How far what pulses is from a place of the page (px); none where it is not one. */
async function distance(page: Page, x: number, y: number): Promise<number> {
  const [pulse, ...more] = await pulses(page)
  return pulse === undefined || more.length > 0 ? Number.NaN : Math.hypot(pulse.x - x, pulse.y - y)
}

/** What the map draws while a halo pulses twice. */
const drawnInTwoPulses = (page: Page) =>
  page.evaluate(async (pulseMs) => {
    const pulsing = document.getAnimations().find(({ effect }) => effect?.getTiming().duration === pulseMs)
    const element = pulsing?.effect instanceof KeyframeEffect ? pulsing.effect.target : null
    if (element === null) return Number.NaN
    const pulsed = () =>
      new Promise((resolve) => element.addEventListener('animationiteration', resolve, { once: true }))
    const before = window.drawCalls
    await pulsed()
    await pulsed()
    return window.drawCalls - before
  }, PULSE_MS)

longTest(
  'the halo of who needs attention pulses where the marker is, without the map drawing anything; it is still for who wants no motion, and ends with the answer',
  async () => {
    const opened = await app.open({ reducedMotion: 'no-preference' })
    const { page } = opened
    await page.addInitScript(countDrawing)
    // Who may only read closes the alert without answering for it.
    await openMap(page, 'readonly')
    expect(await pulses(page)).toEqual([])
    const { name } = await askForHelp(app, seekers)
    await pressStop(page)
    await soon(() => alert(page).count()).toBe(0)
    // Who is chosen comes into the middle.
    await row(page, name).click()
    const { x = 0, y = 0, width = 0, height = 0 } = (await map(page).boundingBox()) ?? {}
    const [middleX, middleY] = [x + width / 2, y + height / 2]
    await soon(() => distance(page, middleX, middleY)).toBeLessThan(NEAR_PX)
    // It goes with its marker. Who lets go of the map at once sets it in motion.
    await page.mouse.move(middleX - 60, middleY + 150)
    await page.mouse.down()
    await page.mouse.move(middleX - 180, middleY + 150, { steps: 6 })
    await soon(() => distance(page, middleX - 120, middleY)).toBeLessThan(NEAR_PX)
    await soon(() => drawnInTwoPulses(page)).toBe(0)
    await page.mouse.up()

    const red = () => countPixels(page, { x: middleX - 160, y: middleY - 40, width: 80, height: 80 }, RED)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await soon(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
    expect(await red()).toBeGreaterThan(100)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await soon(() => distance(page, middleX - 120, middleY)).toBeLessThan(NEAR_PX)
    await stopAll(app)
    await soon(() => pulses(page)).toEqual([])
    await soon(red).toBeLessThan(20)
    expectNoFaults(opened)
  },
)

longTest(
  'danger zones that cannot be loaded are told once, asked for again, and drawn when they have come',
  async () => {
    const { page } = await app.open()
    let isAway = true
    let tries = 0
    await page.route('**/v3/app/zones', (route) => {
      tries += 1
      return isAway ? route.fulfill({ status: 503, body: '' }) : route.continue()
    })
    await openMap(page)
    const told = page.getByRole('region', { name: 'Messages' }).getByText('Danger zones not shown yet')
    await told.waitFor()
    await tab(page, 'Maps').click()
    await row(page, 'Hinoki Garden 2F East').click()
    const { x = 0, y = 0, width = 0, height = 0 } = (await map(page).boundingBox()) ?? {}
    // Away from messages, which have colours of their own.
    const red = () => countPixels(page, { x, y: y + height / 2, width: width - 80, height: height / 2 }, RED_TEXT)
    await soon(() => tries).toBeGreaterThan(2)
    expect(await red()).toBeLessThan(5)
    expect(await told.count()).toBe(1)
    isAway = false
    await soon(red).toBeGreaterThan(20)
  },
)

test('a resident who entered a danger zone and walked on is listed with the zone and with where she is now, and her marker says why it is red', async () => {
  const owner = await callsOf(app, 'owner')
  const { stations } = await owner.stations.list({ query: {} })
  const placed = stations.filter(({ map_id, lock_mancal }) => map_id !== null && !lock_mancal)
  const stairs = placed[0] as (typeof placed)[number]
  const dining = placed.find(({ map_id }) => map_id !== stairs.map_id) as typeof stairs
  const { trackers } = await owner.trackers.list({ query: {} })
  const { device_id, name } = trackers.find((tracker) =>
    tracker.device_id.startsWith('G3'),
  ) as (typeof trackers)[number]
  await owner.zones.create({
    body: { zone_name: 'Night stairs', zone_type: 'danger', shape: { t4_ids: [stairs.t4_id] } },
  })
  const open = async () => (await owner.alarms.list({ query: { state: 'open' } })).alarms
  await soon(async () => {
    await stationReport(app.server, stairs.t4_id, [{ device_id, rssi: -50 }])
    return (await open()).length
  }).toBe(1)

  const { page } = await app.open()
  await page.route('**/v3/app/notifications/push', (route) => route.abort())
  await enterAs(page, 'owner')
  await alert(page).waitFor()
  // A press on what stood there for a moment only does nothing.
  await page.waitForFunction((since) => performance.now() - since > 500, await page.evaluate(() => performance.now()))
  await stop(page).click()
  await soon(() => alert(page).count()).toBe(0)
  await filter(page, name)
  await soon(() => row(page, name).textContent()).toContain(`Entered Night stairs · now at ${stairs.map_name}`)
  await soon(async () => {
    await stationReport(app.server, dining.t4_id, [{ device_id, rssi: -30 }])
    return row(page, name).textContent()
  }).toContain(`Entered Night stairs · now at ${dining.map_name}`)

  await row(page, name).click()
  const popup = page.locator('[data-kind="popup"]')
  await popup.locator('[data-status="attention"]').getByText('Danger zone entered').waitFor()
  await popup.getByText(`${name} entered Night stairs`).waitFor()
  await popup.locator('[data-status="connected"]').waitFor()
  await owner.alarms.acknowledge({ body: { alarm_ids: (await open()).map(({ alarm_id }) => alarm_id) } })
  // It lasts until she has left for sure.
  await soon(async () => {
    await stationReport(app.server, dining.t4_id, [{ device_id, rssi: -30 }])
    return popup.locator('[data-status="attention"]').count()
  }).toBe(0)
  expect(await popup.getByText('Night stairs').count()).toBe(0)
  await soon(() => row(page, name).textContent()).not.toContain('Night stairs')
})
