/**
 * Says to the server which alarms this console shows (security rule 52). A page that nobody sees and that does not sound shows
 * nothing: then the server goes on to tell people by push and mail. What could not be said is said again.
 */
import type { Notification } from '@whereabouts/contract/notifications'
import { forgetOldest, keyOf, timeOf } from './handling.ts'

/** Alarms that come together are told of together (ms) … */
const GATHER_MS = 50
/** … and again after this (ms) where that failed. */
const AGAIN_AFTER_MS = 2000

/** Who might notice what this page shows. */
export interface Audience {
  /** Somebody can see the page, or it sounds. */
  readonly isThere: () => boolean
  /** Calls when that may have changed. Answers how to stop. */
  readonly subscribe: (listener: () => void) => () => void
}

interface Receipts {
  /** These are on the screen, or sound. */
  show(events: readonly Notification[]): void
  stop(): void
}

interface Told {
  readonly id: string
  readonly timeMs: number
}

export interface ReceiptSettings {
  /** Tells the server. */
  readonly say: (alarmIds: readonly string[]) => Promise<unknown>
  /** Somebody answered for the alarm since it was told at that time (ms), so nobody wants to know who saw it. */
  readonly isOver: (alarmId: string, timeMs: number) => boolean
  readonly audience: Audience
  /** Notes a failure that is tried again. */
  readonly log: (sentence: string, error: unknown) => void
}

export function makeReceipts({ say, isOver, audience, log }: ReceiptSettings): Receipts {
  const said = new Set<string>()
  /** By key of the event: what nobody saw or heard yet, and what somebody did. */
  const unnoticed = new Map<string, Told>()
  const due = new Map<string, Told>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function soon(ms: number) {
    if (isStopped || due.size === 0 || timer !== undefined) return
    timer = setTimeout(tell, ms)
  }
  async function tell() {
    for (const [key, { id, timeMs }] of due) if (isOver(id, timeMs)) due.delete(key)
    const telling = [...due]
    try {
      if (telling.length > 0) await say(telling.map(([, { id }]) => id))
      for (const [key] of telling) {
        due.delete(key)
        said.add(key)
      }
      forgetOldest(said)
    } catch (error) {
      log('The server could not be told that alarms are shown here.', error)
    }
    timer = undefined
    soon(AGAIN_AFTER_MS)
  }
  const look = () => {
    if (!audience.isThere()) return
    for (const [key, told] of unnoticed) due.set(key, told)
    unnoticed.clear()
    soon(GATHER_MS)
  }
  const stopWatching = audience.subscribe(look)
  return {
    show(events) {
      for (const event of events) {
        const key = keyOf(event)
        if (event.alarm === null || event.alarm.shown_at_ms !== null || said.has(key) || due.has(key)) continue
        unnoticed.set(key, { id: event.alarm.alarm_id, timeMs: timeOf(event) })
      }
      look()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      stopWatching()
    },
  }
}
