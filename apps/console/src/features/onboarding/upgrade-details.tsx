/** Which version the tracker at the desk has, and which there is. */
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../lib/i18n.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { newerVersion, newestByModel } from '../firmware/newer.ts'
import { firmwaresQuery } from '../firmware/queries.ts'
import { useTracker } from '../live/hooks.ts'
import styles from './onboarding.module.css'
import type { BleSession } from './session.ts'
import { StepTitle } from './wizard-frame.tsx'

/** The newer version for the device, or undefined where there is none, or nobody knows yet. */
export function useNewerVersion({ device_id, firmware, model }: BleSession): string | undefined {
  const known = useTracker(device_id)
  const { data } = useQuery({ ...firmwaresQuery, select: newestByModel })
  return data && newerVersion(data, { device_model: known?.device_model ?? model, firmware, make: '' })
}

export function UpgradeDetails({ session }: { session: BleSession }) {
  const t = useT()
  const name = useTracker(session.device_id)?.name ?? session.device_id
  const { error } = useQuery(firmwaresQuery)
  const to = useNewerVersion(session)
  const from = session.firmware
  return (
    <div className={styles.told}>
      <FormFailure error={error ?? undefined} />
      <StepTitle>{t('onboarding.versionTitle', { name })}</StepTitle>
      <p>{to === undefined ? t('onboarding.versionNone', { from }) : t('onboarding.versionText', { from, to })}</p>
      <p>{t('onboarding.versionHow')}</p>
    </div>
  )
}
