/** The export of a trail for maps of other makes. Source: decision 0060; RFC 7946; GPX 1.1. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { TrailLog } from '@whereabouts/contract/trails'
import { TRAIL_DAY_SECONDS } from '@whereabouts/domain/history'
import { GEOJSON_TYPE } from '@whereabouts/protocol/geojson'
import { GPX_TYPE } from '@whereabouts/protocol/gpx'
import { trailGeoJson, trailGpx } from '@whereabouts/protocol/trail-files'
import { downloadText } from '../../lib/download.ts'
import { queryClient } from '../../lib/query-client.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { wayQuery } from './queries.ts'
import { trailFileName } from './trail-csv.ts'

interface TrailToSave {
  readonly deviceId: string
  /** Start of the day (epoch seconds). */
  readonly start: number
  readonly isToday: boolean
  readonly logs: readonly TrailLog[]
  readonly maps: readonly IndoorMap[]
}

const KINDS = {
  geojson: { write: trailGeoJson, type: GEOJSON_TYPE },
  gpx: { write: trailGpx, type: GPX_TYPE },
} as const

/** Asks for the way of the day and hands the file to the person. Rejects where the way cannot be loaded. */
export async function saveTrail(
  kind: keyof typeof KINDS,
  { deviceId, start, isToday, logs, maps }: TrailToSave,
): Promise<void> {
  const { points: way } = await queryClient.fetchQuery(wayQuery(deviceId, start, start + TRAIL_DAY_SECONDS, isToday))
  const plans = new Map(maps.map((plan) => [plan.id, plan]))
  const { write, type } = KINDS[kind]
  const text = write({ deviceId, stays: logs, way, plans, madeAtMs: serverNowMs() })
  downloadText(trailFileName(deviceId, start).replace(/csv$/, kind), text, type)
}
