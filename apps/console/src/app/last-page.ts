/** Remembers the page one is on, for the next sign-in. Pages that were not found are no place to come back to. */
import type { AnyRouter } from '@tanstack/react-router'
import { INTEGRATOR_TOOL_PATH } from '../lib/integrator-tool-path.ts'
import { storedLastPage } from '../lib/last-page.ts'
import { isSamePath } from '../lib/same-path.ts'
import { isLinkPage } from './link-pages.tsx'

/** Paths that are never remembered, with and without a final slash. Source: specification §2; G12, G21. */
const isNoPlace = (path: string): boolean => path === '/' || isSamePath(path, INTEGRATOR_TOOL_PATH) || isLinkPage(path)

export function rememberPage({ location, matches }: AnyRouter['state']): void {
  const page = matches.at(-1)
  if (page === undefined || page.status === 'notFound' || isNoPlace(location.pathname)) return
  storedLastPage.write(`${location.pathname}${location.searchStr}`)
}
