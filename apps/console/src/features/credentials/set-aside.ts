/** Why messages were rejected, grouped by what people can do about it. Pure. Source: decisions 0008, 0064; security rule 43. */
import type { SetAside } from '@whereabouts/contract/credentials'
import { isHarmless, type Trouble, troubleOf } from '@whereabouts/domain/set-aside'

export interface TroubleCount {
  readonly trouble: Trouble
  /** The name of what is not read; '': it has none. */
  readonly what: string
  readonly count: number
  /** The last day (UTC) it happened, as `2026-11-27`. */
  readonly lastDay: string
  /** Nothing is lost by it, and nobody has to act. */
  readonly isHarmless: boolean
}

/** One for each remedy and name, what needs somebody first, then the most frequent. */
export function troublesOf(setAside: readonly SetAside[]): TroubleCount[] {
  const byTrouble = new Map<string, TroubleCount>()
  for (const { reason, count, last_day } of setAside) {
    const { trouble, what = '' } = troubleOf(reason)
    const key = `${trouble} ${what}`
    const known = byTrouble.get(key)
    byTrouble.set(key, {
      ...{ trouble, what, isHarmless: isHarmless(trouble) },
      count: count + (known?.count ?? 0),
      lastDay: known !== undefined && known.lastDay > last_day ? known.lastDay : last_day,
    })
  }
  return [...byTrouble.values()].sort(
    (one, other) => Number(one.isHarmless) - Number(other.isHarmless) || other.count - one.count,
  )
}

/** Messages that somebody can do something about. */
export const lostCount = (setAside: readonly SetAside[]): number =>
  troublesOf(setAside).reduce((sum, { count, isHarmless }) => (isHarmless ? sum : sum + count), 0)

export const needsKey = ({ trouble }: Pick<TroubleCount, 'trouble'>): boolean =>
  trouble === 'noKey' || trouble === 'wrongKey'
