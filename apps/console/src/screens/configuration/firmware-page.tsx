/** Firmware Upgrade: what there is, which devices are old, and the way to a newer version. Source: specification §2, §4; G45. */

import { IconBluetooth } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { OLDEST_FIRMWARE } from '@whereabouts/domain/firmware'
import { useDeferredValue, useState } from 'react'
import { useLive } from '../../features/live/hooks.ts'
import {
  concernsFirmware,
  type Firmware,
  NewestTable,
  UpgradeTable,
} from '../../features/onboarding/firmware-tables.tsx'
import { firstMatches } from '../../features/onboarding/matches.ts'
import { firmwaresQuery } from '../../features/onboarding/queries.ts'
import { OnboardingWizard } from '../../features/onboarding/wizard.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { onboarding } from '../../locales/onboarding.ts'
import { onboardingPages } from '../../locales/onboarding-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, FailedList } from '../../ui/list-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './onboarding-pages.module.css'
import { PageActions, PageContent } from './page.tsx'

addTexts(onboarding)
addTexts(onboardingPages)

export default function FirmwarePage() {
  const t = useT()
  const [isAtDesk, setIsAtDesk] = useState(false)
  const { data: firmwares, error, refetch } = useQuery(firmwaresQuery)
  return (
    <PageContent hint={t('onboarding.firmwareHint', { oldest: OLDEST_FIRMWARE })}>
      <PageActions>
        <Button icon={<Glyph icon={IconBluetooth} size={16} />} onClick={() => setIsAtDesk(true)}>
          {t('onboarding.atDesk')}
        </Button>
      </PageActions>
      {error && <FailedList error={error} onRetry={() => void refetch()} />}
      {firmwares && <Devices firmwares={firmwares} />}
      {firmwares && (
        <>
          <h2 className={styles.section}>{t('onboarding.newest')}</h2>
          {firmwares.length === 0 ? (
            <EmptyList title={t('onboarding.newestNone')} />
          ) : (
            <NewestTable firmwares={firmwares} />
          )}
        </>
      )}
      {isAtDesk && <OnboardingWizard purpose="upgrade" type="g3" onClose={() => setIsAtDesk(false)} />}
    </PageContent>
  )
}

function Devices({ firmwares }: { firmwares: readonly Firmware[] }) {
  const t = useT()
  const { store } = useLive()
  const [filter, setFilter] = useState('')
  const { shown, more } = firstMatches(store.trackers, useDeferredValue(filter), (tracker) =>
    concernsFirmware(firmwares, tracker),
  )
  const isFound = shown.length > 0
  return (
    <>
      <h2 className={styles.section}>{t('onboarding.toUpgrade')}</h2>
      {(isFound || filter !== '') && (
        <div className={styles.find}>
          <SearchField label={t('onboarding.find')} value={filter} onChange={setFilter} />
        </div>
      )}
      {isFound ? (
        <UpgradeTable trackers={shown} firmwares={firmwares} />
      ) : (
        <EmptyList title={t('onboarding.allCurrent')} />
      )}
      {more > 0 && <p className={styles.more}>{t('onboarding.more', { count: more })}</p>}
    </>
  )
}
