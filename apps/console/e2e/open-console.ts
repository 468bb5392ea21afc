/** A real server with the demo's people and a real browser, for the tests of one file. */
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type DemoServer, demoServer } from '../../../scripts/harness/demo-server.ts'
import { type ServerUnderTest, startServer } from '../../../scripts/harness/start-server.ts'
import { isLong } from '../../../scripts/harness/test-run.ts'
import { browserOfWorker } from './browsers.ts'
import { signInByCall } from './calls.ts'

const PASSWORD = 'whereabouts-demo'
export type Person = 'owner' | 'deputy' | 'readonly' | 'integrator' | 'consumer'

export interface OpenPage {
  readonly page: Page
  readonly context: BrowserContext
  /** What the page threw or logged as an error, but for refused calls, which browsers log by themselves. */
  readonly faults: readonly string[]
}

export interface ConsoleUnderTest<Server extends ServerUnderTest = ServerUnderTest> {
  readonly server: Server
  /** A page in a browser profile of its own, at English and desktop size unless told. */
  open(options?: BrowserContextOptions): Promise<OpenPage>
  /** Closes every page, for after each test: maps left open would go on drawing beside the next one. */
  closePages(): Promise<void>
  close(): Promise<void>
}

/** The demo in a process of its own, with the building that lives in it. */
export const livingDemo = () => startServer({ entry: 'demo' })

interface ConsoleSettings<Server extends ServerUnderTest> {
  /** False for tests of what stands around the map: without a graphics card, drawing it takes most of a machine. */
  readonly drawsMaps?: boolean
  /** True for tests of notifications that the system shows: takes the whole browser, where there is one. */
  readonly showsNotifications?: boolean
  /** Starts the server; the demo's within this process unless told. */
  readonly start?: () => Promise<Server>
}

export async function openConsole(settings?: ConsoleSettings<DemoServer>): Promise<ConsoleUnderTest<DemoServer>>
export async function openConsole<Server extends ServerUnderTest>(
  settings: ConsoleSettings<Server>,
): Promise<ConsoleUnderTest<Server>>
export async function openConsole({
  drawsMaps = true,
  showsNotifications = false,
  start = demoServer,
}: ConsoleSettings<ServerUnderTest> = {}): Promise<ConsoleUnderTest> {
  const [server, browser] = await Promise.all([start(), browserOfWorker({ drawsMaps, showsNotifications })])
  const contexts: BrowserContext[] = []
  const closePages = async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  }
  return {
    server,
    async open(options = {}) {
      const context = await browser.newContext({
        baseURL: server.origin,
        locale: 'en-US',
        reducedMotion: 'reduce',
        viewport: { width: 1440, height: 900 },
        // A browser with a window grants this on a press of a button.
        permissions: ['clipboard-write'],
        // It has tests of its own; in all others it would only stand between them and the network.
        serviceWorkers: 'block',
        ...options,
      })
      contexts.push(context)
      const page = await context.newPage()
      return { page, context, faults: watchFaults(page) }
    },
    closePages,
    async close() {
      await closePages()
      await server.stop()
    },
  }
}

/** The console that the tests of a file share: there before the first, its pages closed after each, ended after the last. */
export function consoleOfFile<Server extends ServerUnderTest = DemoServer>(
  settings: ConsoleSettings<Server>,
): Omit<ConsoleUnderTest<Server>, 'close'> {
  let app: ConsoleUnderTest<Server> | undefined
  beforeAll(async () => {
    app = await openConsole(settings)
  })
  afterEach(() => app?.closePages())
  afterAll(() => app?.close())
  const opened = (): ConsoleUnderTest<Server> => {
    if (app === undefined) throw new Error('The console is there within tests and hooks only.')
    return app
  }
  return {
    get server() {
      return opened().server
    },
    open: (options) => opened().open(options),
    closePages: () => opened().closePages(),
  }
}

function watchFaults(page: Page): readonly string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  return faults
}

/** Fills the English sign-in form and presses the button. */
export async function submitSignIn(page: Page, person: Person, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(`${person}@hinoki.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Waits until the header stands and the main load has ended. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('#content[aria-busy="false"]').waitFor()
}

/** Signs in and waits until everything is loaded. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/')
  await submitSignIn(page, person)
  await page.waitForURL((url) => url.pathname === '/map')
  await loaded(page)
}

/**
 * Lets somebody in without the sign-in page, which has tests of its own: the call it would make, and what it would keep.
 * Resolves when everything is loaded, on the page of that path: going on from the map's would start the console twice.
 */
export async function enter(page: Page, email: string, password = PASSWORD, path = '/map'): Promise<void> {
  // Any page of the server will do to reach its storage; this one has no scripts.
  await page.goto('/live')
  const { access_token: token, name } = await signInByCall(new URL(page.url()).origin, email, password)
  await page.evaluate(
    (account) => {
      const now = Date.now()
      const kept = { ...account, pushToken: '', staySignedIn: false, lastUpdateTokenTime: now, signedInAtMs: now }
      localStorage.setItem('account', JSON.stringify(kept))
    },
    { token, provider: 'email', email, name },
  )
  await page.goto(path)
  await loaded(page)
}

/** The demo's people, in the same way. */
export const enterAs = (page: Page, person: Person, path?: string): Promise<void> =>
  enter(page, `${person}@hinoki.example`, PASSWORD, path)

/**
 * How a page may look: colours, widths, languages. `npm test` takes the last of them, `npm run e2e` and the long run all, as
 * going over every element of every page takes its time.
 */
export const looks = <Look>(all: readonly Look[]): readonly Look[] => (isLong ? all : all.slice(-1))

export interface StoredAccount {
  readonly token: string
  readonly provider: string
  readonly email: string
  readonly name: string
  readonly pushToken: string
  readonly lastUpdateTokenTime: number
}

/** What the browser keeps under `account`; null when nothing. */
export const storedAccount = (page: Page): Promise<StoredAccount | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('account') ?? 'null'))

/** Makes the stored token this old (ms). */
export const ageToken = (page: Page, ageMs: number): Promise<void> =>
  page.evaluate((age) => {
    const account = JSON.parse(localStorage.getItem('account') ?? '{}')
    localStorage.setItem('account', JSON.stringify({ ...account, lastUpdateTokenTime: Date.now() - age }))
  }, ageMs)

/** What comes to be true within a while, also on a busy machine. */
export const eventually = <Value>(read: () => Value | Promise<Value>) => expect.poll(read, { timeout: 20_000 })

/** Waits until nothing moves: places and colours in the midst of a fade are none to judge. */
export const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    // A spinner never ends.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
  })

/** Rules of accessibility that the page, or a part of it, breaks; empty when none. */
export async function brokenRules(page: Page, part = 'body'): Promise<string[]> {
  await settle(page)
  // Within the page: the other way opens one more page each time, only to put together what frames found. We have no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.include(part).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Expects that the page, or a part of it, breaks no rule of accessibility; in the long run alone, as `looks`. */
export async function expectReach(page: Page, part?: string): Promise<void> {
  if (isLong) expect(await brokenRules(page, part)).toEqual([])
}

export const expectNoFaults = ({ faults }: OpenPage): void => expect(faults).toEqual([])
