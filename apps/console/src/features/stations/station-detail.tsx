import type { ReactNode } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'
import { stations as texts } from '../../locales/stations.ts'
import { MarkerSymbol } from '../../map/marker-symbol.tsx'
import detail from '../../ui/detail.module.css'
import { Pair } from '../../ui/pair.tsx'
import { Rename } from '../../ui/rename.tsx'
import { Ago } from '../live/ago.tsx'
import styles from '../live/detail.module.css'
import { useStation } from '../live/hooks.ts'
import { useSite } from '../live/site-view.ts'
import { StatusMark } from '../live/status-mark.tsx'
import { Technical } from '../live/technical.tsx'
import { useChangeStation } from './changes.ts'
import { BlinkButton } from './drawer/blink-button.tsx'
import { HeardList } from './heard-list.tsx'
import { placeText } from './place-text.ts'

addTexts(texts)

/** Rows of what it hears; a station in a hall may hear a hundred. */
const MOST_HEARD = 40

/** Of the one panel there is. */
const WHY_NOT_ID = 'why-not-blink-here'

interface StationDetailProps {
  readonly id: string
  readonly onDevice: (deviceId: string) => void
  readonly corner: ReactNode
  /** More buttons beside that of the station. */
  readonly actions?: ReactNode
}

export function StationDetail({ id, onDevice, corner, actions }: StationDetailProps) {
  const t = useT()
  const site = useSite()
  const { stations } = site.store
  const change = useChangeStation(id)
  const station = useStation(id)
  if (!station) return null
  const status = stations.statusAt(stations.slotOf(id) ?? -1)
  const canManage = site.isLive && site.may('manageStations')
  return (
    <>
      <div className={styles.header}>
        <MarkerSymbol kind="station" state={status} size={40} hasBadge={false} />
        <div className={styles.heading}>
          <Rename
            key={id}
            name={station.t4_name}
            canRename={canManage}
            onSave={(t4_name) => change.mutateAsync({ t4_name })}
          />
          <div className={`${styles.under} wb-num`}>
            <StatusMark status={status} word={t(status === 'connected' ? 'stations.connected' : 'stations.offline')} />
            <Ago at={station.lastseen_time} />
          </div>
        </div>
        {corner}
      </div>
      {(canManage || actions) && (
        <div className={styles.actions}>
          {canManage && <BlinkButton station={station} whyNotId={WHY_NOT_ID} />}
          {actions}
        </div>
      )}
      {canManage && status !== 'connected' && (
        <p id={WHY_NOT_ID} className={detail.why}>
          {t('stations.cantBlink')}
        </p>
      )}
      <section className={styles.section}>
        <h3>{t('stations.where')}</h3>
        <p>{placeText(t, station)}</p>
      </section>
      <section className={styles.section}>
        <h3>{t('stations.hearing')}</h3>
        <HeardList t4Id={id} most={MOST_HEARD} onDevice={onDevice} />
      </section>
      <section className={styles.section}>
        <h3>{t('stations.identity')}</h3>
        <dl className={detail.pairs}>
          <Pair isMono term={t('stations.id')} value={station.t4_id} />
          <Pair isMono term={t('stations.mac')} value={station.mac_address} />
          <Pair isMono term={t('stations.firmware')} value={station.firmware} />
          <Pair isMono term={t('stations.wifi')} value={station.wifi_ssid} />
          <Pair isMono term={t('stations.ip')} value={station.ip} />
          <dt>{t('stations.lastSeen')}</dt>
          <dd className="wb-num">
            {station.lastseen_time === null ? t('time.never') : formatTime(station.lastseen_time)}
          </dd>
        </dl>
      </section>
      <Technical place={station} className={styles.section} />
    </>
  )
}
