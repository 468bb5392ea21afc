/**
 * What is ticked in a long list: one by one, a stretch at once, or all that is listed. What leaves the list is ticked no
 * more, until it is back.
 */
import { useMemo, useRef, useState } from 'react'

export interface Ticks {
  /** Ids that are ticked and listed. */
  readonly ids: ReadonlySet<string>
  readonly isAll: boolean
  /** With `isStretch` everything from the last one on. */
  toggle(index: number, isStretch?: boolean): void
  toggleAll(): void
  clear(): void
}

/** `idAt` and `indexOf` belong to the list of the moment, and change with it. */
export interface TickList {
  readonly count: number
  readonly idAt: (index: number) => string | undefined
  readonly has: (id: string) => boolean
}

export function useTicks(list: TickList): Ticks {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string | undefined>(undefined)
  const ids = useMemo(() => listedOf(ticked, list), [ticked, list])
  return {
    ids,
    isAll: list.count > 0 && ids.size === list.count,
    toggle(index, isStretch = false) {
      const id = list.idAt(index)
      if (id === undefined) return
      const next = new Set(ids)
      const from = isStretch ? indexOf(list, anchor.current) : -1
      if (from < 0) {
        if (!next.delete(id)) next.add(id)
      } else {
        // The stretch becomes what its first one is.
        const isTicked = ids.has(list.idAt(from) as string)
        for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
          const each = list.idAt(at)
          if (each === undefined) continue
          if (isTicked) next.add(each)
          else next.delete(each)
        }
      }
      if (!isStretch) anchor.current = id
      setTicked(next)
    },
    toggleAll() {
      const next = new Set<string>()
      if (ids.size < list.count) for (let at = 0; at < list.count; at++) next.add(list.idAt(at) as string)
      setTicked(next)
    },
    clear: () => setTicked(new Set()),
  }
}

/** Most often that is all of them, and making a set of a whole fleet takes longer than asking. */
function listedOf(ticked: ReadonlySet<string>, list: TickList): ReadonlySet<string> {
  for (const id of ticked) if (!list.has(id)) return new Set([...ticked].filter(list.has))
  return ticked
}

function indexOf(list: TickList, id: string | undefined): number {
  for (let at = 0; id !== undefined && at < list.count; at++) if (list.idAt(at) === id) return at
  return -1
}
