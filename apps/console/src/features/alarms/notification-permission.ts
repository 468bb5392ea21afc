/** Whether this browser lets us show notifications, and what it was like before. */
import { useEffect, useState } from 'react'
import { inThisBrowser, stored } from '../../lib/storage.ts'

const isTrue = (value: unknown) => (value === true ? true : undefined)
const storedAllowed = stored<true>(inThisBrowser, 'notificationsAllowed', isTrue)
const storedAccepted = stored<true>(inThisBrowser, 'notificationsDenialAccepted', isTrue)

/** Undefined where there are none to allow: without https, or in a browser that has none. */
const read = (): NotificationPermission | undefined =>
  window.isSecureContext && 'Notification' in window ? Notification.permission : undefined

interface PermissionState {
  readonly permission: NotificationPermission | undefined
  readonly wasAllowed: boolean
  readonly isDenialAccepted: boolean
  /** The person leaves it denied. */
  acceptDenial(): void
}

export function useNotificationPermission(): PermissionState {
  const [permission, setPermission] = useState(read)
  const [isAccepted, setIsAccepted] = useState(() => storedAccepted.read() === true)
  useEffect(() => {
    if (permission === 'granted') storedAllowed.write(true)
    if (permission === 'denied') return
    // A denial after this is a new one.
    storedAccepted.remove()
    setIsAccepted(false)
  }, [permission])
  useEffect(() => {
    const watching = new AbortController()
    const watch = (status: PermissionStatus) =>
      status.addEventListener('change', () => setPermission(read()), { signal: watching.signal })
    // Where this cannot be asked, what was read stays.
    void navigator.permissions?.query({ name: 'notifications' }).then(watch, () => undefined)
    return () => watching.abort()
  }, [])
  return {
    permission,
    wasAllowed: storedAllowed.read() === true,
    isDenialAccepted: isAccepted,
    acceptDenial: () => {
      storedAccepted.write(true)
      setIsAccepted(true)
    },
  }
}
