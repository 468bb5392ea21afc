/** A device in full, by question: what is wrong now, where, how, cared for how, who may see it, what it is. Only what is known shows. */
import { IconCurrentLocation, IconExternalLink, IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Tracker } from '@whereabouts/contract/trackers'
import { deviceKind } from '@whereabouts/domain/trackers'
import type { ReactNode } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { stepsPath } from '../../lib/paths.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { formatTime } from '../../lib/time.ts'
import { trackers as texts } from '../../locales/trackers.ts'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import detail from '../../ui/detail.module.css'
import { Glyph } from '../../ui/glyph.tsx'
import { Pair } from '../../ui/pair.tsx'
import { Rename } from '../../ui/rename.tsx'
import { DeviceAlarms } from '../alarms/device-alarms.tsx'
import { useOpenAlarm } from '../alarms/use-open-alarms.ts'
import { WhyHere } from '../beliefs/why-here.tsx'
import { Ago } from '../live/ago.tsx'
import styles from '../live/detail.module.css'
import { useTracker } from '../live/hooks.ts'
import { Battery, Signal } from '../live/readings.tsx'
import { useSite } from '../live/site-view.ts'
import { isStale } from '../live/status.ts'
import { StatusMark } from '../live/status-mark.tsx'
import { Technical } from '../live/technical.tsx'
import { classAt, hostOf, safeLinks, useClasses } from '../tracker-classes/classes.ts'
import { TrailLink } from '../trails/trail-link.tsx'
import { useChangeTracker } from './changes.ts'
import { DeviceSymbol } from './device-symbol.tsx'
import { RingButton, WhyNotRing } from './drawer/ring-button.tsx'
import { placeBeside, senderText, whereSentence } from './location-sentence.ts'
import { modelText, platformText, statusWord } from './words.ts'

addTexts(texts)

interface TrackerDetailProps {
  readonly id: string
  readonly isFollowed: boolean
  /** Undefined where there is no map to follow it on. */
  readonly onFollow: (() => void) | undefined
  /** Buttons at the right of the name. */
  readonly corner: ReactNode
  /** More buttons beside those of the device. */
  readonly actions?: ReactNode
  /** The receivers of its shares and the form to share it; undefined: only their number. */
  readonly sharing?: ReactNode
}

export function TrackerDetail({ id, isFollowed, onFollow, corner, actions, sharing }: TrackerDetailProps) {
  const t = useT()
  const site = useSite()
  const { trackers } = site.store
  const change = useChangeTracker(id)
  const tracker = useTracker(id)
  const alarm = useOpenAlarm(id)
  const hasKeys = useSingleKeys()
  if (!tracker) return null
  const status = trackers.statusAt(trackers.slotOf(id) ?? -1)
  const isOwn = tracker.sharing.share_from === null
  const ring = { tracker, status, isAllowed: site.may('ringDevices') }
  const shortcut = (key: string) => (hasKeys ? key : undefined)
  return (
    <>
      <div className={styles.header}>
        <DeviceSymbol tracker={tracker} status={status} size={40} hasBadge={false} />
        <div className={styles.heading}>
          <Rename
            key={id}
            name={tracker.name}
            canRename={site.isLive && isOwn && site.may('editDevices')}
            onSave={(name) => change.mutateAsync({ name })}
          />
          <div className={`${styles.under} wb-num`}>
            {alarm && <StatusMark status="attention" word={alarm.subject} />}
            <StatusMark status={status} word={statusWord(t, tracker, status)} />
            <Ago at={tracker.last_seen} />
          </div>
        </div>
        {corner}
      </div>
      {(onFollow || site.isLive || actions || site.may('viewLocationLogs')) && (
        <div className={styles.actions}>
          {site.isLive && <RingButton {...ring} isMain keyShortcut={shortcut('R')} />}
          {actions}
          {onFollow && (
            <Button
              tone={isFollowed ? 'primary' : 'default'}
              icon={<Glyph icon={IconCurrentLocation} size={16} />}
              aria-pressed={isFollowed}
              onClick={onFollow}
            >
              {t(isFollowed ? 'map.following' : 'map.follow')}
            </Button>
          )}
          <TrailLink deviceId={id} className={controls.button} keyShortcut={shortcut('P')}>
            <Glyph icon={IconRoute} size={16} />
            {t('trackers.trail')}
          </TrailLink>
        </div>
      )}
      {site.isLive && <WhyNotRing {...ring} />}
      <DeviceAlarms key={id} id={id} className={styles.section} />
      <Where tracker={tracker} />
      <Health tracker={tracker} />
      {deviceKind(tracker.device_model) === 'watch' && tracker.make === '' && <Steps id={id} />}
      <Care tracker={tracker} />
      {sharing ?? <Sharing tracker={tracker} />}
      <Identity tracker={tracker} />
      <Technical place={tracker} className={styles.section} first={senderText(t, tracker)} />
    </>
  )
}

function Where({ tracker }: { tracker: Tracker }) {
  const t = useT()
  const info = tracker.qualified_location_info
  const place = placeBeside(tracker)
  const sentence = whereSentence(t, tracker)
  return (
    <section className={styles.section}>
      <h3>{t('trackers.where')}</h3>
      <ol className={`${styles.places} wb-num`}>
        <li data-live={(info !== null && !isStale(tracker)) || undefined}>
          <strong>{sentence}</strong>
          {place !== undefined && <span className={detail.small}>{place}</span>}
          {info && (
            <span className={detail.small}>
              {t('trackers.seenAt', { time: formatTime(info.scanned_at_ms / 1000) })}
              {info.time_corrected && ` · ${t('trackers.timeCorrected')}`}
              {info.accuracy !== null && ` · ${t('trackers.accuracy', { metres: Math.round(info.accuracy) })}`}
            </span>
          )}
          {tracker.moving && <span className={detail.small}>{t('trackers.moving')}</span>}
        </li>
      </ol>
      <WhyHere key={tracker.device_id} tracker={tracker} />
    </section>
  )
}

function Health({ tracker }: { tracker: Tracker }) {
  const t = useT()
  const unknown = t('trackers.unknown')
  return (
    <section className={styles.section}>
      <h3>{t('trackers.health')}</h3>
      <dl className={`${styles.quarters} wb-num`}>
        <Quarter term={t('trackers.battery')}>
          {tracker.battery === null ? unknown : <Battery percent={tracker.battery} />}
        </Quarter>
        <Quarter term={t('trackers.signal')}>
          {tracker.rssi === null ? unknown : <Signal rssiDbm={tracker.rssi} unit="dBm" />}
        </Quarter>
        <Quarter term={t('trackers.firmware')}>{tracker.firmware || unknown}</Quarter>
        <Quarter term={t('trackers.lastHeard')}>
          {tracker.last_seen === null ? t('time.never') : formatTime(tracker.last_seen)}
        </Quarter>
        {tracker.disconnected_time !== null && (
          <Quarter term={t('trackers.disconnectedSince')}>{formatTime(tracker.disconnected_time)}</Quarter>
        )}
        <Quarter term={t('trackers.offlineAlert')}>
          {t(tracker.offline_alert ? 'trackers.offlineAlertOn' : 'trackers.offlineAlertOff')}
        </Quarter>
      </dl>
    </section>
  )
}

function Steps({ id }: { id: string }) {
  const t = useT()
  return (
    <section className={styles.section}>
      <h3>{t('trackers.steps')}</h3>
      <Link {...stepsPath(id)}>{t('trackers.openSteps')}</Link>
    </section>
  )
}

const Quarter = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
)

function Care({ tracker }: { tracker: Tracker }) {
  const t = useT()
  const given = classAt(useClasses(), tracker.class_index)
  const links = safeLinks(given)
  if (!given && tracker.remark.length === 0) return null
  return (
    <section className={styles.section}>
      <h3>{t('trackers.care')}</h3>
      <dl className={detail.pairs}>
        {given && (
          <>
            <dt>{t('trackers.class')}</dt>
            <dd>
              <span className={styles.class}>
                <i style={{ background: given.color }} />
                {given.name}
              </span>
            </dd>
          </>
        )}
        {links.length > 0 && (
          <>
            <dt>{t('trackers.links')}</dt>
            <dd className={styles.links}>
              {links.map(({ name, url }) => (
                <a key={url} href={url} target="_blank" rel="noopener noreferrer">
                  {name || url}
                  <Glyph icon={IconExternalLink} size={13} />
                  {name !== '' && <small translate="no">{hostOf(url)}</small>}
                </a>
              ))}
            </dd>
          </>
        )}
        {tracker.remark.map((remark) => (
          <Remark key={remark.index} remark={remark} />
        ))}
      </dl>
    </section>
  )
}

const Remark = ({ remark }: { remark: Tracker['remark'][number] }) => (
  <>
    <dt>{remark.name}</dt>
    <dd>
      {remark.memo}
      <span className={`${detail.small} wb-num`}>
        {[remark.editor, formatTime(remark.update_time)].filter(Boolean).join(' · ')}
      </span>
    </dd>
  </>
)

function Sharing({ tracker }: { tracker: Tracker }) {
  const t = useT()
  const { share_from, share_to } = tracker.sharing
  if (share_from === null && share_to.length === 0) return null
  return (
    <section className={styles.section}>
      <h3>{t('trackers.sharing')}</h3>
      <p className={detail.small}>
        {share_from === null ? t('trackers.sharedTo', { count: share_to.length }) : t('trackers.received')}
      </p>
    </section>
  )
}

function Identity({ tracker }: { tracker: Tracker }) {
  const t = useT()
  return (
    <section className={styles.section}>
      <h3>{t('trackers.identity')}</h3>
      <dl className={detail.pairs}>
        <dt>{t('trackers.model')}</dt>
        <dd>{modelText(t, tracker)}</dd>
        <Pair isMono term={t('trackers.deviceId')} value={tracker.device_id} />
        <Pair isMono term={t('trackers.serialNumber')} value={tracker.serial_number} />
        <Pair isMono term={t('trackers.macAddress')} value={tracker.mac_address} />
        <Pair isMono term={t('trackers.platform')} value={platformText(tracker.platform)} />
        <dt>{t('trackers.added')}</dt>
        <dd className="wb-num">{formatTime(tracker.add_date).slice(0, 10)}</dd>
      </dl>
    </section>
  )
}
