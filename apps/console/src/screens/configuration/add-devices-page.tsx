/** What people own comes in here, and our own devices over Bluetooth. Source: specification §2 Add Devices; design language §13.5. */
import { useState } from 'react'
import { hasBluetooth } from '../../features/bluetooth/web-bluetooth.ts'
import connect from '../../features/connect/connect.module.css'
import { ConnectThings } from '../../features/connect/connect-things.tsx'
import { ThingCards } from '../../features/connect/thing-cards.tsx'
import { SenderList } from '../../features/credentials/sender-list.tsx'
import { OnboardingWizard } from '../../features/onboarding/wizard.tsx'
import { TagInbox } from '../../features/unclaimed/tag-inbox.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { onboarding } from '../../locales/onboarding.ts'
import { onboardingFailures } from '../../locales/onboarding-failures.ts'
import { onboardingPages } from '../../locales/onboarding-pages.ts'
import { InfoNotice } from '../../ui/notice.tsx'
import { PageContent } from './page.tsx'

addTexts(onboarding)
addTexts(onboardingFailures)
addTexts(onboardingPages)

const TYPES = { tracker: 'g3', station: 't4' } as const

export default function AddDevicesPage() {
  const t = useT()
  const [adding, setAdding] = useState<'g3' | 't4'>()
  return (
    <PageContent>
      <ConnectThings />
      <section className={connect.section} aria-labelledby="ours">
        <h2 id="ours">{t('connect.ours')}</h2>
        {!hasBluetooth() && (
          <div className={connect.unsupported}>
            <InfoNotice>{t('onboarding.unsupportedText')}</InfoNotice>
          </div>
        )}
        <ThingCards
          label={t('connect.ours')}
          things={[
            { id: 'tracker', name: t('onboarding.addTracker'), hint: t('onboarding.trackerHint') },
            { id: 'station', name: t('onboarding.addStation'), hint: t('onboarding.stationHint') },
          ]}
          onChoose={(id) => setAdding(TYPES[id])}
        />
      </section>
      <TagInbox />
      <SenderList />
      {adding && <OnboardingWizard purpose="add" type={adding} onClose={() => setAdding(undefined)} />}
    </PageContent>
  )
}
