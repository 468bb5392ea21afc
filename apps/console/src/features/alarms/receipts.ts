/**
 * Says to the server which alarms this console shows (security rule 52). A page that nobody sees and that may not sound shows
 * nothing: then the server goes on to tell people by push and mail. What could not be said is said again.
 */
import type { Notification } from '@whereabouts/contract/notifications'
import { soundAllowed } from '../../lib/sound.ts'
import { keyOf } from './handling.ts'

/** Alarms that come together are told of together (ms) … */
const GATHER_MS = 50
/** … and again after this (ms) where that failed. */
const AGAIN_AFTER_MS = 2000

interface Receipts {
  /** These are on the screen, or sound. */
  show(events: readonly Notification[]): void
  stop(): void
}

/** `say` tells the server; `isOver` is true of alarms that somebody answered for: nobody wants to know of those. */
export function makeReceipts(
  say: (alarmIds: readonly string[]) => Promise<unknown>,
  isOver: (alarmId: string) => boolean,
): Receipts {
  const said = new Set<string>()
  const due = new Map<string, string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const isNoticed = () => document.visibilityState === 'visible' || soundAllowed.get()

  function soon(ms: number) {
    if (isStopped || due.size === 0 || timer !== undefined || !isNoticed()) return
    timer = setTimeout(tell, ms)
  }
  async function tell() {
    for (const [key, id] of due) if (isOver(id)) due.delete(key)
    const telling = [...due]
    try {
      if (telling.length > 0) await say(telling.map(([, id]) => id))
      for (const [key] of telling) {
        due.delete(key)
        said.add(key)
      }
    } catch (error) {
      console.warn('The server could not be told that alarms are shown here.', error)
    }
    timer = undefined
    soon(AGAIN_AFTER_MS)
  }
  const noticed = () => soon(GATHER_MS)
  document.addEventListener('visibilitychange', noticed)
  const stopWatching = soundAllowed.subscribe(noticed)
  return {
    show(events) {
      for (const event of events) {
        const key = keyOf(event)
        if (event.alarm === null || event.alarm.shown_at_ms !== null || said.has(key)) continue
        due.set(key, event.alarm.alarm_id)
      }
      soon(GATHER_MS)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', noticed)
      stopWatching()
    },
  }
}
