/** The clock of a live site: the server's time, a step each second. One timer serves all who watch. */
import { serverNow } from '../../lib/server-clock.ts'
import type { SiteClock } from './site-view.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

export const liveClock: SiteClock = {
  now: serverNow,
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
