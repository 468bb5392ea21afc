/**
 * Rows do not move under a pointer or the keys: the order of a list stays while somebody is at it, and for a moment after, as long as it
 * holds the same rows.
 */
import { useEffect, useRef, useState } from 'react'
import type { Listing } from '../../features/live/listing.ts'

/** After the last movement or key the order is held so long (ms): a pointer that was left there must hide no alarm. */
const HELD_MS = 4000

/** True where both lists are of the same rows, sorted and filtered alike. */
const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, at) => Object.is(each, other[at]))

interface Held {
  readonly listing: Listing
  readonly of: readonly unknown[]
}

interface Holding {
  readonly listing: Listing
  /** Somebody moved over the rows, or pressed a key in them. */
  readonly hold: () => void
  readonly release: () => void
}

/** `of`: what the order depends on beside the rows' own states, as the table, its number of rows, sort and filter. */
export function useHeldListing(latest: Listing, of: readonly unknown[]): Holding {
  const [isHeld, setIsHeld] = useState(false)
  const shown = useRef<Held>({ listing: latest, of })
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (!isHeld || !isSameList(shown.current.of, of)) shown.current = { listing: latest, of }
  const release = () => {
    clearTimeout(timer.current)
    setIsHeld(false)
  }
  return {
    listing: shown.current.listing,
    release,
    hold() {
      clearTimeout(timer.current)
      timer.current = setTimeout(release, HELD_MS)
      setIsHeld(true)
    },
  }
}
