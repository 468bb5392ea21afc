import { EmptyPage } from './empty-page.tsx'

export default function FirmwarePage() {
  return <EmptyPage />
}
