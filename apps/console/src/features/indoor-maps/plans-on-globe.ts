/** Which floor plans lie on the globe at a time. Pure. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'

/** One plan a building for the globe: the floor somebody is looked for on, else the first. Maps come ordered. */
export function plansOnGlobe(maps: readonly IndoorMap[], wantedMapId: string | null): IndoorMap[] {
  const byPlace = new Map<string, IndoorMap>()
  for (const map of maps) {
    if (map.corners === null) continue
    const place = `${map.building}\n${map.corners[0]?.map((degrees) => degrees.toFixed(4)).join()}`
    if (!byPlace.has(place) || map.id === wantedMapId) byPlace.set(place, map)
  }
  return [...byPlace.values()]
}
