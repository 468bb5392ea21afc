/** A page of device management that has nothing to show so far. */
import { useT } from '../../lib/i18n.ts'
import { EmptyList } from '../../ui/list-state.tsx'
import { PageContent } from './page.tsx'

export function EmptyPage() {
  const t = useT()
  return (
    <PageContent>
      <EmptyList title={t('configuration.empty')} />
    </PageContent>
  )
}
