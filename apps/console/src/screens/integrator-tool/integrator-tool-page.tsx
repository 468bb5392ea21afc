/** What integrators do for the accounts they look after. Source: specification §2; G11. */
import { FeatureSwitches } from '../../features/integrators/feature-switches.tsx'
import { useT } from '../../lib/i18n.ts'
import { PageBody } from '../../ui/sub-pages.tsx'

export default function IntegratorToolPage() {
  const t = useT()
  return (
    <PageBody title={t('integratorTool.title')} hint={t('integratorTool.hint')}>
      <FeatureSwitches />
    </PageBody>
  )
}
