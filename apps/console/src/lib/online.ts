/** Whether the browser is online, looked up every five seconds. Source: specification §2 Offline banner, §9. */
import { useSyncExternalStore } from 'react'

export const OFFLINE_CHECK_MS = 5000

const isOnline = (): boolean => navigator.onLine

/** Calls back when it is time to look. Answers how to stop. */
export function onOnlineCheck(look: () => void): () => void {
  const timer = setInterval(look, OFFLINE_CHECK_MS)
  return () => clearInterval(timer)
}

export const useOnline = (): boolean => useSyncExternalStore(onOnlineCheck, isOnline)
