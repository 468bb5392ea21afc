/** Light or dark: what was chosen in this browser, else what the system says. Source: design language §3. */
import { inThisBrowser, stored } from './storage.ts'
import { createStore } from './store.ts'
import { useStore } from './use-store.ts'

export type SchemeChoice = 'light' | 'dark' | 'auto'
type Scheme = Exclude<SchemeChoice, 'auto'>

const storedChoice = stored<SchemeChoice>(inThisBrowser, 'colourScheme', (value) =>
  value === 'light' || value === 'dark' || value === 'auto' ? value : undefined,
)
const choice = createStore<SchemeChoice>('auto')
const scheme = createStore<Scheme>('light')

/**
 * Colours the page by the choice, made here or in another tab, and by the system. Called once, before anything is drawn. Answers how
 * to stop.
 */
export function followColourScheme(): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const colour = () => {
    const chosen = choice.get()
    const inForce = chosen === 'auto' ? (system.matches ? 'dark' : 'light') : chosen
    // Under the name by which Mantine's parts know it. First, since who watches reads colours off the page.
    document.documentElement.setAttribute('data-mantine-color-scheme', inForce)
    scheme.set(inForce)
  }
  const takeStored = () => choice.set(storedChoice.read() ?? 'auto')
  takeStored()
  colour()
  system.addEventListener('change', colour)
  const stops = [choice.subscribe(colour), storedChoice.onChange(takeStored)]
  return () => {
    system.removeEventListener('change', colour)
    for (const stop of stops) stop()
  }
}

export function chooseScheme(chosen: SchemeChoice): void {
  storedChoice.write(chosen)
  choice.set(chosen)
}

export const useSchemeChoice = (): SchemeChoice => useStore(choice)

/** The one in force. */
export const useScheme = (): Scheme => useStore(scheme)
