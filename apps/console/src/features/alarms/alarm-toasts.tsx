/** Messages about alarms. They stay until somebody closes them, or what they ask for was done. Source: G60, G63. */
import { IconBellOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Alarm, Notification } from '@whereabouts/contract/notifications'
import { errorText } from '../../lib/error-text.ts'
import { addressed, addTexts, t } from '../../lib/i18n.ts'
import { formatLength, formatTime } from '../../lib/time.ts'
import { showToast } from '../../lib/toasts.ts'
import { alarms } from '../../locales/alarms.ts'
import { Glyph } from '../../ui/glyph.tsx'
import type { SiteStore } from '../live/site-view.ts'
import { loadedNotifications, notificationsQuery } from '../notifications/queries.ts'
import { AlarmIcon } from './alarm-icon.tsx'
import { ShowOnMapOf } from './show-on-map.tsx'
import { useStandText } from './words.ts'

addTexts(alarms)

export function toastOfNotification(
  store: SiteStore,
  { type, subject, message, device_id, metadata, alarm }: Notification,
): void {
  const { event_time_ms, late_since_ms } = metadata
  showToast({
    tone: 'info',
    title: subject,
    text: message,
    icon: <AlarmIcon type={type} size={16} />,
    ...(late_since_ms === null ? { happenedAtMs: event_time_ms } : {}),
    action: () => (
      <>
        {late_since_ms !== null && <HappenedAt ms={late_since_ms} />}
        <ShowOnMapOf store={store} deviceId={device_id} />
        {alarm !== null && <Answered alarmId={alarm.alarm_id} />}
      </>
    ),
  })
}

/** Once somebody has: who, and when. The list that the stream keeps true knows it. */
function Answered({ alarmId }: { alarmId: string }) {
  const { data } = useInfiniteQuery({ ...notificationsQuery, enabled: false })
  const alarm = loadedNotifications(data).find(({ id }) => id === alarmId)?.alarm ?? null
  const text = useStandText(alarm)
  return text === '' ? null : <span role="status">{text}</span>
}

/** Of what is told long after it happened: never to be taken for a moment ago. */
const HappenedAt = ({ ms }: { ms: number }) => (
  <span>
    {t('alarms.happenedAt')} {formatTime(Math.floor(ms / 1000))}
  </span>
)

/** The dialog closed by itself: says why. */
export const toastOfStop = ({ acknowledged_by, acknowledged_at_ms, going_by }: Alarm): void =>
  showToast({
    tone: 'info',
    title: t('alarms.stoppedTitle'),
    text:
      going_by !== null
        ? t('alarms.isGoing', { name: going_by })
        : acknowledged_by === null
          ? t('alarms.stoppedElsewhere')
          : t('alarms.stoppedBy', { name: acknowledged_by }),
    icon: <Glyph icon={IconBellOff} size={16} />,
    ...(acknowledged_at_ms === null ? {} : { happenedAtMs: acknowledged_at_ms }),
  })

/** The person has left the zone, or is well again: the card that stood for it is gone. */
export function toastOfEnd({ type, subject, metadata, alarm }: Notification): void {
  const { zone_name, device_name } = metadata
  const name = device_name ?? subject
  const endedAtMs = alarm?.ended_at_ms ?? null
  const length = formatLength((endedAtMs ?? 0) - (alarm?.raised_at_ms ?? 0))
  showToast({
    tone: 'success',
    title:
      zone_name === null
        ? t('alarms.overTitle', { name })
        : t('alarms.leftTitle', { name: addressed(name), zone: zone_name }),
    text: t('alarms.lasted', { length }),
    icon: <AlarmIcon type={type === 'enter_danger_zone' ? 'back_to_normal' : type} size={16} />,
    ...(endedAtMs === null ? {} : { happenedAtMs: endedAtMs }),
  })
}

/** The person who pressed must not believe that every console is quiet. */
export const toastOfFailedStop = (error: unknown, onRetry: () => void): void =>
  toastOfUnsent('alarms.stopFailed', error, onRetry)

/** Nor that it is answered for. */
export const toastOfFailedAnswer = (error: unknown, onRetry: () => void): void =>
  toastOfUnsent('alarms.answerFailed', error, onRetry)

const toastOfUnsent = (what: 'alarms.stopFailed' | 'alarms.answerFailed', error: unknown, onRetry: () => void): void =>
  showToast({
    tone: 'error',
    title: t(what),
    text: [t(`${what}Hint`), errorText(error)].filter(Boolean).join(' '),
    action: (close) => (
      <button
        type="button"
        onClick={() => {
          close()
          onRetry()
        }}
      >
        {t('alarms.again')}
      </button>
    ),
  })
