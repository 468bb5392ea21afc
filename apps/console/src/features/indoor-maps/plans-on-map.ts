/** Floor plans on the map: those of the site's buildings on the globe, or one of them on its own plane. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { useEffect, useRef } from 'react'
import { queryClient } from '../../lib/query-client.ts'
import type { Insets } from '../../map/camera.ts'
import { planLevels } from '../../map/plan-levels.ts'
import { nightOf } from '../../map/plan-night.ts'
import type { MapStage } from '../../map/stage.ts'
import { isCalledOff, pictureQuery } from '../pictures/queries.ts'
import { plansOnGlobe } from './plans-on-globe.ts'

/** Ground plans of the site's buildings, with their pictures as they come. */
export function usePlansOnGlobe(
  stage: MapStage | undefined,
  maps: readonly IndoorMap[],
  wantedMapId: string | null,
  isDark: boolean,
) {
  useEffect(() => {
    if (!stage) return
    const plans = plansOnGlobe(maps, wantedMapId)
    stage.placePlans(plans.map((map) => ({ plane: map, building: map.building })))
    let isGone = false
    for (const { id, map_url } of plans) {
      void loadPlan(map_url, isDark).then((picture) => {
        if (picture && !isGone) stage.setPlanImage(id, picture)
      })
    }
    return () => {
      isGone = true
    }
  }, [stage, maps, wantedMapId, isDark])
}

/** The floor plan that is open on its own plane, or none. */
export function useOpenPlan(
  stage: MapStage | undefined,
  openMap: IndoorMap | undefined,
  isDark: boolean,
  insets: Insets,
) {
  const latestInsets = useRef(insets)
  latestInsets.current = insets
  useEffect(() => {
    if (!stage) return
    stage.showPlane(openMap, openMap?.metres_per_pixel ?? null, latestInsets.current)
    if (!openMap) return
    let isGone = false
    void loadPlan(openMap.map_url, isDark).then((picture) => {
      if (picture && !isGone) stage.setPlanImage(openMap.id, picture)
    })
    return () => {
      isGone = true
    }
  }, [stage, openMap, isDark])
  const { top, right, bottom, left } = insets
  useEffect(() => stage?.camera.refit({ top, right, bottom, left }), [stage, top, right, bottom, left])
}

/** The picture of a plan in several sizes; undefined where it cannot be had, which the plan's chip tells. */
async function loadPlan(url: string, isDark: boolean): Promise<readonly ImageBitmap[] | undefined> {
  if (url === '') return undefined
  try {
    const picture = await createImageBitmap(await queryClient.ensureQueryData(pictureQuery(url)))
    return await planLevels(isDark ? nightOf(picture) : picture)
  } catch (error) {
    if (!isCalledOff(error)) console.warn('A floor plan cannot be drawn.', error)
    return undefined
  }
}
