/** Starts the console. */
import './trusted-types.ts'
import '@mantine/core/styles/baseline.layer.css'
import 'virtual:tokens.css'
import '../theme/global.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onReset, resetSession } from '../features/auth/reset.ts'
import { judgeAtStart } from '../features/auth/session-rules.ts'
import { startPush } from '../features/push/push-token.ts'
import { storedAccount } from '../lib/account.ts'
import { followColourScheme } from '../lib/colour-scheme.ts'
import { setLocale, startLocale } from '../lib/i18n.ts'
import { queryClient } from '../lib/query-client.ts'
import { rememberPage } from './last-page.ts'
import { leavesSessionAlone } from './link-pages.tsx'
import { router } from './router.tsx'
import { SelfFailure } from './self-failure.tsx'

followColourScheme()
setLocale(startLocale(document.cookie, navigator.languages))

const verdict = leavesSessionAlone(window.location.pathname) ? 'good' : judgeAtStart(storedAccount.read(), Date.now())
if (verdict === 'incomplete') console.error('user data incomplete')
if (verdict === 'incomplete' || verdict === 'expired') resetSession(verdict)
onReset(() => void router.navigate({ to: '/' }))
router.subscribe('onResolved', () => rememberPage(router.state))

// Behind what the first page needs: nothing there waits for it.
window.addEventListener('load', () => void startPush(), { once: true })

function draw(): void {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <SelfFailure>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </SelfFailure>
    </StrictMode>,
  )
}

// Before the first drawing: what suspends in it is not shown for 300 ms. Not awaited, as pages wait for this module.
void router.load().finally(draw)
