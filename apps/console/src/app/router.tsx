/** The routes. History mode, base /. Source: specification §2, G01, G14. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'

const rootRoute = createRootRoute({ component: Outlet })

const mapRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/map',
  component: lazyRouteComponent(() => import('../screens/map/map-screen.tsx'), 'MapScreen'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([mapRoute]),
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
