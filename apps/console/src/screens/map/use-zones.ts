/** Keeps the danger zones on the map as they are. */
import { useQuery } from '@tanstack/react-query'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Zone } from '@whereabouts/contract/zones'
import { useEffect, useMemo } from 'react'
import { alarmSession } from '../../features/alarms/alarm-session.ts'
import { plansOnGlobe } from '../../features/indoor-maps/plans-on-globe.ts'
import { useLive } from '../../features/live/hooks.ts'
import { zonesQuery } from '../../features/zones/queries.ts'
import { useStore } from '../../lib/store.ts'
import type { MapStage } from '../../map/stage.ts'
import { alarmedZones, zoneAreas } from './zones-on-map.ts'

const NO_ZONES: readonly Zone[] = []

export function useZones(stage: MapStage | undefined, openMap: IndoorMap | undefined, wantedMapId: string | null) {
  const { data: zones = NO_ZONES } = useQuery(zonesQuery)
  const { open } = useStore(alarmSession)
  const { store } = useLive()
  const areas = useMemo(
    () => zoneAreas(zones, { openMap, plans: plansOnGlobe(store.maps, wantedMapId) }, alarmedZones(open.values())),
    [zones, openMap, store.maps, wantedMapId, open],
  )
  useEffect(() => stage?.showZones(areas), [stage, areas])
}
