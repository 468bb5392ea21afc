/** The way from an event to the place of its device. */
import { Link, useRouter } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { useT } from '../../lib/i18n.ts'
import { mapPath } from '../../lib/paths.ts'
import { isSamePath } from '../../lib/same-path.ts'
import { createStore } from '../../lib/store.ts'
import { type SiteStore, useSite } from '../live/site-view.ts'

/** A device somebody wants to see; a new object for each wish. The map turns to it, now or when it is there. */
export const wishedDevice = createStore<{ readonly id: string } | null>(null)

/** Leads to the map, and there to a device. Who stays on a page, as changes would be lost, wishes nothing any more. */
export async function goToDevice(router: ReturnType<typeof useRouter>, deviceId: string): Promise<void> {
  await router.navigate(mapPath({ device: deviceId }))
  const { pathname, search } = router.state.location
  const isThere = isSamePath(pathname, '/map') && search.device === deviceId
  if (isThere) wishedDevice.set({ id: deviceId })
}

/** True where the lists know such a device, which others may come to: what is told of may be there before the lists. */
function useIsOnMap(store: SiteStore, deviceId: string): boolean {
  const subscribe = useCallback((listener: () => void) => store.subscribeRow(deviceId, listener), [store, deviceId])
  return useSyncExternalStore(subscribe, () => store.trackers.get(deviceId) !== undefined)
}

interface WayProps {
  readonly deviceId: string | null
  readonly className?: string | undefined
  /** Somebody goes there in this window: what lies over the map makes way. */
  readonly onGo?: (() => void) | undefined
}

/** Nothing for an event without a device, or whose device has no place on this map. */
export const ShowOnMap = (props: WayProps) => <ShowOnMapOf store={useSite().store} {...props} />

/** The same for messages, which stand beside the screens of a site. */
export const ShowOnMapOf = ({ deviceId, ...way }: WayProps & { readonly store: SiteStore }) =>
  deviceId === null ? null : <WayToDevice {...way} deviceId={deviceId} />

interface WayToDeviceProps extends WayProps {
  readonly store: SiteStore
  readonly deviceId: string
}

function WayToDevice({ store, deviceId, className, onGo }: WayToDeviceProps) {
  const t = useT()
  const router = useRouter()
  if (!useIsOnMap(store, deviceId)) return null
  return (
    <Link
      {...mapPath({ device: deviceId })}
      className={className}
      onClick={(event) => {
        // A new tab or window is the browser's business, and this one stays as it is.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onGo?.()
        void goToDevice(router, deviceId)
      }}
    >
      {t('alarms.show')}
    </Link>
  )
}
