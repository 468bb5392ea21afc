/** Where the person of an alarm is now, live: in words, on the plan, and who on duty is nearest. Source: decision 0040. */
import { locationText } from '@whereabouts/domain/trackers'
import { useMemo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { PlanAround, type Spot } from '../indoor-maps/plan-around.tsx'
import { Ago } from '../live/ago.tsx'
import { useLive, useTracker } from '../live/hooks.ts'
import { trackerPlace } from '../live/marker-changes.ts'
import { DeviceSymbol } from '../trackers/device-symbol.tsx'
import { placeBeside, whereSentence } from '../trackers/location-sentence.ts'
import { type NearStaff, nearestStaff } from './nearest-staff.ts'
import styles from './person-now.module.css'

/** So many on duty are told. */
const MOST_NEAR = 2
/** Symbols of the person, and of staff (px). */
const PERSON_SIZE = 38
const STAFF_SIZE = 28

interface PersonNowProps {
  readonly deviceId: string
  /** Without a plan, where there is little room. */
  readonly isShort: boolean
}

export function PersonNow({ deviceId, isShort }: PersonNowProps) {
  const t = useT()
  const live = useLive()
  const tracker = useTracker(deviceId)
  const near = useMemo(
    () => (tracker === undefined ? [] : nearestStaff(live.store, tracker, MOST_NEAR)),
    [live, tracker],
  )
  if (tracker === undefined) return null
  const { store } = live
  const place = trackerPlace(tracker)
  const indoor = place?.indoor
  // Nobody is near to a place that is not known.
  const isPlaced = Boolean(place?.place ?? indoor)
  const map = indoor ? store.maps.find(({ id }) => id === indoor.plane) : undefined
  const hasStaff = store.classes.some(({ is_staff }) => is_staff)
  return (
    <div className={styles.now} data-short={isShort || undefined}>
      <dl className="wb-num">
        <div>
          <dt>{t('alarms.where')}</dt>
          <dd>
            {[whereSentence(t, tracker), placeBeside(tracker)].filter(Boolean).join(' · ')}{' '}
            {locationText(tracker).kind !== 'none' && (
              <span className={styles.ago}>
                <Ago at={tracker.last_seen} />
              </span>
            )}
          </dd>
        </div>
        {hasStaff && isPlaced && (
          <div>
            <dt>{t('alarms.nearest')}</dt>
            <dd>{near.length === 0 ? t('alarms.nobodyNear') : <Names near={near} />}</dd>
          </div>
        )}
      </dl>
      {!isShort && indoor && map && (
        <PlanAround map={map} x={indoor.x} y={indoor.y} spots={[...staffSpots(near), personSpot()]} />
      )}
    </div>
  )

  function personSpot(): Spot {
    const { x, y } = indoor as { x: number; y: number }
    return { id: deviceId, x, y, symbol: <StandIn id={deviceId} size={PERSON_SIZE} /> }
  }

  function staffSpots(staff: readonly NearStaff[]): Spot[] {
    return staff.flatMap(({ id, spot }) =>
      spot ? [{ id, ...spot, symbol: <StandIn id={id} size={STAFF_SIZE} /> }] : [],
    )
  }
}

function StandIn({ id, size }: { id: string; size: number }) {
  const { store } = useLive()
  const tracker = useTracker(id)
  if (tracker === undefined) return null
  return (
    <DeviceSymbol tracker={tracker} status={store.trackers.statusAt(store.trackers.slotOf(id) ?? -1)} size={size} />
  )
}

function Names({ near }: { near: readonly NearStaff[] }) {
  const t = useT()
  return (
    <ul className={styles.names}>
      {near.map(({ id, name, metres, floor }) => (
        <li key={id}>
          {floor !== undefined
            ? t('alarms.onOtherFloor', { name, floor })
            : metres === undefined
              ? name
              : t('alarms.metresAway', { name, metres: Math.max(1, Math.round(metres)) })}
        </li>
      ))}
    </ul>
  )
}
