/** One event of the list: what, about whom, when, of which kind; and who answered for it, or how one does. */
import type { Alarm, Notification } from '@whereabouts/contract/notifications'
import { may } from '@whereabouts/contract/roles'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useT } from '../../lib/i18n.ts'
import { formatMinute, formatTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { AlarmIcon } from '../alarms/alarm-icon.tsx'
import { toastOfFailedAnswer } from '../alarms/alarm-toasts.tsx'
import { answerFor } from '../alarms/desk.ts'
import { ShowOnMap } from '../alarms/show-on-map.tsx'
import { rightsOf, useSession } from '../auth/session-store.ts'
import styles from './notification-list.module.css'

export function NotificationRow({ notification, isNew }: { notification: Notification; isNew: boolean }) {
  const t = useT()
  const { type, subject, message, created_time, metadata, alarm, device_id } = notification
  return (
    <li className={styles.row} data-new={isNew || undefined}>
      <span className={styles.icon}>
        <AlarmIcon type={type} />
      </span>
      <div className={styles.text}>
        <p className={styles.subject}>{subject}</p>
        <p className={styles.message}>{message}</p>
        <p className={`${styles.meta} wb-num`}>
          <time dateTime={new Date(created_time * 1000).toISOString()}>{formatTime(created_time)}</time>
          <span aria-hidden="true">·</span>
          <span>{t(`alarms.type.${type}`)}</span>
          <ShowOnMap deviceId={device_id} className={styles.show} />
        </p>
        {metadata.late_since_ms !== null && (
          <p className={`${styles.meta} wb-num`}>
            {t('alarms.happenedAt')} {formatTime(Math.floor(metadata.late_since_ms / 1000))}
          </p>
        )}
        {alarm?.repeat && <Answer alarm={alarm} />}
      </div>
    </li>
  )
}

/** What became of an alarm that somebody has to answer for. */
function Answer({ alarm }: { alarm: Alarm }) {
  const t = useT()
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const rights = rightsOf(useSession())
  const { alarm_id, state, acknowledged_by, acknowledged_at_ms } = alarm
  if (state === 'acknowledged') {
    const time = formatMinute(acknowledged_at_ms ?? alarm.event_time_ms)
    return (
      <p className={`${styles.answer} wb-num`} data-tone="ok">
        <AlarmIcon type="back_to_normal" size={11} />
        {acknowledged_by === null
          ? t('alarms.answered', { time })
          : t('alarms.answeredBy', { name: acknowledged_by, time })}
      </p>
    )
  }
  const answer = async () => {
    setIsSending(true)
    setFailure(undefined)
    try {
      await answerFor(alarm_id)
    } catch (error) {
      setFailure(error)
      // The list of the bell lies above messages: whoever still looks at it is told there.
      if (!isHere.current) toastOfFailedAnswer(error, () => void answer())
    }
    setIsSending(false)
  }
  return (
    <p className={styles.answer} data-tone="bad">
      <span>{t(state === 'escalated' ? 'alarms.sentOn' : 'alarms.unanswered')}</span>
      {failure !== undefined && (
        <span role="alert">
          {t('alarms.answerFailed')} {errorText(failure)}
        </span>
      )}
      {rights && may(rights, 'acknowledgeAlarms') && (
        <Button size="small" isPending={isSending} onClick={() => void answer()}>
          {t(failure === undefined ? 'alarms.acknowledge' : 'alarms.again')}
        </Button>
      )}
    </p>
  )
}
