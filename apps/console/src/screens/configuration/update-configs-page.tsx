import { EmptyPage } from './empty-page.tsx'

export default function UpdateConfigsPage() {
  return <EmptyPage />
}
