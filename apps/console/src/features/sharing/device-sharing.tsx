/**
 * The part of a device's details about sharing: the receivers of an own device, the giver of a received one, and
 * whether a phone may be tracked at all. Source: specification §4 Sharing; G32, G41, G48; design language §13.4.
 */
import { may } from '@whereabouts/contract/roles'
import { addTexts, useT } from '../../lib/i18n.ts'
import { sharing as texts } from '../../locales/sharing.ts'
import styles from '../../ui/detail.module.css'
import { rightsOf, useSession } from '../auth/session-store.ts'
import { useTracker } from '../live/hooks.ts'
import { ReceivedFrom } from './received-from.tsx'
import { SharedWith } from './shared-with.tsx'
import { TrackableSwitch } from './trackable-switch.tsx'

addTexts(texts)

export function DeviceSharing({ id }: { id: string }) {
  const t = useT()
  const rights = rightsOf(useSession())
  const tracker = useTracker(id)
  // Visitors of a link are told nothing of it.
  if (tracker === undefined || rights === undefined || !may(rights, 'viewSharing')) return null
  const canShare = may(rights, 'shareDevices')
  if (tracker.sharing.share_from !== null) return <ReceivedFrom tracker={tracker} canLeave={canShare} />
  return (
    <>
      {canShare ? (
        <SharedWith key={id} tracker={tracker} />
      ) : (
        <section className={styles.section} aria-label={t('sharing.title')}>
          <h3>{t('sharing.title')}</h3>
          <p className={styles.small}>{t('sharing.countOnly', { count: tracker.sharing.share_to.length })}</p>
        </section>
      )}
      {tracker.device_model === 'mobile' && may(rights, 'removeDevices') && <TrackableSwitch tracker={tracker} />}
    </>
  )
}
