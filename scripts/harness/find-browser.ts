/** Finds the Chromium that browser tests drive, and installs one where asked to. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

const onPath = (): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path))

const playwrightOwn = (): string | undefined => [chromium.executablePath()].find((path) => existsSync(path))

const succeeds = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0

function installWithApt(): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  console.error('Installing Chromium with apt-get …')
  const packages = ['chromium', 'fonts-noto-cjk']
  const done = succeeds('apt-get', ['update', '-qq']) && succeeds('apt-get', ['install', '-y', '-qq', ...packages])
  return done ? onPath() : undefined
}

function installWithPlaywright(): string | undefined {
  console.error('Installing Chromium with Playwright …')
  return succeeds('playwright-core', ['install', 'chromium']) ? playwrightOwn() : undefined
}

/** Path of a Chromium; throws with the list of places where none was found. */
export function findBrowser({ install = false } = {}): string {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names no file: ${named}`)
  }
  const places: [string, () => string | undefined][] = [
    [`${NAMES.join(', ')} on PATH`, onPath],
    ["Playwright's own", playwrightOwn],
    ...(install
      ? ([
          ['apt-get as root', installWithApt],
          ['playwright-core install', installWithPlaywright],
        ] satisfies [string, () => string | undefined][])
      : []),
  ]
  for (const [, find] of places) {
    const found = find()
    if (found !== undefined) return found
  }
  const tried = ['CHROMIUM_PATH (not set)', ...places.map(([place]) => place)]
  throw new Error(`There is no Chromium for the browser tests. Tried: ${tried.join('; ')}.`)
}
