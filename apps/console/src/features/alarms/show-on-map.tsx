/** The way from an event to the place of its device. */
import { Link } from '@tanstack/react-router'
import { useT } from '../../lib/i18n.ts'
import { createStore } from '../../lib/store.ts'
import { getLive } from '../live/live.ts'

/** A device somebody wants to see; a new object for each wish. The map turns to it, now or when it is there. */
export const wishedDevice = createStore<{ readonly id: string } | null>(null)

/** True where the lists know such a device: others have no place. */
const isOnMap = (deviceId: string | null): deviceId is string =>
  deviceId !== null && getLive().store.trackers.get(deviceId) !== undefined

export function ShowOnMap({ deviceId, className }: { deviceId: string | null; className?: string | undefined }) {
  const t = useT()
  if (!isOnMap(deviceId)) return null
  return (
    <Link
      className={className}
      to="/map"
      search={{ device: deviceId } as never}
      onClick={() => wishedDevice.set({ id: deviceId })}
    >
      {t('alarms.show')}
    </Link>
  )
}
