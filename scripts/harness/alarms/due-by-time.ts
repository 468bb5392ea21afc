/**
 * By when servers must have told of what time alone brings about, and before when they must not, however their clock was set and
 * whichever of them were killed. Reasoned from how the product sweeps (alarms/sweep.ts, silence.ts). Source: security rule 54.
 */
import type { ClockStep, Span } from './ledger.ts'

/** After a start, everybody gets half a minute to be heard, counted from the first look, three seconds later (ms). */
const GRACE_MS = 33_000
/** Sweeps are three seconds apart: where an account was blocked, or the clock was being set, the second finds what is due (ms). */
const TOLD_WITHIN_MS = 7000
/** A clock that is set on by no more (ms) between two looks counts as one that is steered. */
const STEERED_MS = 1500
/**
 * To a server that began with a clock so far ahead (ms) who speaks seems silent himself, and of the silent it tells no temperature
 * and no zone: 930 s after he was heard, which was a minute before the beginning, less the minute and a half of a world.
 */
const BLIND_AHEAD_MS = 770_000

/** A server as long as it ran (ms of true time). */
interface Run extends Span {
  /** By how much (ms) its clock was ahead as it began; negative: behind. */
  readonly aheadMs: number
}

export interface Past {
  readonly runs: readonly Run[]
  readonly clockSteps: readonly ClockStep[]
  /** While no server could do its work. */
  readonly trouble: readonly Span[]
}

/** What is due at a time (ms of true time, as a clock shows that was never set). */
export interface Due {
  readonly dueMs: number
  /** By the clock as it is; else by what has passed, which a server knows that saw the clock set on. */
  readonly isByCalendar: boolean
  /** When all that it takes was safe (ms). */
  readonly safeAtMs: number
}

/** A server that died is noticed, and its accounts are at home elsewhere, within so long (ms). */
const MOVED_WITHIN_MS = 10_000

/**
 * By when it must have been told; undefined: not before the world's end. Only its home tells of an account. Each server that ran until then may have
 * been that, also one that began meanwhile, to which some accounts move: by the last of these.
 */
export function latest(due: Due, past: Past): number | undefined {
  const homes = past.runs.map((run) => ({ run, byMs: latestOf(due, run, past) }))
  const endMs = Math.max(...past.runs.map(({ toMs }) => toMs))
  let latestMs = Math.min(...homes.flatMap(({ run, byMs }) => (byMs === undefined || byMs > run.toMs ? [] : [byMs])))
  for (let isLater = true; isLater; ) {
    isLater = false
    for (const { run, byMs = Number.POSITIVE_INFINITY } of homes) {
      if (run.fromMs > latestMs) continue
      const isToldByIt = byMs <= run.toMs || run.toMs === endMs
      const atLatestMs = isToldByIt ? byMs : run.toMs + MOVED_WITHIN_MS + TOLD_WITHIN_MS
      isLater ||= atLatestMs > latestMs
      latestMs = Math.max(latestMs, atLatestMs)
    }
  }
  return latestMs > endMs ? undefined : latestMs
}

/**
 * Before when it must not be told, by any server. One that saw the clock set on takes as much less for passed (decision 0024); one that
 * began later cannot know of it.
 */
export function soonest(
  { dueMs, isByCalendar }: Pick<Due, 'dueMs' | 'isByCalendar'>,
  { runs, clockSteps }: Past,
): number {
  const on = clockSteps.filter(({ byMs }) => byMs > 0)
  const begunAheadMs = Math.max(...runs.map(({ aheadMs }) => aheadMs)) + on.length * STEERED_MS
  return dueMs - (isByCalendar ? mostAhead(clockSteps) : begunAheadMs)
}

/** By how much (ms) the clock was ahead at each time. */
function aheads(clockSteps: readonly ClockStep[]): readonly number[] {
  let aheadMs = 0
  return [0, ...clockSteps.map(({ byMs }) => (aheadMs += byMs))]
}

const mostAhead = (clockSteps: readonly ClockStep[]): number => Math.max(...aheads(clockSteps))
/** By how much (ms) the clock was behind at most: what was heard then is so much older once it is set on. */
export const mostBehind = (clockSteps: readonly ClockStep[]): number => -Math.min(...aheads(clockSteps))

/** A stretch in which a server's time is ahead by so much (ms). */
interface Stretch {
  readonly fromMs: number
  readonly aheadMs: number
}

function latestOf({ dueMs, isByCalendar, safeAtMs }: Due, run: Run, { clockSteps, trouble }: Past): number | undefined {
  if (run.aheadMs > BLIND_AHEAD_MS) return undefined
  // A clock that is set on brings the hours of the calendar, and no silence; one that is set back puts off both.
  const felt = clockSteps.filter(({ atMs, byMs }) => atMs >= run.fromMs && (isByCalendar || byMs < 0))
  const stretches: Stretch[] = [{ fromMs: run.fromMs, aheadMs: run.aheadMs }]
  for (const { atMs, byMs } of felt) stretches.push({ fromMs: atMs, aheadMs: stretches.at(-1)!.aheadMs + byMs })
  const patienceMs = TOLD_WITHIN_MS + lengthOf(trouble, run)
  for (const [place, { fromMs, aheadMs }] of stretches.entries()) {
    const dueAtMs = Math.max(run.fromMs + GRACE_MS, safeAtMs, fromMs, dueMs - aheadMs)
    const isPutOff = stretches
      .slice(place + 1)
      .some((later) => later.fromMs < dueAtMs + patienceMs && later.fromMs + later.aheadMs < dueMs)
    const isPassed = (stretches[place + 1]?.fromMs ?? Number.POSITIVE_INFINITY) <= dueAtMs
    if (!isPutOff && !isPassed) return dueAtMs + patienceMs
  }
  return undefined
}

/** How much of the trouble falls into a span (ms). */
const lengthOf = (trouble: readonly Span[], span: Span): number =>
  trouble.reduce(
    (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, span.toMs) - Math.max(fromMs, span.fromMs)),
    0,
  )
