/** A zone as it is being edited: what is wrong with it, what is sent. Pure. Source: contract zones; G73. */
import type { Zone } from '@whereabouts/contract/zones'
import { isTooLongForName } from '@whereabouts/domain/texts'
import { type ActiveTime, MAX_ZONE_STATIONS, type ZoneType } from '@whereabouts/domain/zones'
import { NO_OUTLINE, type Outline, type OutlineFault, outlineFault } from './outline.ts'
import type { ZoneBody } from './queries.ts'

export type Where = 'stations' | 'plan' | 'outdoors'

export interface ZoneDraft {
  readonly zone_name: string
  readonly zone_type: ZoneType
  readonly class_indexes: readonly number[] | null
  readonly active_times: readonly ActiveTime[] | null
  readonly where: Where
  /** What was begun in one way is kept while another is looked at. */
  readonly t4_ids: readonly string[]
  /** '': none chosen. */
  readonly map_id: string
  readonly onPlan: Outline
  readonly outdoors: Outline
}

interface PlanSize {
  readonly width: number
  readonly height: number
}

export interface ZoneFaults {
  readonly name?: 'missing' | 'long' | 'taken'
  readonly classes?: true
  /** Places in the list of times with no day, and with no clock time. */
  readonly days?: readonly number[]
  readonly clocks?: readonly number[]
  readonly shape?: 'noStations' | 'manyStations' | 'noMap' | 'outside' | OutlineFault
}

/** Every night; what stands in a time that is added. */
export const NEW_TIME: ActiveTime = { days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00' }

/**
 * A new zone without a choice of classes, where the account has classes: for staff and equipment, which go in and out all day, a danger
 * zone would ring for nothing.
 */
export const newDraft = (map_id: string | undefined, hasClasses = false): ZoneDraft => ({
  zone_name: '',
  zone_type: 'danger',
  class_indexes: hasClasses ? [] : null,
  active_times: null,
  where: map_id === undefined ? 'outdoors' : 'plan',
  t4_ids: [],
  map_id: map_id ?? '',
  onPlan: NO_OUTLINE,
  outdoors: NO_OUTLINE,
})

export function draftOf({ shape, zone_name, zone_type, class_indexes, active_times }: Zone): ZoneDraft {
  const empty = { ...newDraft(undefined), zone_name, zone_type, class_indexes, active_times }
  if ('t4_ids' in shape) return { ...empty, where: 'stations', t4_ids: shape.t4_ids }
  const outline: Outline = { corners: shape.polygon, isClosed: true }
  return 'map_id' in shape
    ? { ...empty, where: 'plan', map_id: shape.map_id, onPlan: outline }
    : { ...empty, where: 'outdoors', outdoors: outline }
}

/** An attendance zone applies to all classes unless some are chosen; for a danger zone the classes must be chosen. */
export const withKind = (draft: ZoneDraft, zone_type: ZoneType): ZoneDraft =>
  draft.class_indexes?.length === 0 && zone_type === 'attendance'
    ? { ...draft, zone_type, class_indexes: null }
    : { ...draft, zone_type }

/** Another plan is another place: what was drawn on the one before means nothing there. */
export const withMap = (draft: ZoneDraft, map_id: string): ZoneDraft =>
  map_id === draft.map_id ? draft : { ...draft, map_id, onPlan: NO_OUTLINE }

/** A name as it is stored. */
const keptName = (name: string): string => name.normalize('NFC').trim()

function shapeFault(draft: ZoneDraft, plan: PlanSize | undefined): ZoneFaults['shape'] {
  if (draft.where === 'stations') {
    if (draft.t4_ids.length === 0) return 'noStations'
    return draft.t4_ids.length > MAX_ZONE_STATIONS ? 'manyStations' : undefined
  }
  if (draft.where === 'outdoors') return outlineFault(draft.outdoors, true)
  if (plan === undefined) return 'noMap'
  const isOutside = draft.onPlan.corners.some(([x, y]) => x < 0 || y < 0 || x > plan.width || y > plan.height)
  return isOutside ? 'outside' : outlineFault(draft.onPlan, false)
}

function nameFault(name: string, others: readonly string[]): ZoneFaults['name'] {
  const kept = keptName(name)
  if (kept === '') return 'missing'
  if (isTooLongForName(kept)) return 'long'
  return others.includes(kept) ? 'taken' : undefined
}

/** What is wrong; undefined when nothing. `others`: names of the other zones; `plan`: of the chosen map, where there is one. */
export function faultsOf(
  draft: ZoneDraft,
  others: readonly string[],
  plan: PlanSize | undefined,
): ZoneFaults | undefined {
  const name = nameFault(draft.zone_name, others)
  const shape = shapeFault(draft, plan)
  const times = [...(draft.active_times ?? []).entries()]
  const days = times.filter(([, time]) => time.days.length === 0).map(([at]) => at)
  const clocks = times.filter(([, { from, to }]) => from === '' || to === '').map(([at]) => at)
  const faults: ZoneFaults = {
    ...(name && { name }),
    ...(shape && { shape }),
    ...(draft.class_indexes?.length === 0 && { classes: true as const }),
    ...(days.length > 0 && { days }),
    ...(clocks.length > 0 && { clocks }),
  }
  return Object.keys(faults).length > 0 ? faults : undefined
}

/** What is sent; asked of drafts without faults. */
export function bodyOf(draft: ZoneDraft): ZoneBody {
  const { zone_type, class_indexes, active_times, where } = draft
  const polygon = (where === 'plan' ? draft.onPlan : draft.outdoors).corners.map(([x, y]): [number, number] => [x, y])
  return {
    zone_name: keptName(draft.zone_name),
    zone_type,
    class_indexes: class_indexes && [...class_indexes],
    active_times: active_times?.map((time) => ({ ...time, days: [...time.days] })) ?? null,
    shape:
      where === 'stations'
        ? { t4_ids: [...draft.t4_ids] }
        : where === 'plan'
          ? { map_id: draft.map_id, polygon }
          : { polygon },
  }
}

/** True where saving would change something. */
export const isChanged = (draft: ZoneDraft, before: ZoneDraft): boolean =>
  JSON.stringify(bodyOf(draft)) !== JSON.stringify(bodyOf(before))

/** Which field a refusal of the server is about, by its info; undefined where it names none of ours. */
export function refusedField(info: string | undefined): 'name' | 'classes' | 'times' | 'shape' | undefined {
  const [, field] = /^body\.(zone_name|class_indexes|active_times|shape)\b/.exec(info ?? '') ?? []
  if (field === 'zone_name') return 'name'
  if (field === 'class_indexes') return 'classes'
  if (field === 'active_times') return 'times'
  return field === 'shape' ? 'shape' : undefined
}
