/** Browser storage that checks what it reads back: what another version or a curious person left is no truth. */

export interface Stored<Value> {
  /** The stored value, or undefined where there is none or it is not what it should be. */
  read(): Value | undefined
  write(value: Value): void
  remove(): void
  /** Calls when another tab changes the value; answers how to stop. */
  onChange(listener: () => void): () => void
}

/**
 * One value under one key. `check` answers the value when it is sound and undefined when not.
 * Where the browser refuses storage (private windows, a full disk) reading finds nothing and writing is given up:
 * the page then works until it is closed.
 */
export function stored<Value>(
  area: () => Storage,
  key: string,
  check: (value: unknown) => Value | undefined,
): Stored<Value> {
  return {
    read() {
      try {
        const text = area().getItem(key)
        return text === null ? undefined : check(JSON.parse(text))
      } catch {
        return undefined
      }
    },
    write(value) {
      try {
        area().setItem(key, JSON.stringify(value))
      } catch (error) {
        console.warn(`Cannot store '${key}' in this browser.`, error)
      }
    },
    remove() {
      try {
        area().removeItem(key)
      } catch (error) {
        console.warn(`Cannot remove '${key}' in this browser.`, error)
      }
    },
    onChange(listener) {
      const heard = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener()
      }
      window.addEventListener('storage', heard)
      return () => window.removeEventListener('storage', heard)
    },
  }
}

export const inThisBrowser = (): Storage => window.localStorage
export const inThisTab = (): Storage => window.sessionStorage

/** A check for objects: the fields' own checks, all of which must pass. */
export const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
