/** A device in the table of devices: its cells, or two lines where there is little room. Design language §13.4. */
import { IconCircleArrowUp, IconLoader2, IconMail, IconShare2 } from '@tabler/icons-react'
import type { Tracker } from '@whereabouts/contract/trackers'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { memo, type ReactNode } from 'react'
import { type Translate, useT } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'
import { Cell, type GridRowProps } from '../../ui/grid/grid-row.tsx'
import { RowMark, Unknown } from '../../ui/row-mark.tsx'
import styles from '../../ui/table-row.module.css'
import { Tag } from '../../ui/tag.tsx'
import { openSince, useOpenAlarm } from '../alarms/use-open-alarms.ts'
import { useNewestFirmware } from '../firmware/newest.tsx'
import { ShortAgo } from '../live/ago.tsx'
import { useTracker } from '../live/hooks.ts'
import { Battery, Signal } from '../live/readings.tsx'
import { useSite } from '../live/site-view.ts'
import { StatusMark } from '../live/status-mark.tsx'
import { classAt, colourOfClass, useClasses } from '../tracker-classes/classes.ts'
import { type DeviceSort, hasUpdate, isTooOld } from './device-facts.ts'
import { DevicePicture } from './device-picture.tsx'
import own from './device-row.module.css'
import { locationLine } from './location-sentence.ts'
import { modelText, statusWord } from './words.ts'

interface CellContentProps {
  readonly tracker: Tracker
  readonly status: TrackerStatus
}

export const DeviceRow = memo(function DeviceRow({ id, columns, isNarrow }: GridRowProps<DeviceSort>) {
  const { trackers } = useSite().store
  const tracker = useTracker(id)
  if (!tracker) return null
  const status = trackers.statusAt(trackers.slotOf(id) ?? -1)
  if (isNarrow) return <NarrowCell tracker={tracker} status={status} />
  return columns.map((column) => {
    const Content = CONTENTS[column]
    return (
      <Cell key={column}>
        <Content tracker={tracker} status={status} />
      </Cell>
    )
  })
})

function NarrowCell({ tracker, status }: CellContentProps) {
  const t = useT()
  return (
    <Cell className={styles.narrow}>
      <DevicePicture tracker={tracker} status={status} size={30} />
      <span className={styles.words}>
        <strong>{tracker.name}</strong>
        <span className={styles.line}>
          <Status tracker={tracker} status={status} />
          <span className={styles.place}>{placeText(t, tracker)}</span>
        </span>
      </span>
      <span className={`${styles.side} wb-num`}>
        <Age tracker={tracker} />
        {tracker.battery !== null && <Battery percent={tracker.battery} />}
      </span>
    </Cell>
  )
}

const placeText = (t: Translate, tracker: Tracker): string => {
  const line = locationLine(t, tracker)
  return tracker.moving ? t('trackers.movingText', { text: line }) : line
}

/** An open alarm goes before the connection, which is still told to those who listen. */
function Status({ tracker, status }: CellContentProps) {
  const t = useT()
  const alarm = useOpenAlarm(tracker.device_id)
  const word = statusWord(t, tracker, status)
  if (!alarm) return <StatusMark status={status} word={word} />
  return (
    <>
      <span className="wb-visually-hidden">{word}</span>
      <StatusMark status="attention" word={alarm.subject} />
    </>
  )
}

/** How old what the status says is. */
function Age({ tracker }: { tracker: Tracker }) {
  const alarm = useOpenAlarm(tracker.device_id)
  return <ShortAgo at={alarm ? openSince(alarm) : tracker.last_seen} />
}

const Name = ({ tracker, status }: CellContentProps) => {
  const t = useT()
  return (
    <span className={styles.name}>
      <DevicePicture tracker={tracker} status={status} size={24} />
      <span className={styles.words}>
        <strong>{tracker.name}</strong>
        {tracker.device_model === 'mobile' ? (
          <small>{t('trackers.kindPhone')}</small>
        ) : (
          <small className={styles.mono}>{tracker.device_id}</small>
        )}
      </span>
      {tracker.sharing.share_from !== null && <RowMark icon={IconShare2} words={t('devices.shared')} />}
      {tracker.removal_pending && <RowMark icon={IconMail} words={t('devices.removing')} />}
    </span>
  )
}

function Class({ tracker }: CellContentProps) {
  const classes = useClasses()
  const given = classAt(classes, tracker.class_index)
  if (!given) return <Unknown />
  return (
    <span className={styles.class}>
      <i style={{ background: colourOfClass(classes, tracker.class_index) }} />
      {given.name}
    </span>
  )
}

function Firmware({ tracker }: CellContentProps) {
  const t = useT()
  const newest = useNewestFirmware()
  const { ota_state: state } = tracker
  if (tracker.firmware === '') return <Unknown />
  const isOld = isTooOld(tracker)
  return (
    <span className={`${styles.firmware} wb-num`} data-old={isOld || undefined}>
      {tracker.firmware}
      {state === 'waiting' || state === 'running' ? (
        <RowMark icon={IconLoader2} words={t(`devices.ota.${state}`)} />
      ) : isOld ? (
        <Tag tone="warn">{t('devices.tooOld')}</Tag>
      ) : state === 'failed' ? (
        <Tag tone="warn">{t('devices.ota.failed')}</Tag>
      ) : (
        hasUpdate(tracker, newest) && (
          <RowMark
            icon={IconCircleArrowUp}
            words={t('devices.updateTo', { version: newest.get(tracker.device_model) ?? '' })}
          />
        )
      )}
    </span>
  )
}

const Mono = ({ text }: { text: string }) => (text === '' ? <Unknown /> : <span className={styles.mono}>{text}</span>)

const CONTENTS: Record<DeviceSort, (props: CellContentProps) => ReactNode> = {
  name: Name,
  class: Class,
  status: ({ tracker, status }) => (
    <span className={styles.state}>
      <span className={own.status}>
        <Status tracker={tracker} status={status} />
      </span>
      <span className={`${styles.age} wb-num`}>
        <Age tracker={tracker} />
      </span>
    </span>
  ),
  location: function Location({ tracker }) {
    const t = useT()
    return <span className={styles.location}>{placeText(t, tracker)}</span>
  },
  battery: ({ tracker }) => (tracker.battery === null ? <Unknown /> : <Battery percent={tracker.battery} />),
  signal: ({ tracker }) => (tracker.rssi === null ? <Unknown /> : <Signal rssiDbm={tracker.rssi} />),
  firmware: Firmware,
  model: function Model({ tracker }) {
    const t = useT()
    return modelText(t, tracker)
  },
  lastSeen: function LastSeen({ tracker }) {
    const t = useT()
    return (
      <span className="wb-num">{tracker.last_seen === null ? t('time.never') : formatTime(tracker.last_seen)}</span>
    )
  },
  added: ({ tracker }) => <span className="wb-num">{formatTime(tracker.add_date).slice(0, 10)}</span>,
  id: ({ tracker }) => <Mono text={tracker.device_id} />,
  serial: ({ tracker }) => <Mono text={tracker.serial_number} />,
  mac: ({ tracker }) => <Mono text={tracker.mac_address} />,
}
