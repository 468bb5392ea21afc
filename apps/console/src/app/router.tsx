/** The routes: history mode, base /. Source: specification §2 Routes; G14, G15, G21. */
import { createRootRoute, createRoute, createRouter, notFound, redirect, rootRouteId } from '@tanstack/react-router'
import { knowServer } from '../features/auth/queries.ts'
import { getSession, rightsOf } from '../features/auth/session-store.ts'
import { storedAccount } from '../lib/account.ts'
import { arrival } from '../lib/arrival.ts'
import { t } from '../lib/i18n.ts'
import { INTEGRATOR_TOOL_PATH } from '../lib/integrator-tool-path.ts'
import {
  HISTORY_LOGS_PATH,
  readAccountSearch,
  readAttendanceSearch,
  readConfigurationSearch,
  readHistoryLogsSearch,
  readMapSearch,
  readSettingSearch,
  readShiftReportSearch,
  readStepsSearch,
  readTrailSearch,
  STEPS_PATH,
  TRAIL_PATH,
} from '../lib/paths.ts'
import { showToast } from '../lib/toasts.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { runGuards } from './guards.ts'
import { expiredPageRoute, linkPageRoutes } from './link-pages.tsx'
import { ErrorScreen, NotFoundScreen, Root } from './root.tsx'
import { startPage } from './start-page.ts'

/** What a route asks of the person before its page: the guards by name, which the frame asks too. */
const guarded = (...guards: readonly string[]) => ({ staticData: { guards }, beforeLoad: () => guard(guards) })

/** Sends the visitor on when a guard says so. */
function guard(names: readonly string[]): void {
  const verdict = runGuards(names, {
    isSignedIn: storedAccount.read() !== undefined,
    rights: rightsOf(getSession()),
  })
  if (verdict === 'pass') return
  // At the root, whose error page brings its own frame.
  if (verdict === 'missing') throw notFound({ routeId: rootRouteId })
  if (verdict.why)
    showToast({ tone: 'info', text: t(verdict.why === 'feature' ? 'feature.notEnabled' : 'feature.notYours') })
  throw redirect({ to: verdict.to })
}

const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundScreen,
  errorComponent: ErrorScreen,
})

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    // A link that somebody opens goes before the session this browser has.
    if (arrival.has('access_code')) return
    if (storedAccount.read() !== undefined) throw redirect({ href: startPage(router) })
  },
  loader: knowServer,
  component: lazyComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: lazyComponent(() => import('./signed-in-layout.tsx'), 'SignedInLayout'),
})

const mapRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/map',
  validateSearch: readMapSearch,
  ...guarded('signedIn', 'viewMap'),
  component: lazyComponent(() => import('../screens/map/map-pages.tsx'), 'MapPages'),
})

const trailRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: TRAIL_PATH,
  validateSearch: readTrailSearch,
  ...guarded('signedIn', 'viewLocationLogs'),
  component: lazyComponent(() => import('../screens/trail/trail-screen.tsx'), 'TrailScreen'),
})

const historyLogsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: HISTORY_LOGS_PATH,
  validateSearch: readHistoryLogsSearch,
  ...guarded('signedIn', 'viewLocationLogs'),
  component: lazyComponent(() => import('../screens/history-logs/history-logs-screen.tsx'), 'HistoryLogsScreen'),
})

const configurationRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/configuration',
  validateSearch: readConfigurationSearch,
  ...guarded('signedIn', 'editDevices'),
  component: lazyComponent(() => import('../screens/configuration/configuration-screen.tsx'), 'ConfigurationScreen'),
})

const shiftReportRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/shift-report',
  validateSearch: readShiftReportSearch,
  ...guarded('signedIn', 'viewShiftReports'),
  component: lazyComponent(() => import('../screens/shift-report/shift-report-screen.tsx'), 'ShiftReportScreen'),
})

const stepsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: STEPS_PATH,
  validateSearch: readStepsSearch,
  ...guarded('signedIn', 'viewMap'),
  component: lazyComponent(() => import('../screens/steps/steps-screen.tsx'), 'StepsScreen'),
})

const attendanceRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/attendance',
  validateSearch: readAttendanceSearch,
  ...guarded('signedIn', 'viewAttendance'),
  component: lazyComponent(() => import('../screens/attendance/attendance-screen.tsx'), 'AttendanceScreen'),
})

const accountRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  validateSearch: readAccountSearch,
  ...guarded('signedIn', 'editDevices'),
  component: lazyComponent(() => import('../screens/account/account-screen.tsx'), 'AccountScreen'),
})

const settingRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/setting',
  validateSearch: readSettingSearch,
  ...guarded('signedIn', 'editDevices'),
  component: lazyComponent(() => import('../screens/setting/setting-screen.tsx'), 'SettingScreen'),
})

const integratorToolRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: INTEGRATOR_TOOL_PATH,
  ...guarded('integrator'),
  component: lazyComponent(() => import('../screens/setting/setting-screen.tsx'), 'SettingScreen'),
})

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    ...linkPageRoutes(rootRoute),
    expiredPageRoute(rootRoute),
    signedInRoute.addChildren([
      mapRoute,
      trailRoute,
      historyLogsRoute,
      configurationRoute,
      shiftReportRoute,
      attendanceRoute,
      stepsRoute,
      accountRoute,
      settingRoute,
      integratorToolRoute,
    ]),
  ]),
  trailingSlash: 'preserve',
  // What the root's error page cannot show goes up to the last resort (self-failure.tsx).
  disableGlobalCatchBoundary: true,
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
  interface StaticDataRouteOption {
    readonly guards?: readonly string[]
  }
}
