/** What is ticked in a list. What leaves the list is ticked no more. */
import { useState } from 'react'

export interface Selection {
  readonly size: number
  has(id: string): boolean
  toggle(id: string): void
  clear(): void
}

export function useSelection(ids: readonly string[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const present = new Set(ids.filter((id) => ticked.has(id)))
  return {
    size: present.size,
    has: (id) => present.has(id),
    toggle(id) {
      const next = new Set(present)
      if (!next.delete(id)) next.add(id)
      setTicked(next)
    },
    clear: () => setTicked(new Set()),
  }
}
