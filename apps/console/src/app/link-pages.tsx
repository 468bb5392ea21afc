/** Pages one comes to from a mail or another service: public, and no place to come back to. Source: G11, G12, G24. */
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { lazyPage } from './lazy-page.tsx'

/** The Integrator Tool's (G11): a constant of the build. */
export const INTEGRATOR_TOOL_PATH = '/5b1f0c7e94d24a3f8e6d7ab2c9135f40'

const pages = {
  '/signup': lazyPage(() => import('../screens/link-pages/sign-up.tsx'), 'SignUp'),
} as const

export const LINK_PAGE_PATHS: readonly string[] = Object.keys(pages)

export const linkPageRoutes = <Parent extends AnyRoute>(parent: Parent) =>
  Object.entries(pages).map(([path, component]) => createRoute({ getParentRoute: () => parent, path, component }))
