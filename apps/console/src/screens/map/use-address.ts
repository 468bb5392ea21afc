/** The address of the map screen as state: reading, and changing without leaving the page. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ListTab, type MapAddress, readAddress, type Selection, writeAddress } from './selection.ts'

export interface AddressControl extends MapAddress {
  readonly setTab: (tab: ListTab) => void
  readonly select: (selection: Selection | null) => void
}

/**
 * The router draws a new address a moment after it was asked for, and a second key may be pressed by then. So what was
 * asked for counts at once, until the router has drawn it or somebody went elsewhere.
 */
export function useAddress(): AddressControl {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const drawn = JSON.stringify(readAddress(search))
  const [wanted, setWanted] = useState<string>()
  /** What the router may draw on the way there: what stood when it was asked, and all it was asked for since. */
  const onTheWay = useRef(new Set<string>())
  const key = wanted ?? drawn
  const latest = useRef({ key, drawn })
  latest.current = { key, drawn }

  useEffect(() => {
    if (drawn !== wanted && onTheWay.current.has(drawn)) return
    onTheWay.current.clear()
    setWanted(undefined)
  }, [drawn, wanted])

  const change = useCallback(
    (part: Partial<MapAddress>) => {
      const next = { ...(JSON.parse(latest.current.key) as MapAddress), ...part }
      const nextKey = JSON.stringify(next)
      onTheWay.current.add(latest.current.drawn).add(nextKey)
      latest.current = { ...latest.current, key: nextKey }
      setWanted(nextKey)
      // Walking a list leaves no trail in the history: Back leads out of the map, not through every row.
      void navigate({ to: '.', search: writeAddress(next) as never, replace: true })
    },
    [navigate],
  )
  return {
    ...useMemo(() => JSON.parse(key) as MapAddress, [key]),
    setTab: (tab) => change({ tab }),
    select: (selection) => change({ selection }),
  }
}
