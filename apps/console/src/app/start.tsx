/** Starts the console in a page: the language, the colours, the session of this browser, and the page its address asks for. */
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ComponentType, Fragment, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onReset, resetSession } from '../features/auth/reset.ts'
import { judgeAtStart } from '../features/auth/session-rules.ts'
import { storedAccount } from '../lib/account.ts'
import { followColourScheme } from '../lib/colour-scheme.ts'
import { setLocale, startLocale } from '../lib/i18n.ts'
import { leaveKeysToInputMethod } from '../lib/input-method.ts'
import { queryClient } from '../lib/query-client.ts'
import { rememberPage } from './last-page.ts'
import { leavesSessionAlone } from './link-pages.tsx'
import { router } from './router.tsx'
import { SelfFailure } from './self-failure.tsx'

/** Resolves once it is drawn; answers how to take it off the page again. `Around` stands around all of it. */
export async function startConsole(
  place: HTMLElement,
  Around: ComponentType<{ children: ReactNode }> = Fragment,
): Promise<() => void> {
  const stopLeavingKeys = leaveKeysToInputMethod()
  const stopColours = followColourScheme()
  setLocale(startLocale(document.cookie, navigator.languages))

  const verdict = leavesSessionAlone(window.location.pathname) ? 'good' : judgeAtStart(storedAccount.read(), Date.now())
  if (verdict === 'incomplete') console.error('user data incomplete')
  if (verdict === 'incomplete' || verdict === 'expired') resetSession(verdict)
  const stopFollowing = onReset(() => void router.navigate({ to: '/' }))
  const stopRemembering = router.subscribe('onResolved', () => rememberPage(router.state))
  const root = createRoot(place)
  const stop = () => {
    root.unmount()
    // The router would wait for a drawing of its next page, which nobody makes any more.
    router.startTransition = async (change) => {
      change()
      return false
    }
    for (const each of [stopLeavingKeys, stopColours, stopFollowing, stopRemembering]) each()
  }

  // Before the first drawing: what suspends in it is not shown for 300 ms.
  try {
    await router.load()
  } finally {
    root.render(
      <Around>
        <SelfFailure>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </SelfFailure>
      </Around>,
    )
  }
  return stop
}
