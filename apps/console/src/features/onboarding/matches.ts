/** The first of a long list that are wanted: enough to look at, few enough to draw at once. */
import type { SiteTable } from '../live/site-view.ts'

const MOST = 100

/** By name, and how many more there are. */
export function firstMatches<Row>(
  table: Pick<SiteTable<Row>, 'byName' | 'at' | 'wordsAt'>,
  filter: string,
  isWanted: (row: Row) => boolean,
): { readonly shown: readonly Row[]; readonly more: number } {
  const words = filter.trim().toLowerCase()
  const shown: Row[] = []
  let more = 0
  for (const slot of table.byName()) {
    const row = table.at(slot)
    if (row === undefined || !table.wordsAt(slot).includes(words) || !isWanted(row)) continue
    if (shown.length < MOST) shown.push(row)
    else more += 1
  }
  return { shown, more }
}
