/** Other services people may sign in by. Most servers have keys for none, so their code comes where it is needed. */
import { useQuery } from '@tanstack/react-query'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { Choice } from './provider-sign-in.ts'
import { configQuery } from './queries.ts'

/** What the buttons will take (px), so that nothing moves when they come. */
const HEIGHT = 76

const ServiceButtons = lazyComponent(
  () => import('./service-buttons.tsx'),
  'ServiceButtons',
  <div style={{ height: HEIGHT }} />,
)

export function Services({ choice }: { choice: Choice }) {
  const config = useQuery(configQuery)
  const offered = config.data?.providers ?? []
  if (offered.length === 0) return null
  return <ServiceButtons offered={offered} choice={choice} />
}
