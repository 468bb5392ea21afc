/** When something happened, in what stands for days: the hour by itself would be taken for one of today. Source: design language §4. */
import { useSyncExternalStore } from 'react'
import { serverNowMs } from '../lib/server-clock.ts'
import { formatMinute, formatTime } from '../lib/time.ts'

/** Looked at so often (ms) and not at midnight: computers sleep, and clocks are set. */
const LOOK_EVERY_MS = 60_000

const withDay = (epochMs: number): string => formatTime(Math.floor(epochMs / 1000))
const dayOf = (epochMs: number): string => withDay(epochMs).slice(0, 10)

/** `HH:mm` of the day it is, `yyyy/MM/dd HH:mm` of another. Both in epoch milliseconds. */
export const momentText = (epochMs: number, nowMs: number): string =>
  dayOf(epochMs) === dayOf(nowMs) ? formatMinute(epochMs) : withDay(epochMs)

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribeMinutes(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const each of listeners) each()
  }, LOOK_EVERY_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The same by the server's clock; the component is drawn again when the day is over. */
export const useMoment = (epochMs: number): string =>
  useSyncExternalStore(subscribeMinutes, () => momentText(epochMs, serverNowMs()))

export const Moment = ({ atMs }: { atMs: number }) => <span>{useMoment(atMs)}</span>
