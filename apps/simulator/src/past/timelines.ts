/** What somebody did, one place after another. */
import type { Place } from '../places.ts'
import type { Step } from './ways.ts'

/** A time at a place (epoch ms), and the walk that led there. */
export interface Visit {
  readonly place: Place
  readonly fromMs: number
  readonly untilMs: number
  /** Its last step is the arrival; empty: it was there before, or came from where nobody sees it. */
  readonly walk: readonly Step[]
  /** The phone that hears it there; undefined: stations do. */
  readonly phone?: string | undefined
  /** Where a resident has nothing to do. */
  readonly isForbidden?: boolean
  /** Nobody hears it from its end to the next visit, though it did not leave. */
  readonly fallsSilent?: boolean
}

/** Visits in their order, by device id. */
export type Timelines = ReadonlyMap<string, readonly Visit[]>

/** The visits without a time (epoch ms) in which nothing was heard. */
export const cutOut = (visits: readonly Visit[], fromMs: number, untilMs: number): Visit[] =>
  visits.flatMap((visit) => {
    if (visit.untilMs <= fromMs || visit.fromMs >= untilMs) return [visit]
    const before = { ...visit, untilMs: fromMs }
    const after = { ...visit, fromMs: untilMs, walk: [] }
    return [...(before.fromMs < fromMs ? [before] : []), ...(after.untilMs > untilMs ? [after] : [])]
  })
