/** Whether the browser is online, looked up every five seconds. Source: specification §2 Offline banner, §9. */
import { useSyncExternalStore } from 'react'

const OFFLINE_CHECK_MS = 5000

const isOnline = (): boolean => navigator.onLine

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, OFFLINE_CHECK_MS)
  return () => clearInterval(timer)
}

export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)
