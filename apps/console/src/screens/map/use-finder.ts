/** The map selects what the find of the header found, also when it was found on another page. */
import { type RefObject, useEffect, useRef } from 'react'
import { type Found, finder, isFoundElsewhere } from '../../features/find/finder.ts'
import { useSite } from '../../features/live/site-view.ts'
import type { RowListControl } from './row-list.tsx'

export function useFinder(choose: (found: Found) => void): void {
  const site = useSite()
  const latest = useRef(choose)
  latest.current = choose
  useEffect(() => {
    finder.set({ site, choose: (found) => latest.current(found) })
    return () => finder.set(null)
  }, [site])
}

/** Gives the list the focus, once it holds what was found before this page was opened. */
export function useFoundElsewhere(isLoaded: boolean, list: RefObject<RowListControl | null>): void {
  useEffect(() => {
    if (!isLoaded || !isFoundElsewhere.get()) return
    isFoundElsewhere.set(false)
    list.current?.focus()
  }, [isLoaded, list])
}
