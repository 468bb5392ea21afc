/** Which building's floors are offered: that of the plan that is open, or looked for, else the one in the middle of the map. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { useEffect, useState } from 'react'
import { PLAN_ZOOM } from '../../map/layers/plans.ts'
import type { MapStage } from '../../map/stage.ts'

/** Looked at so often (ms), as the map may move in each frame. */
const LOOK_EVERY_MS = 500

type Place = readonly [longitude: number, latitude: number]

/** The building that lies around a place, by the corners of its plans; '' where there is none. */
export function buildingAt(maps: readonly IndoorMap[], [longitude, latitude]: Place): string {
  const isIn = ({ corners }: IndoorMap) => {
    if (corners === null) return false
    const [longitudes, latitudes] = [corners.map(([each]) => each), corners.map(([, each]) => each)]
    const isWithin = (at: number, all: readonly number[]) => at >= Math.min(...all) && at <= Math.max(...all)
    return isWithin(longitude, longitudes) && isWithin(latitude, latitudes)
  }
  return maps.find((map) => map.building !== '' && isIn(map))?.building ?? ''
}

export function useBuilding(
  stage: MapStage | undefined,
  maps: readonly IndoorMap[],
  known: IndoorMap | undefined,
): string {
  const [seen, setSeen] = useState('')
  const isKnown = known !== undefined
  useEffect(() => {
    if (stage === undefined || isKnown) return
    const look = () => {
      const { zoom } = stage.camera.view()
      setSeen(zoom < PLAN_ZOOM ? '' : buildingAt(maps, stage.camera.centre()))
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [stage, maps, isKnown])
  return known?.building ?? seen
}
