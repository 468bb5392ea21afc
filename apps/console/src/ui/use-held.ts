/**
 * What is under a pointer or the keys does not move: what a list shows stays while somebody is at it, as long as it is a list of the
 * same things, and becomes what it should be once they leave.
 */
import { useEffect, useMemo, useRef, useState } from 'react'

/** A pointer that was left there, or keys, hold it so long after they last moved (ms): then nobody is at it. */
const NOBODY_AFTER_MS = 60_000

/** True where both lists are of the same things, sorted and filtered alike. */
const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, at) => Object.is(each, other[at]))

/** Told by the element that holds the rows. The same object as long as it stands. */
export interface RowsTouched {
  /** Somebody moved over the rows, pressed one, or pressed a key in them. */
  readonly hold: (by: 'pointer' | 'keys') => void
  /** The pointer, or the focus, left them. */
  readonly leave: (by: 'pointer' | 'keys') => void
  readonly release: () => void
}

interface Holding<Value> {
  readonly shown: Value
  readonly touched: RowsTouched
}

/** `of`: what the value depends on beside the rows' own states, as the table, its number of rows, sort and filter. */
export function useHeld<Value>(latest: Value, of: readonly unknown[]): Holding<Value> {
  const [heldBy, setHeldBy] = useState<'pointer' | 'keys' | undefined>(undefined)
  const shown = useRef({ value: latest, of })
  if (heldBy === undefined || !isSameList(shown.current.of, of)) shown.current = { value: latest, of }
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const touched = useMemo((): RowsTouched => {
    const release = () => {
      clearTimeout(timer.current)
      setHeldBy(undefined)
    }
    return {
      release,
      hold(by) {
        clearTimeout(timer.current)
        timer.current = setTimeout(release, NOBODY_AFTER_MS)
        setHeldBy(by)
      },
      leave: (by) => setHeldBy((held) => (held === by ? undefined : held)),
    }
  }, [])
  useEffect(() => touched.release, [touched])
  return { shown: shown.current.value, touched }
}
