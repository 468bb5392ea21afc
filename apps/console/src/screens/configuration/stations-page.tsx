import { EmptyPage } from './empty-page.tsx'

export default function StationsPage() {
  return <EmptyPage />
}
