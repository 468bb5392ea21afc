/** Carepad management: loggers and the carepads in them. Source: G13, G69. */
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { CarepadManagement } from '../../features/carepads/carepad-management.tsx'
import { CarepadTabs } from '../../features/carepads/carepad-tabs.tsx'
import { useSite } from '../../features/live/site-view.ts'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { PageActions, PageContent } from './page.tsx'

export default function CarepadsPage() {
  const t = useT()
  const { may } = useSite()
  const [adding, setAdding] = useState<'carepad' | 'logger'>()
  return (
    <PageContent>
      <PageActions>
        {may('manageCarepads') && <Button onClick={() => setAdding('logger')}>{t('loggers.add')}</Button>}
        {may('addDevices') && (
          <Button tone="primary" icon={<Glyph icon={IconPlus} size={16} />} onClick={() => setAdding('carepad')}>
            {t('carepads.add')}
          </Button>
        )}
      </PageActions>
      <CarepadTabs current="management" />
      <CarepadManagement adding={adding} onAdded={() => setAdding(undefined)} />
    </PageContent>
  )
}
