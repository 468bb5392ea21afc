/** Roll-calls: the state of each person who is expected inside. Pure. Source: decision 0045. */

/** Somebody whose last place was inside is expected there as long as they were seen within this time (ms). */
export const EXPECTED_WITHIN_MS = 86_400_000
/** A person seen within this time (ms) counts as seen now: the time until a silent tracker is offline. Source: G40. */
export const SEEN_WITHIN_MS = 930_000
/** Most ticks of one call. */
export const MAX_TICKS = 1000

/** A tick: a person was marked as safe, or the mark was removed. */
export interface Tick {
  /** By which it is stored once. */
  readonly command_id: string
  readonly device_id: string
  readonly is_safe: boolean
  /** When it was said (epoch ms). */
  readonly at_ms: number
}

/** True where `a` goes before `b`: of two ticks of a person the later counts; of two at the same time, the larger id. */
const isLater = (a: Tick, b: Tick): boolean => a.at_ms > b.at_ms || (a.at_ms === b.at_ms && a.command_id > b.command_id)

/** The tick that counts for each person, by device id; the same in whatever order they come. */
export function countingTicks<Of extends Tick>(ticks: Iterable<Of>): ReadonlyMap<string, Of> {
  const counting = new Map<string, Of>()
  for (const tick of ticks) {
    const known = counting.get(tick.device_id)
    if (known === undefined || isLater(tick, known)) counting.set(tick.device_id, tick)
  }
  return counting
}

export interface Sighted {
  /** The last place is of a station or a floor plan. */
  readonly is_inside: boolean
  /** Epoch ms; null: never. */
  readonly last_seen_ms: number | null
}

export type Standing = 'missing' | 'inside' | 'outside' | 'safe'

/** The state of a person at a time (epoch ms). Only a tick makes somebody safe: a tracker may be carried out by somebody else. */
export function standingOf(
  { is_inside, last_seen_ms }: Sighted,
  tick: Pick<Tick, 'is_safe'> | undefined,
  atMs: number,
): Standing {
  if (tick?.is_safe === true) return 'safe'
  if (last_seen_ms === null || atMs - last_seen_ms > SEEN_WITHIN_MS) return 'missing'
  return is_inside ? 'inside' : 'outside'
}

/** At least eight digits, with the marks people write between them. */
const PHONE = /\+?\d(?:[\d\s().-]{6,18})\d/
const isDate = (text: string): boolean => /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/.test(text)

/** The first phone number in a person's remarks, as it was written; '': none. */
export function phoneIn(memos: readonly string[]): string {
  for (const memo of memos) {
    const found = PHONE.exec(memo)?.[0] ?? ''
    const digits = found.replaceAll(/\D/g, '').length
    if (digits >= 8 && digits <= 15 && !isDate(found)) return found
  }
  return ''
}
