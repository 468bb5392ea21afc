/** Drawn zones as omlox's fences, and who is in them. Source: wire formats §8.1; G73. */
import type { Zone } from '@whereabouts/contract/zones'
import { omloxFloor } from '@whereabouts/protocol/omlox'
import { localPosition, omloxFence, omloxFenceEvent } from '@whereabouts/protocol/omlox-zones'
import type { Crossing } from '../state/zone-stays.ts'
import { type Site, trackableId } from './omlox-objects.ts'

type Fence = NonNullable<ReturnType<typeof omloxFence>>

/** A fence has an outline: a zone of stations has none, nor one on a plan without a scale. */
export const fencesOf = (site: Site): Fence[] => site.zones.flatMap((zone) => fenceOf(site, zone) ?? [])

function fenceOf({ maps }: Site, { id, zone_name: name, shape }: Zone): Fence | undefined {
  if ('t4_ids' in shape) return undefined
  if (!('map_id' in shape)) {
    const corners = shape.polygon.map(([longitude, latitude]) => ({ longitude, latitude }))
    return omloxFence({ id, name, region: { corners } })
  }
  const map = maps.get(shape.map_id)
  if (map === undefined) return undefined
  const planCorners = shape.polygon.flatMap(([x, y]) => localPosition(map, x, y) ?? [])
  return omloxFence({ id, name, region: { planCorners }, floor: omloxFloor(map.floor), zoneId: map.id })
}

/** The messages of `fence_events`. */
export function fenceEventsOf(site: Site, crossings: readonly Crossing[]) {
  const fences = new Set(fencesOf(site).map(({ id }) => id))
  return crossings
    .filter(({ zone_id }) => fences.has(zone_id))
    .map(({ zone_id: fenceId, device_id, event, at_ms: atMs, since_ms: enteredMs }) =>
      omloxFenceEvent({ fenceId, trackableId: trackableId(site.accountId, { device_id }), event, atMs, enteredMs }),
    )
}
