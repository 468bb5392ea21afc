/** Markers glide to a new place instead of jumping, where few enough move for the eye to follow. Source: design language §6. */
import type { MarkerFeature } from './drawing.ts'

export const GLIDE_MS = 400
/** More than this moving at once is a crowd in motion: it jumps, and the frame rate stays. */
const MOST_GLIDING = 60

export type Places = ReadonlyMap<string, readonly [number, number]>

const isSingle = (feature: MarkerFeature): boolean => feature.properties.count === undefined

export const placesOf = (features: readonly MarkerFeature[]): Places =>
  new Map(features.filter(isSingle).map((feature) => [feature.properties.id, feature.geometry.coordinates]))

/** Which features stand elsewhere than before; empty when there is nothing to glide, or too much. */
export function movers(features: readonly MarkerFeature[], before: Places): MarkerFeature[] {
  const moved: MarkerFeature[] = []
  for (const feature of features) {
    if (!isSingle(feature)) continue
    const was = before.get(feature.properties.id)
    const [x, y] = feature.geometry.coordinates
    if (!was || (was[0] === x && was[1] === y)) continue
    moved.push(feature)
    if (moved.length > MOST_GLIDING) return []
  }
  return moved
}

/** The features with `moved` at `share` (0 to 1) of their way; slow at the end, as things come to rest. */
export function glided(
  features: readonly MarkerFeature[],
  moved: ReadonlySet<MarkerFeature>,
  before: Places,
  share: number,
): MarkerFeature[] {
  const eased = 1 - (1 - share) ** 3
  return features.map((feature) => {
    const from = moved.has(feature) ? before.get(feature.properties.id) : undefined
    if (!from) return feature
    const [x, y] = feature.geometry.coordinates
    const coordinates: [number, number] = [from[0] + (x - from[0]) * eased, from[1] + (y - from[1]) * eased]
    return { ...feature, geometry: { type: 'Point', coordinates } }
  })
}
