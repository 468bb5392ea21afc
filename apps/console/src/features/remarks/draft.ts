/** Remark items while they are edited: their order, their names, what changed. Pure. Source: G51. */
import type { RemarkItem } from '@whereabouts/contract/remarks'
import type { Tracker } from '@whereabouts/contract/trackers'
import { isTooLongForName } from '@whereabouts/domain/texts'

export type NameFault = 'missing' | 'long' | 'taken'

/** What is wrong with a name among the others; undefined when nothing. */
export function nameFault(name: string, others: readonly RemarkItem[]): NameFault | undefined {
  const kept = keptName(name)
  if (kept === '') return 'missing'
  if (isTooLongForName(kept)) return 'long'
  return others.some((other) => keptName(other.name) === kept) ? 'taken' : undefined
}

/** A name as it is stored. */
export const keptName = (name: string): string => name.normalize('NFC').trim()

/** An index that neither the draft nor what is saved has; the server gives another one where it was used before. */
export const newIndex = (draft: readonly RemarkItem[], saved: readonly RemarkItem[]): number =>
  Math.max(-1, ...[...draft, ...saved].map(({ index }) => index)) + 1

interface Changes {
  readonly hasNewOrder: boolean
  readonly added: number
  readonly renamed: number
  readonly removed: number
}

/** What differs from what is saved; undefined when nothing does. */
export function changesOf(draft: readonly RemarkItem[], saved: readonly RemarkItem[]): Changes | undefined {
  const before = new Map(saved.map((item) => [item.index, item]))
  const now = new Set(draft.map(({ index }) => index))
  const keptNow = draft.filter(({ index }) => before.has(index))
  const keptBefore = saved.filter(({ index }) => now.has(index))
  const changes = {
    // One that was added last moves nothing; one that stands between others has been moved there.
    hasNewOrder:
      keptNow.some(({ index }, at) => index !== keptBefore[at]?.index) ||
      draft.slice(0, keptNow.length).some(({ index }) => !before.has(index)),
    added: draft.length - keptNow.length,
    renamed: keptNow.filter(({ index, name }) => before.get(index)?.name !== keptName(name)).length,
    removed: saved.length - keptBefore.length,
  }
  return changes.hasNewOrder || changes.added + changes.renamed + changes.removed > 0 ? changes : undefined
}

interface Use {
  /** Devices with something written under it. */
  devices: number
  /** Who wrote last, and when (epoch seconds). */
  editor: string
  update_time: number
}

/** How each item is used, by index. One walk over the rows. */
export function usesOf(trackers: readonly Pick<Tracker, 'remark'>[]): ReadonlyMap<number, Use> {
  const uses = new Map<number, Use>()
  for (const { remark } of trackers) {
    for (const { index, memo, editor, update_time } of remark) {
      if (memo === '') continue
      const use = uses.get(index) ?? { devices: 0, editor: '', update_time: 0 }
      use.devices += 1
      if (update_time > use.update_time) Object.assign(use, { editor, update_time })
      uses.set(index, use)
    }
  }
  return uses
}
