/** A device in the list. */
import { IconWalk } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Notification } from '@whereabouts/contract/notifications'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { memo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { openSince, useOpenAlarm } from '../alarms/use-open-alarms.ts'
import { ShortAgo } from '../live/ago.tsx'
import { useTracker } from '../live/hooks.ts'
import { isLowBattery } from '../live/marker-changes.ts'
import { Battery } from '../live/readings.tsx'
import styles from '../live/row.module.css'
import { useSite } from '../live/site-view.ts'
import { StateIcon } from '../live/status-mark.tsx'
import { alarmLine } from './alarm-line.ts'
import { DeviceSymbol } from './device-symbol.tsx'
import { locationLine } from './location-sentence.ts'
import { statusWord } from './words.ts'

export const TrackerRow = memo(function TrackerRow({ id }: { id: string }) {
  const t = useT()
  const { trackers } = useSite().store
  const tracker = useTracker(id)
  const alarm = useOpenAlarm(id)
  if (!tracker) return null
  const status = trackers.statusAt(trackers.slotOf(id) ?? -1)
  const isMoving = tracker.moving && status === 'connected'
  const line = locationLine(t, tracker)
  return (
    <div className={styles.row}>
      <span className={styles.symbol}>
        <DeviceSymbol tracker={tracker} status={status} />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{tracker.name}</span>
        <span className="wb-visually-hidden">{statusWord(t, tracker, status)}</span>
        {alarm ? (
          <Reason alarm={alarm} tracker={tracker} status={status} />
        ) : (
          <span className={styles.line}>{isMoving ? t('trackers.movingText', { text: line }) : line}</span>
        )}
      </span>
      <span className={`${styles.side} wb-num`}>
        <ShortAgo at={alarm ? openSince(alarm) : tracker.last_seen} />
        {isLowBattery(tracker) ? (
          <Battery percent={tracker.battery as number} isShort />
        ) : (
          isMoving && <Glyph icon={IconWalk} size={14} />
        )}
      </span>
    </div>
  )
})

interface ReasonProps {
  readonly alarm: Notification
  readonly tracker: Tracker
  readonly status: TrackerStatus
}

function Reason({ alarm, tracker, status }: ReasonProps) {
  const t = useT()
  // The map loads them; until it has them the kind of alarm must do.
  const { data: zones } = useQuery({ ...useSite().zones, enabled: false })
  const zone = zones?.find(({ id }) => id === alarm.metadata.zone_id)
  return (
    <span className={styles.reason}>
      <StateIcon state="attention" size={11} />
      <span>{alarmLine(t, alarm, zone?.zone_name, tracker, status)}</span>
    </span>
  )
}
