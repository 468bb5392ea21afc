/**
 * Whether single keys do something in this browser. Who speaks to a computer, or leans on the keyboard, turns them off.
 * Source: design language §11; WCAG 2.1.4.
 */
import { useSyncExternalStore } from 'react'
import { inThisBrowser, stored } from './storage.ts'

const kept = stored<boolean>(inThisBrowser, 'singleKeys', (value) => (typeof value === 'boolean' ? value : undefined))
const listeners = new Set<() => void>()
/** Where the browser keeps nothing, the choice holds for this page. */
let chosen: boolean | undefined

/** Asked at each press, so that other tabs follow at once. */
export const areSingleKeysOn = (): boolean => kept.read() ?? chosen ?? true

export function switchSingleKeys(isOn: boolean): void {
  chosen = isOn
  kept.write(isOn)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stopOthers = kept.onChange(listener)
  return () => {
    listeners.delete(listener)
    stopOthers()
  }
}

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, areSingleKeysOn)
