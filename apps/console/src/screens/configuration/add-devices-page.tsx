import { EmptyPage } from './empty-page.tsx'

export default function AddDevicesPage() {
  return <EmptyPage />
}
