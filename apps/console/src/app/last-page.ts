/** Remembers the page one is on, for the next sign-in. Pages that were not found are no place to come back to. */
import type { AnyRouter } from '@tanstack/react-router'
import { storedLastPage } from '../lib/last-page.ts'
import { INTEGRATOR_TOOL_PATH, LINK_PAGE_PATHS } from './link-pages.tsx'

/** Route paths that are never remembered. Source: specification §2; G21. */
const NEVER = new Set(['/', INTEGRATOR_TOOL_PATH, ...LINK_PAGE_PATHS])

export function rememberPage({ location, matches }: AnyRouter['state']): void {
  const page = matches.at(-1)
  if (page === undefined || page.status === 'notFound' || NEVER.has(location.pathname)) return
  storedLastPage.write(`${location.pathname}${location.searchStr}`)
}
