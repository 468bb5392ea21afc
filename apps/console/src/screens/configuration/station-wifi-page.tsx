import { EmptyPage } from './empty-page.tsx'

export default function StationWifiPage() {
  return <EmptyPage />
}
