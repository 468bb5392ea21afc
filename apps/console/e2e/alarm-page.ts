/** What a person sees and does of alarms, by role and label, and who in the demo raises them. */
import type { Locator, Page } from 'playwright-core'
import { callsTo, signInByCall } from './calls.ts'
import type { ConsoleUnderTest, Person } from './open-console.ts'
import { stationReport } from './speak.ts'

export const alert = (page: Page): Locator => page.getByRole('alertdialog')
export const stop = (page: Page): Locator =>
  alert(page).getByRole('button', { name: /^(Stop ring|Close|關閉|停止響鈴)/ })
export const messages = (page: Page): Locator => page.getByRole('region', { name: 'Messages' })
export const bell = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })

/** What stood there for a moment only was not seen, and what is pressed then does nothing. */
export const seen = async (page: Page) =>
  page.waitForFunction((since) => performance.now() - since > 500, await page.evaluate(() => performance.now()))

/** Presses the button of the alert once it has been seen. */
export async function pressStop(page: Page): Promise<void> {
  await alert(page).waitFor()
  await seen(page)
  await stop(page).click()
}

type DemoServer = Pick<ConsoleUnderTest, 'server'>

/** The calls of one of the demo's people. */
export async function callsOf({ server }: DemoServer, person: Person) {
  const { access_token } = await signInByCall(server.origin, `${person}@hinoki.example`, 'whereabouts-demo')
  return callsTo(server.origin, access_token)
}

export const letRepeat = async (app: DemoServer, repeats: boolean) =>
  (await callsOf(app, 'owner')).auth.changeProfile({ body: { user: { notification_ring_repeat: repeats } } })

/** What is still ringing on any console is stopped. */
export const stopAll = async (app: DemoServer) =>
  (await callsOf(app, 'owner')).notifications.push({ body: { type: 'disengage', event_time_ms: Date.now() } })

export interface HelpSeekers {
  /** The station that hears them. */
  readonly stationId: string
  /** The next of them, who has not asked before. */
  next(): { readonly device_id: string; readonly name: string }
}

/** People of the demo who can ask for help, one for each time. */
export async function helpSeekers(app: DemoServer): Promise<HelpSeekers> {
  const owner = await callsOf(app, 'owner')
  const { trackers } = await owner.trackers.list({ query: {} })
  const { stations } = await owner.stations.list({ query: {} })
  const devices = trackers.filter(({ device_id }) => device_id.startsWith('G3')).slice(0, 30)
  const stationId = stations[0]?.t4_id ?? ''
  return {
    stationId,
    next() {
      const device = devices.pop()
      if (device === undefined) throw new Error('Everybody has asked for help.')
      return device
    },
  }
}

/** One of them asks for help; resolves once the server has heard it. */
export async function askForHelp({ server }: DemoServer, seekers: HelpSeekers) {
  const device = seekers.next()
  await stationReport(server, seekers.stationId, [{ device_id: device.device_id, help: true }])
  return device
}
