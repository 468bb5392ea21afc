/**
 * The latest and the earliest time for something that waits, by true time, where servers were in
 * trouble and the one clock of all was set. Source: decisions 0024, 0031; security rule 54.
 */
import type { ClockStep, Ledger } from './ledger.ts'

/** Servers ask for the time twice a second, and again where their way to the database broke just then: all go by it after this (ms). */
const FELT_WITHIN_MS = 1500

type Troubled = Pick<Ledger, 'trouble' | 'pauses' | 'clockSteps'>

/** When every server goes by a clock that was set: while the database is away nobody can know, nor one that is paused. */
function feltAtMs({ atMs }: ClockStep, { trouble, pauses }: Pick<Troubled, 'trouble' | 'pauses'>): number {
  let feltMs = atMs + FELT_WITHIN_MS
  for (const { fromMs, toMs } of [...trouble, ...pauses].toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (fromMs < feltMs && toMs > atMs) feltMs = Math.max(feltMs, toMs + FELT_WITHIN_MS)
  }
  return feltMs
}

/**
 * The due time of something that waits so long: trouble does not count. A clock that is set back adds by how much, or has it
 * wait again where that is sooner: a due time further away than the wait ever was tells of it (decision 0024). Nothing else does. A clock
 * that is set on makes waits shorter, and a server that begins or takes over reads the same due times by the same clock (decision 0031).
 */
export function deadline(
  fromMs: number,
  waitMs: number,
  { trouble, pauses, clockSteps }: Troubled,
  slackMs: number,
): number {
  let byMs = fromMs + waitMs + slackMs
  const spans = trouble.toSorted((a, b) => a.fromMs - b.fromMs)
  const backs = clockSteps.filter((step) => step.byMs < 0).toSorted((a, b) => a.atMs - b.atMs)
  for (;;) {
    const span = spans[0]
    const back = backs[0]
    if (span !== undefined && span.fromMs < byMs && (back === undefined || span.fromMs <= back.atMs)) {
      // After it, connections are opened again.
      if (span.toMs > fromMs) byMs += span.toMs - Math.max(span.fromMs, fromMs) + slackMs
      spans.shift()
    } else if (back !== undefined && back.atMs < byMs) {
      const feltMs = feltAtMs(back, { trouble, pauses })
      // Who has not felt it yet still begins waits by the clock as it was.
      if (feltMs >= fromMs) byMs = Math.max(byMs, Math.min(byMs - back.byMs, feltMs + waitMs + slackMs))
      backs.shift()
    } else return byMs
  }
}

/**
 * True of what was done before its wait was over by any server's clock. One set on, also just before it began, passes over so
 * much of it; one set back does while some servers have not felt it: by theirs, what others begin is due long since.
 */
export function isEarly(
  { fromMs, doneAtMs, waitMs }: { readonly fromMs: number; readonly doneAtMs: number; readonly waitMs: number },
  { trouble, pauses, clockSteps, trembleMs }: Troubled & Pick<Ledger, 'trembleMs'>,
): boolean {
  // A server that was paused writes as of the time before.
  const paused = pauses.filter((pause) => pause.fromMs <= fromMs && fromMs <= pause.toMs + FELT_WITHIN_MS)
  let passedMs = doneAtMs - Math.min(fromMs, ...paused.map((pause) => pause.fromMs)) + trembleMs
  for (const step of clockSteps) {
    if (step.atMs > doneAtMs) continue
    const feltMs = feltAtMs(step, { trouble, pauses })
    if (step.byMs > 0 ? feltMs >= fromMs : feltMs >= doneAtMs) passedMs += Math.abs(step.byMs)
  }
  return passedMs < waitMs
}

/** True where the clock was set back between two times, or before the first and some server did not know of it yet. */
export const wasSetBack = (fromMs: number, toMs: number, { trouble, pauses, clockSteps }: Troubled): boolean =>
  clockSteps.some((step) => step.byMs < 0 && step.atMs <= toMs && feltAtMs(step, { trouble, pauses }) >= fromMs)
