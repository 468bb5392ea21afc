/** Adds trackers and stations over Bluetooth. Source: specification §2 Add Devices; design language §13.5. */
import { IconAccessPoint, IconDeviceWatch } from '@tabler/icons-react'
import { useState } from 'react'
import { hasBluetooth } from '../../features/bluetooth/web-bluetooth.ts'
import { SenderList } from '../../features/credentials/sender-list.tsx'
import { OnboardingWizard } from '../../features/onboarding/wizard.tsx'
import { TagInbox } from '../../features/unclaimed/tag-inbox.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { onboarding } from '../../locales/onboarding.ts'
import { onboardingFailures } from '../../locales/onboarding-failures.ts'
import { onboardingPages } from '../../locales/onboarding-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import styles from './onboarding-pages.module.css'
import { PageContent } from './page.tsx'

addTexts(onboarding)
addTexts(onboardingFailures)
addTexts(onboardingPages)

export default function AddDevicesPage() {
  const t = useT()
  const [adding, setAdding] = useState<'g3' | 't4'>()
  return (
    <PageContent hint={t('onboarding.pageHint')}>
      {!hasBluetooth() && (
        <div className={styles.unsupported}>
          <InfoNotice>{t('onboarding.unsupportedText')}</InfoNotice>
        </div>
      )}
      <ul className={styles.cards}>
        <li>
          <Glyph icon={IconDeviceWatch} size={24} />
          <div>
            <h2>{t('onboarding.tracker')}</h2>
            <p>{t('onboarding.trackerHint')}</p>
          </div>
          <Button tone="primary" onClick={() => setAdding('g3')}>
            {t('onboarding.addTracker')}
          </Button>
        </li>
        <li>
          <Glyph icon={IconAccessPoint} size={24} />
          <div>
            <h2>{t('onboarding.station')}</h2>
            <p>{t('onboarding.stationHint')}</p>
          </div>
          <Button tone="primary" onClick={() => setAdding('t4')}>
            {t('onboarding.addStation')}
          </Button>
        </li>
      </ul>
      <TagInbox />
      <SenderList />
      {adding && <OnboardingWizard purpose="add" type={adding} onClose={() => setAdding(undefined)} />}
    </PageContent>
  )
}
