/** The address of the map screen as state: reading, and changing without leaving the page. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ListTab, type MapAddress, readAddress, type Selection, writeAddress } from './selection.ts'

export interface AddressControl extends MapAddress {
  readonly setTab: (tab: ListTab) => void
  readonly select: (selection: Selection | null) => void
}

export function useAddress(): AddressControl {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const key = JSON.stringify(readAddress(search))
  const address = useMemo(() => JSON.parse(key) as MapAddress, [key])
  const change = useCallback(
    // Walking a list leaves no trail in the history: Back leads out of the map, not through every row.
    (next: MapAddress) => void navigate({ to: '.', search: writeAddress(next) as never, replace: true }),
    [navigate],
  )
  return {
    ...address,
    setTab: (tab) => change({ ...address, tab }),
    select: (selection) => change({ ...address, selection }),
  }
}
