/** A page as axe sees it, for tests. */
import { brokenRules, eventually, isTooWide } from './acts.ts'
import { renderScreen } from './render-screen.tsx'

interface Look {
  readonly scheme: 'light' | 'dark'
  readonly width: number
}

/** Rules of accessibility that the loaded page breaks, or that it is wider than the window; empty when none. */
export async function judgePage(path: string, look: Look): Promise<string[]> {
  await renderScreen(path, { ...look, height: 900, person: 'integrator' })
  await eventually(() => document.querySelector('#content')?.textContent).not.toBe('')
  await eventually(() => document.querySelector('[class*="skeleton"]')).toBeNull()
  return [...(await brokenRules()), ...(isTooWide() ? ['wider than the window'] : [])]
}
