/** Config Station WiFi: another network for a station, over Bluetooth. Source: specification §2; G46. */
import { IconWifi } from '@tabler/icons-react'
import { may } from '@whereabouts/contract/roles'
import { useDeferredValue, useState } from 'react'
import { rightsOf, useSession } from '../../features/auth/session-store.ts'
import { useLive } from '../../features/live/hooks.ts'
import { firstMatches } from '../../features/onboarding/matches.ts'
import { WifiTable } from '../../features/onboarding/wifi-table.tsx'
import { OnboardingWizard } from '../../features/onboarding/wizard.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { onboarding } from '../../locales/onboarding.ts'
import { onboardingPages } from '../../locales/onboarding-pages.ts'
import { stations as stationWords } from '../../locales/stations.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList } from '../../ui/list-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './onboarding-pages.module.css'
import { PageActions, PageContent } from './page.tsx'

addTexts(onboarding)
addTexts(onboardingPages)
addTexts(stationWords)

export default function StationWifiPage() {
  const t = useT()
  const rights = rightsOf(useSession())
  const [isOpen, setIsOpen] = useState(false)
  const setWifi = (
    <Button tone="primary" icon={<Glyph icon={IconWifi} size={16} />} onClick={() => setIsOpen(true)}>
      {t('onboarding.setWifi')}
    </Button>
  )
  return (
    <PageContent hint={t('onboarding.wifiHint')}>
      <PageActions>{setWifi}</PageActions>
      {rights && may(rights, 'viewStations') && <Stations />}
      {isOpen && <OnboardingWizard purpose="wifi" type="t4" onClose={() => setIsOpen(false)} />}
    </PageContent>
  )
}

function Stations() {
  const t = useT()
  const { store } = useLive()
  const [filter, setFilter] = useState('')
  const { shown, more } = firstMatches(store.stations, useDeferredValue(filter), () => true)
  if (store.stations.count === 0) return <EmptyList title={t('stations.none')} hint={t('stations.noneHint')} />
  return (
    <>
      <div className={styles.find}>
        <SearchField label={t('onboarding.find')} value={filter} onChange={setFilter} />
      </div>
      <WifiTable stations={shown} />
      {more > 0 && <p className={styles.more}>{t('onboarding.more', { count: more })}</p>}
    </>
  )
}
