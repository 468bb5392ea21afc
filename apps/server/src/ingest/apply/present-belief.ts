/** A belief as the contract has it. */
import type { Belief } from '@whereabouts/contract/beliefs'
import type { Site } from '@whereabouts/positioning/site'
import type { Track } from '@whereabouts/positioning/track'
import { whyHere } from '@whereabouts/positioning/why'
import type { AccountDirectory } from '../../state/account-directory.ts'
import type { OpenCondition } from '../../state/conditions.ts'
import type { TrackerState } from '../../state/tracker-state.ts'
import type { LikelyRoom } from './beliefs.ts'
import type { BelievedZones } from './judge.ts'

interface Given {
  readonly account: AccountDirectory
  readonly site: Site
  readonly state: TrackerState
  readonly conditions: readonly OpenCondition[]
  readonly track: Track | undefined
  readonly zones: BelievedZones | undefined
  /** Likeliest first. */
  readonly rooms: readonly LikelyRoom[]
}

/** A zone that is less likely is not worth mentioning, unless the device counts as inside. */
const LEAST_SHARE = 0.02

const toTenth = (value: number): number => Math.round(value * 10) / 10
const toThousandth = (value: number): number => Math.round(value * 1000) / 1000

/** Undefined: nothing is believed. */
export function presentBelief({ account, site, state, conditions, track, zones, rooms }: Given): Belief | undefined {
  const why = track && whyHere(track, site, state.sightings)
  if (why === undefined || zones === undefined) return undefined
  const { estimate } = why
  return {
    ...{ map_id: estimate.mapId, indoor_X: toTenth(estimate.x), indoor_Y: toTenth(estimate.y) },
    ...{ accuracy: toTenth(estimate.r90Metres), offset: toTenth(estimate.offsetDb), resting: why.isResting },
    floors: why.floors.map(({ mapId, share }) => ({
      ...{ map_id: mapId, map_name: account.mapNames.get(mapId) ?? '', share: toThousandth(share) },
    })),
    heard: why.heard.map(({ stationId, mapId, rssiDbm, expectedDbm, ageMs, weight }) => ({
      ...{ t4_id: stationId, t4_name: account.stations.get(stationId)?.t4_name ?? '', map_id: mapId },
      ...{ rssi: toTenth(rssiDbm), expected: expectedDbm === undefined ? null : toTenth(expectedDbm) },
      ...{ age_ms: ageMs, weight: toThousandth(weight) },
    })),
    rooms: rooms.map(({ id, name, mapId, share }) => ({
      ...{ name, map_id: mapId, share: toThousandth(share) },
      told: state.rooms?.rooms.some((one) => one.id === id) === true,
    })),
    rooms_otherwise_ms: state.rooms?.otherwise_ms ?? null,
    zones: account.zones
      .flatMap(({ id, zone_name, shape }) => {
        const believed = 'map_id' in shape ? zones.of(shape) : undefined
        const inside = conditions.some(({ kind, subject }) => kind === 'in_zone' && subject === id)
        if (believed === undefined || (believed.share < LEAST_SHARE && !inside)) return []
        const pending = state.rule_memory?.zones?.find(({ zone_id }) => zone_id === id)
        const otherwise_ms = pending?.otherwise_ms ?? null
        return [{ zone_id: id, zone_name, share: toThousandth(believed.share), inside, otherwise_ms }]
      })
      .sort((a, b) => b.share - a.share),
    cell: toTenth(why.cell),
    cells: why.cells.map(({ x, y, share }) => [toTenth(x), toTenth(y), Math.round(share * 1e5) / 1e5]),
  }
}
