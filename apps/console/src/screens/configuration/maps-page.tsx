import { EmptyPage } from './empty-page.tsx'

export default function MapsPage() {
  return <EmptyPage />
}
