/** The clock of a live site: the server's time, a step each second. One timer serves all who watch. */
import { serverNow } from '../../lib/server-clock.ts'
import type { SiteClock } from './site-view.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

let held: number | undefined

/** The same for all that is drawn at once: React reads it twice for each component, and takes two answers for a fault. */
function now(): number {
  if (held === undefined) {
    held = serverNow()
    queueMicrotask(() => {
      held = undefined
    })
  }
  return held
}

export const liveClock: SiteClock = {
  now,
  subscribe(listener) {
    listeners.add(listener)
    timer ??= setInterval(() => {
      for (const each of listeners) each()
    }, 1000)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  },
}
