/** A station in full beside the table, with everything that can be done with it. Source: G47, G52. */
import { IconCamera, IconMapPin, IconPhotoOff, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Station } from '@whereabouts/contract/stations'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { type ReactNode, useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { mapPath } from '../../../lib/paths.ts'
import { formatTime } from '../../../lib/time.ts'
import { showError } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import controls from '../../../ui/controls.module.css'
import styles from '../../../ui/detail.module.css'
import { DrawerFoot } from '../../../ui/drawer.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { InfoNotice } from '../../../ui/notice.tsx'
import { Pair } from '../../../ui/pair.tsx'
import { Rename } from '../../../ui/rename.tsx'
import { SwitchBox } from '../../../ui/switch-box.tsx'
import { SenderTroubles } from '../../credentials/trouble-list.tsx'
import { Ago } from '../../live/ago.tsx'
import { useStation } from '../../live/hooks.ts'
import { useSite } from '../../live/site-view.ts'
import { StatusMark } from '../../live/status-mark.tsx'
import { Technical } from '../../live/technical.tsx'
import { PhotoCropper } from '../../pictures/photo-cropper.tsx'
import { useChangeStation, useStationPhoto } from '../changes.ts'
import { HeardList } from '../heard-list.tsx'
import { placeText } from '../place-text.ts'
import { StationPicture } from '../station-picture.tsx'
import { BlinkButton } from './blink-button.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { RemoveStations } from './remove-stations.tsx'

/** Rows of what it hears; the map has them all. */
const MOST_HEARD = 8
const WHY_NOT_ID = 'why-not-blink'

interface StationDrawerProps {
  readonly id: string
  readonly canRemove: boolean
  /** Previous, next, close. */
  readonly corner: ReactNode
  /** Opens a device it hears. */
  readonly onDevice: (deviceId: string) => void
}

type Open = 'photo' | 'place' | 'remove'

export function StationDrawer({ id, canRemove, corner, onDevice }: StationDrawerProps) {
  const t = useT()
  const { stations } = useSite().store
  const station = useStation(id)
  const change = useChangeStation(id)
  const photo = useStationPhoto(id)
  const [open, setOpen] = useState<Open>()
  if (!station) return null
  const status = stations.statusAt(stations.slotOf(id) ?? -1)
  const close = () => setOpen(undefined)
  return (
    <>
      <div className={styles.head}>
        <div className={styles.tile}>
          <StationPicture station={station} status={status} size={36} />
          <button
            type="button"
            aria-label={t('drawer.photo')}
            title={t('drawer.photo')}
            onClick={() => setOpen('photo')}
          >
            <Glyph icon={IconCamera} size={14} />
          </button>
        </div>
        <div className={styles.heading}>
          <Rename key={id} canRename name={station.t4_name} onSave={(t4_name) => change.mutateAsync({ t4_name })} />
          <State station={station} status={status} />
        </div>
        <div className={styles.corner}>{corner}</div>
      </div>
      <div className={styles.actions}>
        <BlinkButton station={station} whyNotId={WHY_NOT_ID} />
        <Link {...mapPath({ list: 'stations', station: id })} className={controls.button}>
          <Glyph icon={IconMapPin} size={16} />
          {t('drawer.map')}
        </Link>
      </div>
      {status !== 'connected' && (
        <p id={WHY_NOT_ID} className={styles.why}>
          {t('stations.cantBlink')}
        </p>
      )}
      <section className={styles.section} aria-label={t('stations.where')}>
        <div className={styles.sectionHead}>
          <h3>{t('stations.where')}</h3>
          <button
            type="button"
            className={styles.edit}
            aria-label={t('stations.editPlace')}
            onClick={() => setOpen('place')}
          >
            {t('drawer.edit')}
          </button>
        </div>
        <p>{placeText(t, station)}</p>
      </section>
      <section className={styles.section}>
        <h3>{t('stations.hearing')}</h3>
        <HeardList t4Id={id} most={MOST_HEARD} onDevice={onDevice} />
      </section>
      <section className={styles.section} aria-label={t('stations.identity')}>
        <dl className={styles.pairs}>
          <Pair term={t('stations.id')} value={station.t4_id} isMono />
          <Pair term={t('stations.mac')} value={station.mac_address} isMono />
          <Pair term={t('stations.firmware')} value={station.firmware} />
          <Pair term={t('stations.wifi')} value={station.wifi_ssid} />
          <Pair term={t('stations.ip')} value={station.ip} isMono />
          <Pair
            term={t('stations.lastSeen')}
            value={station.lastseen_time === null ? t('time.never') : formatTime(station.lastseen_time)}
          />
        </dl>
      </section>
      <SenderTroubles id={id} className={styles.section} />
      <Technical place={station} className={styles.section} />
      <div className={`${styles.section} ${styles.switch}`}>
        <div>
          <strong>{t('stations.lock')}</strong>
          <span className={styles.small}>{t('stations.lockHint')}</span>
        </div>
        <SwitchBox
          label={t('stations.lock')}
          isOn={station.lock_mancal}
          onSwitch={(lock_mancal) => change.mutateAsync({ lock_mancal }).catch(showError)}
        />
      </div>
      {canRemove && (
        <DrawerFoot>
          {station.removal_pending ? (
            <InfoNotice>{t('stations.removing')}</InfoNotice>
          ) : (
            <>
              <Button tone="remove" icon={<Glyph icon={IconTrash} size={16} />} onClick={() => setOpen('remove')}>
                {t('drawer.remove')}
              </Button>
              <p>{t('stations.removeHint')}</p>
            </>
          )}
        </DrawerFoot>
      )}
      {open === 'photo' && (
        <PhotoCropper
          title={t('drawer.photo')}
          extra={
            station.photo !== '' && (
              <Button
                icon={<Glyph icon={IconPhotoOff} size={16} />}
                isPending={photo.isPending}
                onClick={() => photo.mutate('', { onSuccess: close, onError: showError })}
              >
                {t('drawer.removePhoto')}
              </Button>
            )
          }
          onCropped={(dataUrl) => photo.mutateAsync(dataUrl)}
          onClose={close}
        />
      )}
      {open === 'place' && <PlaceDialog station={station} onClose={close} />}
      {open === 'remove' && <RemoveStations ids={[id]} onClose={close} />}
    </>
  )
}

const State = ({ station, status }: { station: Station; status: TrackerStatus }) => {
  const t = useT()
  return (
    <div className={`${styles.under} wb-num`}>
      <StatusMark status={status} word={t(status === 'connected' ? 'stations.connected' : 'stations.offline')} />
      <Ago at={station.lastseen_time} />
    </div>
  )
}
