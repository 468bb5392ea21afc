/** The routes: history mode, base /. Source: specification §2 Routes; G14, G15, G21. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { getSession, rightsOf } from '../features/auth/session-store.ts'
import { storedAccount } from '../lib/account.ts'
import { t } from '../lib/i18n.ts'
import { storedLastPage } from '../lib/last-page.ts'
import { showToast } from '../lib/toasts.ts'
import { runGuards } from './guards.ts'
import { ErrorScreen, NotFoundScreen, Root } from './root.tsx'

/** Sends the visitor on when a guard says so. */
function guard(names: readonly string[]): void {
  const verdict = runGuards(names, {
    isSignedIn: storedAccount.read() !== undefined,
    rights: rightsOf(getSession()),
  })
  if (verdict === 'pass') return
  if (verdict.isNotEnabled) showToast({ tone: 'info', text: t('feature.notEnabled') })
  throw redirect({ to: verdict.to })
}

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundScreen,
  errorComponent: ErrorScreen,
})

/** The page to go to after sign-in: the last one if it still exists, else the map. Guards judge it as any other. */
export function startPage(): { to: string; search: Record<string, string> } {
  const { pathname, searchParams } = new URL(storedLastPage.read() ?? '/map', window.location.origin)
  const [, , foundRoute] = router.getMatchedRoutes(pathname)
  return foundRoute !== undefined
    ? { to: pathname, search: Object.fromEntries(searchParams) }
    : { to: '/map', search: {} }
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    if (storedAccount.read() !== undefined) throw redirect(startPage() as never)
  },
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: lazyRouteComponent(() => import('./signed-in-layout.tsx'), 'SignedInLayout'),
})

const mapRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/map',
  beforeLoad: () => guard(['signedIn', 'viewMap']),
  component: lazyRouteComponent(() => import('../screens/map/map-screen.tsx'), 'MapScreen'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([signInRoute, signedInRoute.addChildren([mapRoute])]),
  trailingSlash: 'preserve',
  // Plain `?device=T4-…&tab=maps`, never JSON; each route's validateSearch gives the types.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
