/** Keeps the danger zones on the map as they are. */
import { useQuery } from '@tanstack/react-query'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Zone } from '@whereabouts/contract/zones'
import { useEffect, useMemo, useRef } from 'react'
import { alarmSession } from '../../features/alarms/alarm-session.ts'
import { plansOnGlobe } from '../../features/indoor-maps/plans-on-globe.ts'
import { useLive } from '../../features/live/hooks.ts'
import { zonesQuery } from '../../features/zones/queries.ts'
import { useStore } from '../../lib/store.ts'
import type { ZoneHalo } from '../../map/layers/zones.ts'
import type { MapStage } from '../../map/stage.ts'
import { alarmedZones, areSameHalos, zoneAreas, zoneHalos } from './zones-on-map.ts'

const NO_ZONES: readonly Zone[] = []

export function useZones(stage: MapStage | undefined, openMap: IndoorMap | undefined, wantedMapId: string | null) {
  const { data: zones = NO_ZONES } = useQuery(zonesQuery)
  const { open } = useStore(alarmSession)
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
