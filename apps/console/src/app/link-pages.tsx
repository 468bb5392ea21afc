/** Pages one comes to from a mail or another service: public, and no place to come back to. Source: G12, G24. */
import { type AnyRoute, createRoute } from '@tanstack/react-router'
import { knowServer } from '../features/auth/queries.ts'
import { readExpiredSearch } from '../lib/paths.ts'
import { isSamePath } from '../lib/same-path.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const pages = {
  '/signup': lazyComponent(() => import('../screens/link-pages/sign-up.tsx'), 'SignUp'),
  '/verify-email': lazyComponent(() => import('../screens/link-pages/verify-email.tsx'), 'VerifyEmail'),
  '/forgot-password': lazyComponent(() => import('../screens/link-pages/forgot-password.tsx'), 'ForgotPassword'),
  '/reset-password': lazyComponent(() => import('../screens/link-pages/reset-password.tsx'), 'ResetPassword'),
  '/change-email': lazyComponent(() => import('../screens/link-pages/change-email.tsx'), 'ChangeEmail'),
  '/delete-account': lazyComponent(() => import('../screens/link-pages/delete-account.tsx'), 'DeleteAccount'),
  '/unassign-device': lazyComponent(() => import('../screens/link-pages/unassign-device.tsx'), 'UnassignDevice'),
  '/accept-share': lazyComponent(() => import('../screens/link-pages/accept-share.tsx'), 'AcceptShare'),
  '/confirm-contact': lazyComponent(() => import('../screens/link-pages/confirm-contact.tsx'), 'ConfirmContact'),
  '/signin-return': lazyComponent(() => import('../screens/link-pages/signin-return.tsx'), 'SigninReturn'),
  '/setup': lazyComponent(() => import('../screens/link-pages/set-up.tsx'), 'SetUp'),
  '/line-group': lazyComponent(() => import('../screens/link-pages/line-group.tsx'), 'LineGroup'),
} as const

const EXPIRED = '/page-expired'
const paths = Object.keys(pages) as (keyof typeof pages)[]

/** With and without a final slash. */
export const isLinkPage = (path: string): boolean => [...paths, EXPIRED].some((page) => isSamePath(page, path))

/** True where the session of this browser plays no part and is left as it is; a LINE group is linked by who is signed in. */
export const leavesSessionAlone = (path: string): boolean => isLinkPage(path) && !isSamePath(path, '/line-group')

export const linkPageRoutes = <Parent extends AnyRoute>(parent: Parent) =>
  paths.map((path) => createRoute({ getParentRoute: () => parent, path, loader: knowServer, component: pages[path] }))

export const expiredPageRoute = <Parent extends AnyRoute>(parent: Parent) =>
  createRoute({
    getParentRoute: () => parent,
    path: EXPIRED,
    validateSearch: readExpiredSearch,
    loader: knowServer,
    component: lazyComponent(() => import('../screens/link-pages/page-expired.tsx'), 'PageExpired'),
  })
