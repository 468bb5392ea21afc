/** Other services people may sign in by. Most servers have keys for none, so their code comes where it is needed. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Choice } from './provider-sign-in.ts'
import { configQuery } from './queries.ts'

const ServiceButtons = lazy(() =>
  import('./service-buttons.tsx').then(({ ServiceButtons: Component }) => ({ default: Component })),
)

/** What the buttons will take (px), so that nothing moves when they come. */
const HEIGHT = 76

export function Services({ choice }: { choice: Choice }) {
  const config = useQuery(configQuery)
  const offered = config.data?.providers ?? []
  if (offered.length === 0) return null
  return (
    <Suspense fallback={<div style={{ height: HEIGHT }} />}>
      <ServiceButtons offered={offered} choice={choice} />
    </Suspense>
  )
}
