/** A device in full beside the table, with everything that can be done with it alone. Design language §13.4; G45, G47, G49, G51. */
import { IconHistoryOff, IconMapPin, IconRoute, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Tracker } from '@whereabouts/contract/trackers'
import { isOurMake, type TrackerStatus } from '@whereabouts/domain/trackers'
import { type ReactNode, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { mapPath } from '../../../lib/paths.ts'
import { formatTime } from '../../../lib/time.ts'
import { Button } from '../../../ui/button.tsx'
import controls from '../../../ui/controls.module.css'
import styles from '../../../ui/detail.module.css'
import { DrawerFoot } from '../../../ui/drawer.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { InfoNotice } from '../../../ui/notice.tsx'
import { Pair } from '../../../ui/pair.tsx'
import { Rename } from '../../../ui/rename.tsx'
import { DeviceAlarms } from '../../alarms/device-alarms.tsx'
import { useOpenAlarm } from '../../alarms/use-open-alarms.ts'
import { WhyHere } from '../../beliefs/why-here.tsx'
import { SenderTroubles } from '../../credentials/trouble-list.tsx'
import { PlanAround } from '../../indoor-maps/plan-around.tsx'
import { Ago } from '../../live/ago.tsx'
import { useLive, useTracker } from '../../live/hooks.ts'
import { trackerPlace } from '../../live/marker-changes.ts'
import { useSite } from '../../live/site-view.ts'
import { StatusMark } from '../../live/status-mark.tsx'
import { Technical } from '../../live/technical.tsx'
import { TrailLink } from '../../trails/trail-link.tsx'
import { EraseDialog } from '../batch/erase-dialog.tsx'
import { RemoveDialog } from '../batch/remove-dialog.tsx'
import { useChangeTracker } from '../changes.ts'
import { DeviceSymbol } from '../device-symbol.tsx'
import { placeBeside, senderText, whereSentence } from '../location-sentence.ts'
import { modelText, platformText, statusWord } from '../words.ts'
import { AdvSettings } from './adv-settings.tsx'
import { AlertSwitch } from './alert-switch.tsx'
import { ClassChoice } from './class-choice.tsx'
import { Health } from './health.tsx'
import { PhotoTile } from './photo-tile.tsx'
import { Remarks } from './remarks.tsx'
import { RingButton, WhyNotRing } from './ring-button.tsx'

/** What this person may do with their own devices. */
interface DeviceRights {
  readonly canEdit: boolean
  readonly canConfigure: boolean
  readonly canRing: boolean
  readonly canSetAlert: boolean
  readonly canRemove: boolean
  /** Its history. */
  readonly canErase: boolean
}

interface DeviceDrawerProps {
  readonly id: string
  readonly rights: DeviceRights
  /** Previous, next, close. */
  readonly corner: ReactNode
  /** Whom it is shared with; shown for own devices and for those of others. */
  readonly sharing?: ReactNode
}

export function DeviceDrawer({ id, rights, corner, sharing }: DeviceDrawerProps) {
  const t = useT()
  const { trackers } = useSite().store
  const tracker = useTracker(id)
  const alarm = useOpenAlarm(id)
  const change = useChangeTracker(id)
  const [isRemoving, setIsRemoving] = useState(false)
  const [isErasing, setIsErasing] = useState(false)
  if (!tracker) return null
  const status = trackers.statusAt(trackers.slotOf(id) ?? -1)
  // A device of somebody else can be seen and rung, nothing more (G48).
  const isOwn = tracker.sharing.share_from === null
  const canEdit = isOwn && rights.canEdit
  const takesOrders = isOwn && rights.canConfigure && isOurMake(tracker)
  return (
    <>
      <div className={styles.head}>
        <PhotoTile tracker={tracker} status={status} canChange={canEdit} />
        <div className={styles.heading}>
          <Rename key={id} name={tracker.name} canRename={canEdit} onSave={(name) => change.mutateAsync({ name })} />
          <div className={`${styles.under} wb-num`}>
            {alarm && <StatusMark status="attention" word={alarm.subject} />}
            <StatusMark status={status} word={statusWord(t, tracker, status)} />
            <Ago at={tracker.last_seen} />
          </div>
        </div>
        <div className={styles.corner}>{corner}</div>
      </div>
      <div className={styles.actions}>
        <RingButton tracker={tracker} status={status} isAllowed={rights.canRing} />
        <Link {...mapPath({ device: id })} className={controls.button}>
          <Glyph icon={IconMapPin} size={16} />
          {t('drawer.map')}
        </Link>
        <TrailLink deviceId={id} className={controls.button}>
          <Glyph icon={IconRoute} size={16} />
          {t('trackers.trail')}
        </TrailLink>
      </div>
      <WhyNotRing tracker={tracker} status={status} isAllowed={rights.canRing} />
      <DeviceAlarms key={id} id={id} className={styles.section} />
      {!isOwn && (
        <div className={styles.section}>
          <InfoNotice>{t('drawer.received')}</InfoNotice>
        </div>
      )}
      <Health tracker={tracker} canUpdate={takesOrders} />
      <section className={styles.section} aria-label={t('trackers.identity')}>
        <dl className={styles.pairs}>
          <dt>{t('drawer.location')}</dt>
          <dd>
            <Place tracker={tracker} status={status} />
          </dd>
          <dt>{t('drawer.class')}</dt>
          <dd>
            <ClassChoice tracker={tracker} canChange={canEdit} />
          </dd>
          <Identity tracker={tracker} />
        </dl>
      </section>
      {isOwn && <Remarks tracker={tracker} canEdit={canEdit} />}
      {isOwn && <AlertSwitch tracker={tracker} canChange={rights.canSetAlert} />}
      <OnPlan tracker={tracker} status={status} />
      {takesOrders && <AdvSettings tracker={tracker} />}
      {isOwn && tracker.device_model === 'mobile' && <SenderTroubles id={id} className={styles.section} />}
      <Technical place={tracker} className={styles.section} first={senderText(t, tracker)} />
      {sharing}
      {isOwn && rights.canErase && (
        <div className={styles.section}>
          <Button
            tone="remove"
            size="small"
            icon={<Glyph icon={IconHistoryOff} size={15} />}
            onClick={() => setIsErasing(true)}
          >
            {t('drawer.erase')}
          </Button>
        </div>
      )}
      {isOwn && rights.canRemove && (
        <DrawerFoot>
          {tracker.removal_pending ? (
            <InfoNotice>{t('drawer.removing')}</InfoNotice>
          ) : (
            <>
              <Button tone="remove" icon={<Glyph icon={IconTrash} size={16} />} onClick={() => setIsRemoving(true)}>
                {t('drawer.remove')}
              </Button>
              <p>{t('drawer.removeHint')}</p>
            </>
          )}
        </DrawerFoot>
      )}
      {isRemoving && <RemoveDialog ids={[id]} onClose={() => setIsRemoving(false)} />}
      {isErasing && <EraseDialog ids={[id]} onClose={() => setIsErasing(false)} />}
    </>
  )
}

function Place({ tracker, status }: { tracker: Tracker; status: TrackerStatus }) {
  const t = useT()
  const place = placeBeside(tracker)
  return (
    <>
      {whereSentence(t, tracker)}
      {tracker.moving && status === 'connected' && ` · ${t('trackers.moving')}`}
      {place !== undefined && <span className={styles.small}>{place}</span>}
      <WhyHere key={tracker.device_id} tracker={tracker} />
    </>
  )
}

/** The plan around it, for those who look for it there. */
function OnPlan({ tracker, status }: { tracker: Tracker; status: TrackerStatus }) {
  const { store } = useLive()
  const indoor = trackerPlace(tracker)?.indoor
  const map = indoor ? store.maps.find(({ id }) => id === indoor.plane) : undefined
  if (!indoor || !map) return null
  const symbol = <DeviceSymbol tracker={tracker} status={status} size={32} />
  return (
    <div className={styles.section}>
      <PlanAround map={map} x={indoor.x} y={indoor.y} spots={[{ id: tracker.device_id, ...indoor, symbol }]} />
    </div>
  )
}

function Identity({ tracker }: { tracker: Tracker }) {
  const t = useT()
  return (
    <>
      <Pair term={t('trackers.deviceId')} value={tracker.device_id} isMono />
      <Pair term={t('trackers.serialNumber')} value={tracker.serial_number} isMono />
      <Pair term={t('trackers.macAddress')} value={tracker.mac_address} isMono />
      <Pair term={t('trackers.model')} value={modelText(t, tracker)} />
      <Pair term={t('trackers.platform')} value={platformText(tracker.platform)} />
      <Pair
        term={t('trackers.lastHeard')}
        value={tracker.last_seen === null ? t('time.never') : formatTime(tracker.last_seen)}
      />
      {tracker.disconnected_time !== null && (
        <Pair term={t('trackers.disconnectedSince')} value={formatTime(tracker.disconnected_time)} />
      )}
      <Pair term={t('trackers.added')} value={formatTime(tracker.add_date)} />
    </>
  )
}
