import { onTestFinished } from 'vitest'

type Timer = 'setTimeout' | 'setInterval'
const CLEARS = { setTimeout: 'clearTimeout', setInterval: 'clearInterval' } as const

/** Timers of this length (ms) that start from now on end when the answer is called, and no earlier; all others go on. */
export function holdTimers(timer: Timer, heldMs: number): () => void {
  const held = new Map<number, () => void>()
  let started = 0
  const real = { set: window[timer].bind(window), clear: window[CLEARS[timer]].bind(window) }
  window[timer] = ((run: () => void, ms?: number, ...rest: unknown[]) => {
    if (ms !== heldMs) return real.set(run, ms, ...rest)
    // The browser counts its own upwards from 1.
    started += 1
    const id = -started
    held.set(id, run)
    return id
  }) as typeof window.setTimeout
  window[CLEARS[timer]] = (id) => {
    if (!held.delete(Number(id))) real.clear(id)
  }
  onTestFinished(() => {
    window[timer] = real.set as typeof window.setTimeout
    window[CLEARS[timer]] = real.clear
  })
  return () => {
    for (const [id, run] of [...held]) {
      if (timer === 'setTimeout') held.delete(id)
      run()
    }
  }
}
