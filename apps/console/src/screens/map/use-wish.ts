/** Goes to the device that somebody asked for elsewhere: in a message, the bell, the alert, a notification of the system. */
import { useEffect } from 'react'
import { wishedDevice } from '../../features/alarms/show-on-map.tsx'
import { useStore } from '../../lib/use-store.ts'
import { changeDisplay } from './toggles.ts'

/** Calls once for each wish, as soon as the lists are there. */
export function useWish(isLoaded: boolean, isPhone: boolean, goTo: (deviceId: string) => void): void {
  const wish = useStore(wishedDevice)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish
  useEffect(() => {
    if (wish === null || !isLoaded) return
    wishedDevice.set(null)
    // The list of notifications would lie over the map there.
    if (isPhone) changeDisplay({ notifications: false })
    goTo(wish.id)
  }, [wish, isLoaded])
}
