/** What stands around every page, and what stands in place of one. */
import { type ErrorComponentProps, Outlet } from '@tanstack/react-router'
import { reloadForNewCode } from '../lib/chunks.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { useInstallable } from './installable.ts'
import { PageError } from './page-error.ts'

const ErrorPage = lazyComponent(() => import('./error-page.tsx'), 'default')

export function Root() {
  useInstallable()
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}

export const NotFoundScreen = () => <ErrorPage status={404} />

/** Browsers word it differently when the code of a page cannot be loaded. */
const isChunkFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Unable to preload CSS|importing a module/i.test(error.message)

export function ErrorScreen({ error }: ErrorComponentProps) {
  if (isChunkFailure(error) && reloadForNewCode()) return null
  return (
    <>
      <ErrorPage status={error instanceof PageError ? error.status : 500} error={error} />
      <Toasts />
    </>
  )
}
