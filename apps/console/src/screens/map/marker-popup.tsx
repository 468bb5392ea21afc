/** What a marker says when it is pressed: who, how, where, and the way to more. It stays at its marker. */
import { IconCurrentLocation, IconListDetails, IconRoute, IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import { idOf } from '../../features/alarms/handling.ts'
import { openSince, useOpenAlarms } from '../../features/alarms/use-open-alarms.ts'
import { askWhy, canAskWhy } from '../../features/beliefs/why-here.tsx'
import { Ago } from '../../features/live/ago.tsx'
import detail from '../../features/live/detail.module.css'
import { useStation, useTracker } from '../../features/live/hooks.ts'
import { Battery, Signal } from '../../features/live/readings.tsx'
import { useSite } from '../../features/live/site-view.ts'
import { StatusMark } from '../../features/live/status-mark.tsx'
import { BlinkButton } from '../../features/stations/drawer/blink-button.tsx'
import { HeardList } from '../../features/stations/heard-list.tsx'
import { classAt, useClasses } from '../../features/tracker-classes/classes.ts'
import { DeviceSymbol } from '../../features/trackers/device-symbol.tsx'
import { RingButton, WhyNotRing } from '../../features/trackers/drawer/ring-button.tsx'
import { placeBeside, whereSentence } from '../../features/trackers/location-sentence.ts'
import { statusWord } from '../../features/trackers/words.ts'
import { TrailLink } from '../../features/trails/trail-link.tsx'
import { useT } from '../../lib/i18n.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { MarkerSymbol } from '../../map/marker-symbol.tsx'
import type { MapStage } from '../../map/stage.ts'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './map.module.css'
import alarmStyles from './marker-popup.module.css'
import { type OtherSide, OtherSideButton } from './other-side.tsx'
import { placePopup, type Side } from './popup-place.ts'

/** Devices named in a station's popup; the rest is in its details. */
const MOST_HEARD = 5

export interface PopupControl {
  /** The map moved: the popup goes with its marker. */
  move(): void
}

interface MarkerPopupProps {
  readonly stage: MapStage
  readonly kind: 'device' | 'station'
  readonly id: string
  readonly isFollowed: boolean
  readonly control: RefObject<PopupControl | null>
  readonly onFollow: () => void
  readonly onDetails: () => void
  readonly onDevice: (id: string) => void
  /** Undefined where there is none. */
  readonly otherSide: OtherSide | undefined
  readonly onClose: () => void
}

/** Turn of the tip, and where it sits, for each side. */
const TIPS: Record<Side, { readonly left?: string; readonly top?: string; readonly turn: number }> = {
  right: { left: '-7px', turn: 45 },
  left: { left: 'calc(100% - 6px)', turn: 225 },
  below: { top: '-7px', turn: 135 },
  above: { top: 'calc(100% - 6px)', turn: 315 },
}

export function MarkerPopup({ stage, kind, id, control, ...rest }: MarkerPopupProps) {
  const box = useRef<HTMLElement>(null)
  const tip = useRef<HTMLElement>(null)
  const { store } = useSite()
  const name = kind === 'device' ? store.trackers.get(id)?.name : store.stations.get(id)?.t4_name

  const move = useCallback(() => {
    const popup = box.current
    const room = popup?.parentElement
    if (!popup || !room) return
    const marker = stage.screenPlaceOf(id)
    popup.toggleAttribute('data-hidden', !marker)
    if (!marker) return
    const size = { width: popup.offsetWidth, height: popup.offsetHeight }
    const place = placePopup(marker, size, { width: room.clientWidth, height: room.clientHeight }, stage.screenPlaces())
    popup.style.transform = `translate(${Math.round(place.x)}px, ${Math.round(place.y)}px)`
    if (!tip.current) return
    const { left, top, turn } = TIPS[place.side]
    const along = (at: number, length: number) => `${Math.max(14, Math.min(length - 26, at - 6))}px`
    tip.current.style.left = left ?? along(marker.x - place.x, size.width)
    tip.current.style.top = top ?? along(marker.y - place.y, size.height)
    tip.current.style.transform = `rotate(${turn}deg)`
  }, [stage, id])
  useImperativeHandle(control, () => ({ move }))

  useEffect(() => {
    move()
    const watch = new ResizeObserver(move)
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [move])

  return (
    <section ref={box} data-kind="popup" className={`${styles.floating} ${styles.popup}`} aria-label={name ?? id}>
      {kind === 'device' ? <DevicePopup id={id} {...rest} /> : <StationPopup id={id} {...rest} />}
      <i ref={tip} className={styles.tip} />
    </section>
  )
}

type BodyProps = Omit<MarkerPopupProps, 'stage' | 'kind' | 'control'>

function DevicePopup({ id, isFollowed, onFollow, onDetails, otherSide, onClose }: BodyProps) {
  const t = useT()
  const classes = useClasses()
  const site = useSite()
  const { trackers } = site.store
  const tracker = useTracker(id)
  const alarms = useOpenAlarms(id)
  const hasKeys = useSingleKeys()
  if (!tracker) return null
  const status = trackers.statusAt(trackers.slotOf(id) ?? -1)
  const given = classAt(classes, tracker.class_index)
  const word = statusWord(t, tracker, status)
  const sentence = whereSentence(t, tracker)
  const place = placeBeside(tracker)
  const accuracy = tracker.qualified_location_info?.accuracy ?? null
  return (
    <>
      <PopupHead
        symbol={<DeviceSymbol tracker={tracker} status={status} size={32} hasBadge={false} />}
        name={tracker.name}
        onClose={onClose}
      >
        {alarms.map((alarm) => (
          <span key={idOf(alarm)} className={alarmStyles.mark}>
            <StatusMark status="attention" word={alarm.subject} />
            <Ago at={openSince(alarm)} />
          </span>
        ))}
        <StatusMark status={status} word={word} />
        <Ago at={tracker.last_seen} />
      </PopupHead>
      <div className={styles.popupBody}>
        {alarms.map((alarm) => (
          <p key={idOf(alarm)} className={alarmStyles.message}>
            {alarm.message}
          </p>
        ))}
        {/* A phone is its own witness: that it is online stands above already. */}
        {sentence !== word && <div>{sentence}</div>}
        {place !== undefined && <span className={styles.muted}>{place}</span>}
        {place === undefined && accuracy !== null && (
          <span className={styles.muted}>{t('trackers.accuracy', { metres: Math.round(accuracy) })}</span>
        )}
        {canAskWhy(site.isLive, tracker) && (
          <button
            type="button"
            className={detail.why}
            onClick={() => {
              askWhy(id)
              onDetails()
            }}
          >
            {t('beliefs.why')}
          </button>
        )}
        <div className={styles.popupFacts}>
          {tracker.battery !== null && <Battery percent={tracker.battery} />}
          {tracker.rssi !== null && <Signal rssiDbm={tracker.rssi} />}
          {given && (
            <span className={detail.class}>
              <i style={{ background: given.color }} />
              {given.name}
            </span>
          )}
        </div>
      </div>
      <div className={styles.popupFoot}>
        {site.isLive && (
          <RingButton
            tracker={tracker}
            status={status}
            isAllowed={site.may('ringDevices')}
            keyShortcut={hasKeys ? 'R' : undefined}
          />
        )}
        {otherSide && <OtherSideButton side={otherSide} size={15} />}
        <Button
          aria-pressed={isFollowed}
          tone={isFollowed ? 'primary' : 'default'}
          icon={<Glyph icon={IconCurrentLocation} size={15} />}
          onClick={onFollow}
        >
          {t(isFollowed ? 'map.following' : 'map.follow')}
        </Button>
        <TrailLink deviceId={id} className={controls.button} keyShortcut={hasKeys ? 'P' : undefined}>
          <Glyph icon={IconRoute} size={15} />
          {t('trackers.trail')}
        </TrailLink>
        <Button icon={<Glyph icon={IconListDetails} size={15} />} onClick={onDetails}>
          {t('map.details')}
        </Button>
      </div>
      {site.isLive && <WhyNotRing tracker={tracker} status={status} isAllowed={site.may('ringDevices')} />}
    </>
  )
}

function StationPopup({ id, onDetails, onDevice, otherSide, onClose }: BodyProps) {
  const t = useT()
  const site = useSite()
  const { stations } = site.store
  const station = useStation(id)
  if (!station) return null
  const status = stations.statusAt(stations.slotOf(id) ?? -1)
  return (
    <>
      <PopupHead
        symbol={<MarkerSymbol kind="station" state={status} size={32} hasBadge={false} />}
        name={station.t4_name}
        onClose={onClose}
      >
        <StatusMark status={status} word={t(status === 'connected' ? 'stations.connected' : 'stations.offline')} />
        <Ago at={station.lastseen_time} />
      </PopupHead>
      <div className={styles.popupBody}>
        <HeardList t4Id={id} most={MOST_HEARD} onDevice={onDevice} />
      </div>
      <div className={styles.popupFoot}>
        {site.isLive && site.may('manageStations') && <BlinkButton station={station} whyNotId={undefined} />}
        {otherSide && <OtherSideButton side={otherSide} size={15} />}
        <Button icon={<Glyph icon={IconListDetails} size={15} />} onClick={onDetails}>
          {t('map.details')}
        </Button>
      </div>
    </>
  )
}

interface PopupHeadProps {
  readonly symbol: ReactNode
  readonly name: string
  readonly onClose: () => void
  readonly children: ReactNode
}

function PopupHead({ symbol, name, onClose, children }: PopupHeadProps) {
  const t = useT()
  return (
    <div className={styles.popupHead}>
      {symbol}
      <div className={styles.popupTitle}>
        <strong>{name}</strong>
        <span className={`${styles.popupUnder} wb-num`}>{children}</span>
      </div>
      <IconButton size="small" label={t('map.close')} onClick={onClose}>
        <Glyph icon={IconX} size={15} />
      </IconButton>
    </div>
  )
}
