/** Indexes of remark items. Pure. Source: G51. */
import type { RemarkItem } from '@whereabouts/contract/remarks'
import type { KnownItem } from './queries.ts'

/** The largest index. */
const MAX_INDEX = 999

/**
 * The items to store. A person who adds an item may choose the index of a removed one, which they cannot see: its memos must
 * not appear under another name, so the new item gets an unused index. With its old name the removed item comes back.
 * Undefined where no index is left.
 */
export function withFreeIndexes(
  items: readonly RemarkItem[],
  known: readonly KnownItem[],
): readonly RemarkItem[] | undefined {
  const removed = new Map(known.filter((item) => item.is_removed).map(({ index, name }) => [index, name]))
  const taken = new Set([...known, ...items].map(({ index }) => index))
  let free = 0
  const kept: RemarkItem[] = []
  for (const item of items) {
    const oldName = removed.get(item.index)
    if (oldName === undefined || oldName === item.name) {
      kept.push(item)
      continue
    }
    while (taken.has(free)) free += 1
    if (free > MAX_INDEX) return undefined
    taken.add(free)
    kept.push({ ...item, index: free })
  }
  return kept
}
