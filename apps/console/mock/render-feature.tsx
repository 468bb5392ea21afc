/**
 * A part of a signed-in page over the mock, or a page without its frame, for component tests. It has what parts ask for (session, live
 * site, address, theme, messages, the questions for password and PIN), and not the frame: no header, alarms, guards, main load.
 */
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles.layer.css'
import 'virtual:tokens.css'
import '../src/theme/global.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { may } from '@whereabouts/contract/roles'
import { type ReactNode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { LiveSite, useLiveSource } from '../src/app/live-site.tsx'
import { router as consoleRouter } from '../src/app/router.tsx'
import { keepLists, reloadLists } from '../src/features/auth/keep-lists.ts'
import { configQuery, profileQuery } from '../src/features/auth/queries.ts'
import { Reauth } from '../src/features/auth/reauth.tsx'
import { changeSession, getSession, rightsOf } from '../src/features/auth/session-store.ts'
import { OpenPin } from '../src/features/pins/open-dialog.tsx'
import { followColourScheme, useScheme } from '../src/lib/colour-scheme.ts'
import { addTexts, setLocale, startLocale } from '../src/lib/i18n.ts'
import { queryClient } from '../src/lib/query-client.ts'
import { shell } from '../src/locales/shell.ts'
import { resolveVariables, theme } from '../src/theme/theme.ts'
import { Toasts } from '../src/ui/toasts.tsx'
import { openPage, type PageSettings, type Screen } from './open-page.ts'

// The frame's, by whose names pages are headed.
addTexts(shell)

interface FeatureSettings extends PageSettings {
  /** The address: its path, and what the part reads of its search. */
  readonly path?: string
  /** Whether devices, stations, floor plans and classes are loaded first, for parts that ask the live site for them. */
  readonly hasSite?: boolean
}

interface AroundProps {
  readonly hasSite: boolean
  readonly onLoaded: () => void
}

/** Keeps the lists of the live site true, as the frame of a page does. */
function Kept({ hasSite, onLoaded }: AroundProps) {
  const live = useLiveSource()
  useEffect(() => {
    const rights = rightsOf(getSession())
    const hasStations = rights !== undefined && may(rights, 'viewStations')
    const stop = keepLists(live, hasStations)
    void (hasSite ? reloadLists(live.store, hasStations) : Promise.resolve()).then(onLoaded)
    return stop
  }, [live, hasSite, onLoaded])
  return <Outlet />
}

function Around(props: AroundProps) {
  const scheme = useScheme()
  return (
    <LiveSite>
      <MantineProvider
        theme={theme}
        forceColorScheme={scheme}
        cssVariablesResolver={resolveVariables}
        deduplicateCssVariables={false}
      >
        <div id="content">
          <Kept {...props} />
        </div>
        <OpenPin />
        <Reauth />
        <Toasts />
      </MantineProvider>
    </LiveSite>
  )
}

/** What stands at which path. */
type Routes = readonly {
  readonly path: string
  readonly validateSearch?: AnyRoute['options']['validateSearch']
  readonly component: AnyRoute['options']['component']
}[]

/** The pages of signed-in people, as the console has them; without the guards before them. */
const pageRoutes = (): Routes =>
  Object.values<AnyRoute>(consoleRouter.routesById)
    .filter(({ id }) => id.startsWith('/signed-in/'))
    .map(({ path, options: { validateSearch, component } }) => ({ path, validateSearch, component }))

function routerOf(routes: Routes, around: AroundProps) {
  const rootRoute = createRootRoute({ component: () => <Around {...around} /> })
  const children = routes.map((route) => createRoute({ ...route, getParentRoute: () => rootRoute } as never))
  const { parseSearch, stringifySearch } = consoleRouter.options
  const history = createBrowserHistory()
  return createRouter({ routeTree: rootRoute.addChildren(children), history, parseSearch, stringifySearch })
}

async function draw(place: HTMLElement, routes: Routes, around: AroundProps): Promise<() => void> {
  setLocale(startLocale(document.cookie, navigator.languages))
  const stopColours = followColourScheme()
  await Promise.all([queryClient.fetchQuery(profileQuery), queryClient.fetchQuery(configQuery)])
  changeSession({ isStarted: true })
  const router = routerOf(routes, around)
  await router.load()
  const root = createRoot(place)
  root.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return () => {
    root.unmount()
    router.history.destroy()
    stopColours()
  }
}

function render(path: string, hasSite: boolean, settings: PageSettings, routes: Routes): Promise<Screen> {
  let loaded = Promise.withResolvers<void>()
  return openPage(path, settings, {
    draw: (place) => {
      loaded = Promise.withResolvers<void>()
      return draw(place, routes, { hasSite, onLoaded: loaded.resolve })
    },
    whenLoaded: () => loaded.promise,
  })
}

/** Resolves when the part stands, whatever the address. It is taken down when the test ends. Of signed-in people only. */
export const renderFeature = (
  part: ReactNode,
  { path = '/', hasSite = false, ...settings }: FeatureSettings = {},
): Promise<Screen> => render(path, hasSite, settings, [{ path: '$', component: () => part }])

/** Likewise a page by its address, with the ways from page to page. */
export const renderPage = (path: string, settings: PageSettings = {}): Promise<Screen> =>
  render(path, true, settings, pageRoutes())
