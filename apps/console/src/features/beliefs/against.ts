/** Evidence against the place that is shown, from the signals that were heard. Pure. Source: decision 0061. */
import type { Belief } from '@whereabouts/contract/beliefs'
import { MOVING_CHANGE, RESTING_CHANGE } from '@whereabouts/domain/zones'

export type Against =
  | { readonly kind: 'few'; readonly count: number }
  | { readonly kind: 'stronger' | 'weaker'; readonly name: string }
  | { readonly kind: 'floor'; readonly name: string; readonly share: number }
  | { readonly kind: 'quiet' | 'leaving'; readonly seconds: number }

/** Fewer stations leave much of a floor open. */
const ENOUGH_STATIONS = 3
/** Readings stray by about 5 dB by themselves; so much more says something. */
const ODD_DB = 9
/** What a station heard counts as odd only while it was heard lately (ms). */
const LATELY_MS = 5000
const MOST_ODD = 2
/** Another floor that is less likely is not worth a walk. */
const LIKELY_FLOOR = 0.1
const QUIET_MS = 10_000

/** Most telling first. */
export function against({ heard, floors, map_id, resting, rooms_otherwise_ms }: Belief): readonly Against[] {
  const newestMs = Math.min(...heard.map(({ age_ms }) => age_ms))
  const odd = heard
    .flatMap(({ t4_name, rssi, expected, age_ms }) =>
      expected === null || age_ms > LATELY_MS ? [] : [{ name: t4_name, differenceDb: rssi - expected }],
    )
    .filter(({ differenceDb }) => Math.abs(differenceDb) >= ODD_DB)
    .sort((a, b) => Math.abs(b.differenceDb) - Math.abs(a.differenceDb))
    .slice(0, MOST_ODD)
  const { lastsMs } = resting ? RESTING_CHANGE : MOVING_CHANGE
  return [
    ...(heard.length > 0 && newestMs >= QUIET_MS
      ? [{ kind: 'quiet' as const, seconds: Math.round(newestMs / 1000) }]
      : []),
    ...(rooms_otherwise_ms === null ? [] : [{ kind: 'leaving' as const, seconds: lastsMs / 1000 }]),
    ...(heard.length < ENOUGH_STATIONS ? [{ kind: 'few' as const, count: heard.length }] : []),
    ...odd.map(({ name, differenceDb }) => ({
      kind: differenceDb > 0 ? ('stronger' as const) : ('weaker' as const),
      name,
    })),
    ...floors
      .filter((floor) => floor.map_id !== map_id && floor.share >= LIKELY_FLOOR)
      .map(({ map_name, share }) => ({ kind: 'floor' as const, name: map_name, share })),
  ]
}
