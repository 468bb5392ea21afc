/** Which index a remark item has. Pure. Source: G51. */
import type { RemarkItem } from '@whereabouts/contract/remarks'
import type { KnownItem } from './queries.ts'

/** Above these there is none. */
const MAX_INDEX = 999

/**
 * The items as they are to be kept. Whoever adds an item may choose the index of one that was removed, which he cannot see:
 * its memos are not to stand under another name, so the new one gets an index nobody has. With its old name it comes back.
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
