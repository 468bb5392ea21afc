/** A training job as it is filled in, and what is missing of it. Pure. Source: G77. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { CollectionMinutes } from '@whereabouts/domain/training-jobs'
import type { Point } from '../indoor-maps/plan-geometry.ts'

export interface JobDraft {
  readonly device_id: string
  readonly map_id: string
  readonly how: 'spot' | 'walk'
  readonly collection_time: CollectionMinutes
  readonly note: string
  readonly spot: Point | undefined
}

export const EMPTY_DRAFT: JobDraft = {
  ...{ device_id: '', map_id: '', how: 'spot', collection_time: 5, note: '', spot: undefined },
}

const MAX_NOTE = 500

type DraftFault = 'noTracker' | 'noMap' | 'noScale' | 'noSpot' | 'noteTooLong'

/** What keeps the job from being started; undefined: nothing. */
export function faultOf(draft: JobDraft, map: IndoorMap | undefined): DraftFault | undefined {
  if (draft.device_id === '') return 'noTracker'
  if (map === undefined) return 'noMap'
  if (map.metres_per_pixel === null) return 'noScale'
  if (draft.spot === undefined) return 'noSpot'
  return [...draft.note.trim()].length > MAX_NOTE ? 'noteTooLong' : undefined
}
