/** One event of the list: what, about which device, when, of which kind; and who acknowledged it, or the button to do so. */
import type { Alarm, Notification } from '@whereabouts/contract/notifications'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useT } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { useMoment } from '../../ui/moment.tsx'
import { AlarmIcon } from '../alarms/alarm-icon.tsx'
import { toastOfFailedAnswer } from '../alarms/alarm-toasts.tsx'
import { ShowOnMap } from '../alarms/show-on-map.tsx'
import { useDesk } from '../alarms/use-desk.ts'
import { useTracker } from '../live/hooks.ts'
import { useSite } from '../live/site-view.ts'
import { TrailLink } from '../trails/trail-link.tsx'
import styles from './notification-list.module.css'

interface NotificationRowProps {
  readonly notification: Notification
  readonly isNew: boolean
  readonly onGo: (() => void) | undefined
}

export function NotificationRow({ notification, isNew, onGo }: NotificationRowProps) {
  const t = useT()
  const { type, subject, message, created_time, metadata, alarm, device_id } = notification
  const isTracker = useTracker(device_id ?? '') !== undefined
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
          <ShowOnMap deviceId={device_id} className={styles.show} onGo={onGo} />
          {device_id !== null && isTracker && (
            <TrailLink deviceId={device_id} at={created_time} className={styles.show} onGo={onGo}>
              {t('alarms.trail')}
            </TrailLink>
          )}
        </p>
        {metadata.late_since_ms !== null && (
          <p className={`${styles.meta} wb-num`}>
            {t('alarms.happenedAt')} {formatTime(Math.floor(metadata.late_since_ms / 1000))}
          </p>
        )}
        {alarm?.repeat && <Answer alarm={alarm} />}
        {alarm && <Since alarm={alarm} />}
      </div>
    </li>
  )
}

/** What became of an alarm that somebody has to answer for, and the way to answer. It stands by itself wherever alarms are told of. */
function Answer({ alarm }: { alarm: Alarm }) {
  const t = useT()
  const { may } = useSite()
  const { alarm_id, state, acknowledged_by, acknowledged_at_ms } = alarm
  const isAnswered = state === 'acknowledged'
  const line = useRef<HTMLParagraphElement>(null)
  const { send, isSending, hasPressed, failure } = useAnswering(alarm_id)
  const time = useMoment(acknowledged_at_ms ?? alarm.event_time_ms)
  // The button disappears with the answer: focus moves here, and Esc still closes the list.
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body
    if (isAnswered && hasPressed && isLost) line.current?.focus({ preventScroll: true })
  }, [isAnswered, hasPressed])

  const words = isAnswered
    ? t(acknowledged_by === null ? 'alarms.answered' : 'alarms.answeredBy', { name: acknowledged_by ?? '', time })
    : t(state === 'escalated' ? 'alarms.sentOn' : 'alarms.unanswered')
  return (
    <p ref={line} tabIndex={-1} className={`${styles.answer} wb-num`} data-tone={isAnswered ? 'ok' : 'bad'}>
      {isAnswered && <AlarmIcon type="back_to_normal" size={11} />}
      {/* Said where it was pressed for: one stop may answer for a hundred rows. */}
      <span role={hasPressed ? 'status' : undefined}>{words}</span>
      {!isAnswered && failure !== undefined && (
        <span role="alert">
          {t('alarms.answerFailed')} {errorText(failure)}
        </span>
      )}
      {!isAnswered && may('acknowledgeAlarms') && (
        <Button size="small" isPending={isSending} onClick={() => void send()}>
          {t(failure === undefined ? 'alarms.acknowledge' : 'alarms.again')}
        </Button>
      )}
    </p>
  )
}

/** What happened since: who went, who saw the person, that it rang again, that it is over. Who stopped it is told above. */
function Since({ alarm }: { alarm: Alarm }) {
  const steps = alarm.record.filter(({ step }) => step !== 'stopped')
  return steps.length === 0 ? null : (
    <ul className={`${styles.since} wb-num`}>
      {steps.map(({ step, at_ms, by }) => (
        <StepLine key={`${step} ${at_ms}`} step={step} atMs={at_ms} by={by} />
      ))}
    </ul>
  )
}

const STEP_TEXTS = {
  stopped: 'alarms.stoppedAt',
  going: 'alarms.wentAt',
  seen: 'alarms.seenAt',
  rang_again: 'alarms.rangAgainAt',
  ended: 'alarms.endedAt',
} as const

function StepLine({ step, atMs, by }: { step: keyof typeof STEP_TEXTS; atMs: number; by: string }) {
  const t = useT()
  return <li>{t(STEP_TEXTS[step], { name: by, time: useMoment(atMs) })}</li>
}

function useAnswering(alarmId: string) {
  const desk = useDesk()
  const [isSending, setIsSending] = useState(false)
  const [hasPressed, setHasPressed] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const send = async () => {
    setHasPressed(true)
    setIsSending(true)
    setFailure(undefined)
    try {
      await desk.answerFor(alarmId)
    } catch (error) {
      setFailure(error)
      // The list of the bell lies above messages: while it is open, the message is shown in it.
      if (!isHere.current) toastOfFailedAnswer(error, () => void send())
    }
    setIsSending(false)
  }
  return { send, isSending, hasPressed, failure }
}
