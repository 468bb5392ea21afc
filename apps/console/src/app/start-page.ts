/** Where a signed-in person starts. Source: specification §2 (the last visited page is restored); G21. */
import type { AnyRouter } from '@tanstack/react-router'
import { storedLastPage } from '../lib/last-page.ts'

/** The last page if it still exists, else the map. Guards judge it as any other. */
export function startPage(router: AnyRouter): { to: string; search: Record<string, string> } {
  const { pathname, searchParams } = new URL(storedLastPage.read() ?? '/map', window.location.origin)
  const [, , foundRoute] = router.getMatchedRoutes(pathname)
  return foundRoute !== undefined
    ? { to: pathname, search: Object.fromEntries(searchParams) }
    : { to: '/map', search: {} }
}
