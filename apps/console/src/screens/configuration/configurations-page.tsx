import { EmptyPage } from './empty-page.tsx'

export default function ConfigurationsPage() {
  return <EmptyPage />
}
