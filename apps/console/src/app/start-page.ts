/** Where a signed-in person starts. Source: specification §2 (the last visited page is restored); G21. */
import type { AnyRouter } from '@tanstack/react-router'
import { storedLastPage } from '../lib/last-page.ts'
import { storedReturnTo } from '../lib/return-to.ts'

/** Path and search of the page that asked for the sign-in, else of the last page if it still exists, else the map. Guards judge it as any other. */
export function startPage(router: AnyRouter): string {
  const asking = storedReturnTo.read()
  storedReturnTo.remove()
  const { pathname, search } = new URL(asking ?? storedLastPage.read() ?? '/map', window.location.origin)
  const [, , foundRoute] = router.getMatchedRoutes(pathname)
  return foundRoute !== undefined ? `${pathname}${search}` : '/map'
}
