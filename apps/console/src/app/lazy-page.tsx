/**
 * A page whose code comes when it is first opened. The router's own helper reloads the page by itself when code is
 * missing, and knows no pause between two reloads; here that is left to the error boundary (lib/chunks.ts).
 */
import { type ComponentType, lazy, Suspense } from 'react'

export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const Page = lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await load())[name] }))
  const LazyPage = () => (
    <Suspense>
      <Page />
    </Suspense>
  )
  // The router starts loading before it shows the page. What fails here fails again, and is told, when it is drawn.
  const preload = () =>
    load().then(
      () => undefined,
      () => undefined,
    )
  return Object.assign(LazyPage, { preload })
}
