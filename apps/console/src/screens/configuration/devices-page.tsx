import { EmptyPage } from './empty-page.tsx'

export default function DevicesPage() {
  return <EmptyPage />
}
