/** The address of the map screen as state: reading, and changing without leaving the page. */
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { MapSearch } from '../../lib/paths.ts'
import { isSamePath } from '../../lib/same-path.ts'
import { type ListTab, type MapAddress, readAddress, type Selection, writeAddress } from './selection.ts'

export interface AddressControl extends MapAddress {
  readonly setTab: (tab: ListTab) => void
  readonly select: (selection: Selection | null) => void
}

/**
 * The router draws a new address a moment after it was asked for, and a second key may be pressed by then. So its location
 * counts, which is new at once; on the way to another page, which has it already, what is still drawn.
 */
export function useAddress(): AddressControl {
  const drawn = JSON.stringify(readAddress(useSearch({ strict: false })))
  const asked = useLocation({
    select: ({ pathname, search }) => (isSamePath(pathname, '/map') ? JSON.stringify(readAddress(search)) : null),
  })
  const key = asked ?? drawn
  const navigate = useNavigate({ from: '/map' })
  const change = useCallback(
    (part: Partial<MapAddress>) => {
      const search = (before: MapSearch): MapSearch => ({
        ...writeAddress({ ...readAddress(before), ...part }),
        // Who looks at the past goes on doing so.
        ...(before.at === undefined ? {} : { at: before.at }),
      })
      // Walking a list leaves no trail in the history: Back leads out of the map, not through every row.
      void navigate({ to: '.', search, replace: true })
    },
    [navigate],
  )
  return {
    ...useMemo(() => JSON.parse(key) as MapAddress, [key]),
    setTab: (tab) => change({ tab }),
    select: (selection) => change({ selection }),
  }
}
