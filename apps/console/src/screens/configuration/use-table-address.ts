/** What of a table stands in the address: its filter, and the row whose details are open. Never a search: it holds names. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ConfigurationSearch } from '../../lib/paths.ts'

interface TableAddress<Filter extends string> {
  readonly filter: Filter
  readonly openId: string | null
  readonly setFilter: (filter: Filter) => void
  readonly open: (id: string | null) => void
}

/** The first filter is the one that shows all; `idName` is the row's name in the address. */
export function useTableAddress<Filter extends string>(
  filters: readonly [Filter, ...Filter[]],
  idName: 'device' | 'station',
): TableAddress<Filter> {
  const search = useSearch({ strict: false })
  const navigate = useNavigate({ from: '/configuration' })
  const change = useCallback(
    (part: ConfigurationSearch) => {
      // Walking a table leaves no trail in the history: Back leads out of it, not through every row.
      void navigate({ to: '.', search: (before) => ({ ...before, ...part }), replace: true })
    },
    [navigate],
  )
  const [all] = filters
  return {
    filter: filters.find((filter) => filter === search.filter) ?? all,
    openId: search[idName] ?? null,
    setFilter: (filter) => change({ filter: filter === all ? undefined : filter }),
    open: (id) => change({ [idName]: id ?? undefined }),
  }
}
