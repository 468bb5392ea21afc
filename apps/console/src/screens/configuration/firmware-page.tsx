/** Firmware Upgrade: what there is, which devices are old, and the way to a newer version. Source: specification §2, §4; G45. */

import { IconBluetooth } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { OLDEST_FIRMWARE } from '@whereabouts/domain/firmware'
import { useDeferredValue, useMemo, useState } from 'react'
import { type Firmwares, newestByModel } from '../../features/firmware/newer.ts'
import { firmwaresQuery } from '../../features/firmware/queries.ts'
import { useLiveSlowly } from '../../features/live/use-live-slowly.ts'
import { concernsFirmware, NewestTable, UpgradeTable } from '../../features/onboarding/firmware-tables.tsx'
import { firstMatches } from '../../features/onboarding/matches.ts'
import { OnboardingWizard } from '../../features/onboarding/wizard.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { deviceTable } from '../../locales/device-table.ts'
import { onboarding } from '../../locales/onboarding.ts'
import { onboardingPages } from '../../locales/onboarding-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './onboarding-pages.module.css'
import { PageActions, PageContent } from './page.tsx'

addTexts(deviceTable)
addTexts(onboarding)
addTexts(onboardingPages)

export default function FirmwarePage() {
  const t = useT()
  const [isAtDesk, setIsAtDesk] = useState(false)
  const { data: firmwares, error, refetch } = useQuery(firmwaresQuery)
  const newest = useMemo(() => firmwares && newestByModel(firmwares), [firmwares])
  return (
    <PageContent hint={t('onboarding.firmwareHint', { oldest: OLDEST_FIRMWARE })}>
      <PageActions>
        <Button icon={<Glyph icon={IconBluetooth} size={16} />} onClick={() => setIsAtDesk(true)}>
          {t('onboarding.atDesk')}
        </Button>
      </PageActions>
      {firmwares === undefined && <UnloadedList error={error} onRetry={() => void refetch()} />}
      {newest && <Devices firmwares={newest} />}
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

function Devices({ firmwares }: { firmwares: Firmwares }) {
  const t = useT()
  const live = useLiveSlowly()
  const [filter, setFilter] = useState('')
  const wanted = useDeferredValue(filter)
  const isConcerned = useMemo(() => concernsFirmware(firmwares), [firmwares])
  const { shown, more } = useMemo(
    () => firstMatches(live.store.trackers, wanted, isConcerned),
    [live, wanted, isConcerned],
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
        <EmptyList title={filter === '' ? t('onboarding.allCurrent') : t('grid.noMatch', { text: filter })} />
      )}
      {more > 0 && <p className={styles.more}>{t('onboarding.more', { count: more })}</p>}
    </>
  )
}
