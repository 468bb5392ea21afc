/** Keeps the danger zones on the map as they are. */
import { useQuery } from '@tanstack/react-query'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Zone } from '@whereabouts/contract/zones'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { plansOnGlobe } from '../../features/indoor-maps/plans-on-globe.ts'
import { useLive } from '../../features/live/hooks.ts'
import { useSite } from '../../features/live/site-view.ts'
import { errorText } from '../../lib/error-text.ts'
import { useT } from '../../lib/i18n.ts'
import { isAway } from '../../lib/refusals.ts'
import { showError, showToast } from '../../lib/toasts.ts'
import type { ZoneHalo } from '../../map/layers/zones.ts'
import type { MapStage } from '../../map/stage.ts'
import { alarmedZones, areSameHalos, zoneAreas, zoneHalos } from './zones-on-map.ts'

const NO_ZONES: readonly Zone[] = []
/** Zones that found no way from the server are asked for again after this long (ms). */
const AGAIN_AFTER_MS = 5000

export function useZones(stage: MapStage | undefined, openMap: IndoorMap | undefined, wantedMapId: string | null) {
  const zones = useZonesOfAccount()
  const { alarms } = useSite()
  const open = useSyncExternalStore(alarms.subscribe, alarms.all)
  const { store, version } = useLive()
  const shown = useMemo(
    () => ({ openMap, plans: plansOnGlobe(store.maps, wantedMapId) }),
    [openMap, store.maps, wantedMapId],
  )
  const red = useMemo(() => alarmedZones(open.values()), [open])
  const areas = useMemo(() => zoneAreas(zones, shown, red), [zones, shown, red])
  const drawn = useRef<readonly ZoneHalo[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: where stations stand changes with the version
  const halos = useMemo(() => {
    const next = zoneHalos(zones, shown, red, (id) => store.stations.get(id))
    // Most changes of the fleet move no station; telling the map the same again would draw it whole again.
    if (!areSameHalos(drawn.current, next)) drawn.current = next
    return drawn.current
  }, [zones, shown, red, store, version])
  useEffect(() => stage?.showZones(areas, halos), [stage, areas, halos])
}

/** Nothing else loads them until one is changed: a map without zones would look like a house without dangers. Told once. */
function useZonesOfAccount(): readonly Zone[] {
  const t = useT()
  const { data = NO_ZONES, failureReason } = useQuery({
    ...useSite().zones,
    retry: (_count, error) => isAway(error),
    retryDelay: AGAIN_AFTER_MS,
  })
  const hasFailed = failureReason !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further try that fails has a reason of its own
  useEffect(() => {
    if (!hasFailed) return
    // What never left this browser is told by the banner.
    const isTold = !isAway(failureReason) || errorText(failureReason) === undefined
    if (isTold) showError(failureReason)
    else showToast({ tone: 'error', title: t('map.zonesMissing'), text: t('map.zonesMissingHint') })
  }, [hasFailed])
  return data
}
