/** A page of the console over the mock, for component tests: the console's own start, router, providers, theme and styles. */
import '@mantine/core/styles/baseline.layer.css'
import 'virtual:tokens.css'
import '../src/theme/global.css'
import { router } from '../src/app/router.tsx'
import { startConsole } from '../src/app/start.tsx'
import { openPage, type PageSettings, type Screen } from './open-page.ts'

export type { PageSettings as ScreenSettings, Screen, Told } from './open-page.ts'

/** Resolves when the page stands and, of somebody signed in, everything is loaded. It is taken down when the test ends. */
export const renderScreen = (path: string, settings: PageSettings = {}): Promise<Screen> =>
  openPage(path, settings, {
    draw: (place) => {
      router.clearCache()
      return startConsole(place)
    },
    whenLoaded,
  })

/** Waits until the header stands and the main load has ended. */
const whenLoaded = () =>
  new Promise<void>((resolve) => {
    const isLoaded = () => document.querySelector('#content[aria-busy="false"]') !== null
    if (isLoaded()) return resolve()
    const observer = new MutationObserver(() => {
      if (!isLoaded()) return
      observer.disconnect()
      resolve()
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true })
  })
