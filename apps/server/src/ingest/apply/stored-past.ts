/** What the past of a tracker goes on from, in its stored form: in the hot row, and beside the history now and then. Short, as hot rows are. */
import type { OpenVisit } from '../../state/open-past.ts'
import { NOTHING_KNOWN, type TrackerState } from '../../state/tracker-state.ts'
import type { LastShown, PastState, StoredState } from '../write-behind/past-rows.ts'
import { fromStored, storedOf } from '../write-behind/stored-sightings.ts'

/** The fields of a place that the next report goes on from, in the order in which they are stored. */
const PLACE_FIELDS = [
  'last_seen_ms',
  'updated_at_ms',
  'said_connected',
  'battery',
  'moving',
  'steps',
  'sender_id',
  'sender_name',
  'reason_code',
  'gps_latitude',
  'gps_longitude',
  'accuracy',
  'map_id',
  'indoor_X',
  'indoor_Y',
  'located_at_ms',
] as const satisfies (keyof TrackerState)[]

const SHOWN_FIELDS = [
  'said_connected',
  'reason_code',
  'sender_id',
  'map_id',
  'indoor_X',
  'indoor_Y',
  'gps_latitude',
  'gps_longitude',
] as const satisfies (keyof LastShown)[]

const byZone = (one: OpenVisit, other: OpenVisit): number => (one.zone_id < other.zone_id ? -1 : 1)

export const toStoredState = ({ place, stay, visits, shown, waitingMs, steps }: PastState): StoredState => ({
  place: place === undefined ? null : PLACE_FIELDS.map((name) => place[name]),
  sightings: storedOf(place?.sightings ?? []),
  shown: shown === undefined ? null : SHOWN_FIELDS.map((name) => shown[name]),
  waiting: waitingMs,
  stay,
  visits: visits.length < 2 ? visits : visits.toSorted(byZone),
  steps,
})

export const fromStoredState = ({ place, sightings, shown, waiting, stay, visits, steps }: StoredState): PastState => ({
  place:
    place === null ? undefined : { ...NOTHING_KNOWN, ...named(PLACE_FIELDS, place), sightings: fromStored(sightings) },
  stay,
  visits,
  steps,
  shown: shown === null ? undefined : (named(SHOWN_FIELDS, shown) as unknown as LastShown),
  waitingMs: waiting,
})

const named = (names: readonly string[], values: readonly unknown[]): Partial<TrackerState> =>
  Object.fromEntries(names.map((name, index) => [name, values[index]]))
