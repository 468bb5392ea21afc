/** Finds the Chromium that browser tests drive, and installs one where asked to. */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { installByApt, onPath, succeeds } from './system-programs.ts'

/**
 * Chromium without windows does the same pages with the same engine for half the work: a window of the whole browser has
 * pages of its own around each of ours. It is taken where it is, and the whole browser where it is not.
 */
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const playwrightOwn = (): string | undefined => [chromium.executablePath()].find((path) => existsSync(path))

const installWithApt = (names: readonly string[]): string | undefined =>
  installByApt([names[0]!, 'fonts-noto-cjk']) ? onPath(names) : undefined

function installWithPlaywright(): string | undefined {
  console.error('Installing Chromium with Playwright …')
  return succeeds('playwright-core', ['install', 'chromium']) ? playwrightOwn() : undefined
}

/** What CHROMIUM_PATH names, which goes before all else. */
function namedBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH || undefined
  if (named !== undefined && !existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`)
  return named
}

/**
 * Path of a Chromium that shows notifications, which one without windows does not; undefined where there is none, and none can be
 * installed.
 */
export function findWholeBrowser({ install = false } = {}): string | undefined {
  const named = [namedBrowser()].find((path) => path !== undefined && !/headless[-_]shell/.test(path))
  return (
    named ??
    onPath(BROWSERS) ??
    playwrightOwn() ??
    (install ? (installWithApt(BROWSERS) ?? installWithPlaywright()) : undefined)
  )
}

/** Path of a Chromium; throws with the list of places where none was found. */
export function findBrowser({ install = false } = {}): string {
  const named = namedBrowser()
  if (named !== undefined) return named
  const installing = (place: string, find: () => string | undefined): [string, () => string | undefined][] =>
    install ? [[place, find]] : []
  const places: readonly [string, () => string | undefined][] = [
    [`${SHELLS.join(', ')} on PATH`, () => onPath(SHELLS)],
    ...installing(`apt-get install ${SHELLS[0]} as root`, () => installWithApt(SHELLS)),
    [`${BROWSERS.join(', ')} on PATH`, () => onPath(BROWSERS)],
    ["Playwright's own", playwrightOwn],
    ...installing(`apt-get install ${BROWSERS[0]} as root`, () => installWithApt(BROWSERS)),
    ...installing('playwright-core install', installWithPlaywright),
  ]
  for (const [, find] of places) {
    const found = find()
    if (found !== undefined) return found
  }
  const tried = ['CHROMIUM_PATH (not set)', ...places.map(([place]) => place)]
  throw new Error(`There is no Chromium for the browser tests. Tried: ${tried.join('; ')}.`)
}
