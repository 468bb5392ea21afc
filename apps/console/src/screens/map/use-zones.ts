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
import type { MapStage } from '../../map/stage.ts'
import { type AlarmedZones, alarmedZones, zoneAreas } from './zones-on-map.ts'

const NO_ZONES: readonly Zone[] = []

export function useZones(stage: MapStage | undefined, openMap: IndoorMap | undefined, wantedMapId: string | null) {
  const { data: zones = NO_ZONES } = useQuery(zonesQuery)
  const { open } = useStore(alarmSession)
  const { store, version } = useLive()
  const alarmed = useRef<AlarmedZones>(new Map())
  // Where people are counts only while somebody entered a zone.
  const asOf = [...open.values()].some(({ type }) => type === 'enter_danger_zone') ? version : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: where people are changes with the version
  const red = useMemo(() => {
    alarmed.current = alarmedZones(alarmed.current, open.values(), zones, (id) => store.trackers.get(id))
    return alarmed.current
  }, [open, zones, store, asOf])
  const areas = useMemo(
    () => zoneAreas(zones, { openMap, plans: plansOnGlobe(store.maps, wantedMapId) }, red),
    [zones, openMap, store.maps, wantedMapId, red],
  )
  useEffect(() => stage?.showZones(areas), [stage, areas])
}
