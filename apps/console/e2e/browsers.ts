/** The browsers of a worker: starting one takes half a second of processor, so all its files share them. */
import { type Browser, chromium } from 'playwright-core'
import { findBrowser, findWholeBrowser } from '../../../scripts/harness/find-browser.ts'

interface Abilities {
  readonly drawsMaps: boolean
  readonly showsNotifications: boolean
}

const browsers = new Map<string, Promise<Browser>>()

/** The one with these abilities; it ends with the worker. */
export function browserOfWorker(abilities: Abilities): Promise<Browser> {
  const key = JSON.stringify(abilities)
  const running = browsers.get(key) ?? launch(abilities)
  browsers.set(key, running)
  return running
}

function launch({ drawsMaps, showsNotifications }: Abilities): Promise<Browser> {
  const args = ['--no-sandbox', ...(drawsMaps ? [] : ['--disable-3d-apis'])]
  return chromium.launch({
    executablePath: (showsNotifications ? findWholeBrowser() : undefined) ?? findBrowser(),
    args,
  })
}
