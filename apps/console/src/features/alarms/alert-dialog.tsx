/**
 * The alert: what happened, when, and one large button, which keeps the focus wherever somebody presses. Neither Esc nor the
 * backdrop closes it, and no other dialog comes above it. Source: specification §2 Alert dialog; design language §1, §9, §13.6.
 */
import { IconBellOff, IconVolume, IconVolumeOff, IconWalk } from '@tabler/icons-react'
import { may } from '@whereabouts/contract/roles'
import { useEffect, useId, useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { publishHeight } from '../../lib/publish-height.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { areSingleKeysOn } from '../../lib/single-keys.ts'
import { useSoundOn } from '../../lib/sound.ts'
import { formatExactTime, formatLength } from '../../lib/time.ts'
import { useStore } from '../../lib/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Modal } from '../../ui/modal.tsx'
import { useAsksToLeave } from '../../ui/unsaved.tsx'
import { rightsOf, useSession } from '../auth/session-store.ts'
import { useNow } from '../live/hooks.ts'
import { AlarmIcon } from './alarm-icon.tsx'
import styles from './alert-dialog.module.css'
import { SEEN_AFTER_MS } from './desk.ts'
import { idOf, type NotificationDialog } from './handling.ts'
import { PersonNow } from './person-now.tsx'
import { ShowOnMap } from './show-on-map.tsx'
import { useAnswer } from './use-answer.ts'
import { useDesk } from './use-desk.ts'

export function AlertDialog() {
  const { notificationDialog } = useStore(useDesk().session)
  if (notificationDialog === null) return null
  // What a test stood before is a dialog of its own: a second press on the test is not meant for it.
  return <Alert key={notificationDialog.isTestNotification ? 'test' : 'alarm'} dialog={notificationDialog} />
}

function Alert({ dialog }: { dialog: NotificationDialog }) {
  const t = useT()
  const desk = useDesk()
  const { ringing, stopping } = useStore(desk.session)
  const alarmId = idOf(dialog.source)
  // Of one alarm: what comes next stands in the middle again.
  const [dockedId, setDockedId] = useState<string>()
  const isDocked = dockedId === alarmId && !dialog.isTestNotification
  const frame = usePublishedHeight(isDocked)
  const { pending, answer, unsent } = useAnswer(alarmId)
  const titleId = useId()
  const textId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const isStopping = stopping === dialog.source
  const isReady = useReady()
  const rights = rightsOf(useSession())
  const stopsAll = rights !== undefined && may(rights, 'acknowledgeAlarms')
  const kind = dialog.isTestNotification ? 'test' : dialog.repeat ? 'ring' : 'once'
  const canGo = stopsAll && dialog.source.alarm !== null && !dialog.isTestNotification
  const go = () => {
    if (isReady && !isStopping && pending === undefined) answer('going')
  }
  const others = dialog.isTestNotification ? 0 : ringing.filter((event) => event !== dialog.source).length

  const holdFocus = () => button.current?.focus()
  const stop = () => {
    if (isReady && !isStopping) void desk.pressStop()
  }
  useSpace(isDocked, () => {
    holdFocus()
    stop()
  })
  // Another alarm takes over while the focus may be on the link: the button is what the hand looks for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each alarm
  useEffect(holdFocus, [dialog.source])

  return (
    <Modal
      role="alertdialog"
      staysOnTop
      isDocked={isDocked}
      aria-labelledby={titleId}
      aria-describedby={textId}
      className={styles.dialog}
      data-kind={kind}
      data-docked={isDocked || undefined}
      // A press anywhere, which may turn the sound on, would take the focus elsewhere, and Space would stop nothing.
      onMouseDown={(event) => {
        event.preventDefault()
        holdFocus()
      }}
      onKey={(event) => {
        if (!canGo || event.key.toLowerCase() !== 'g' || event.ctrlKey || event.metaKey || event.altKey) return
        if (event.repeat || !areSingleKeysOn()) return
        event.preventDefault()
        go()
      }}
    >
      <div className={styles.top} ref={frame}>
        {kind === 'ring' ? <WhiteTriangle /> : <AlarmIcon type={dialog.source.type} size={18} />}
        <span className={styles.kind}>
          {t(kind === 'ring' ? 'alarms.alert' : kind === 'test' ? 'alarms.test' : 'alarms.notice')}
        </span>
        <Ringing sinceMs={kind === 'ring' && !isStopping ? dialog.event_time_ms : undefined} />
      </div>
      <div className={styles.body}>
        <div aria-live="assertive">
          <h1 id={titleId}>{dialog.title}</h1>
          <p id={textId} className={styles.text}>
            {dialog.body}
          </p>
          <RangAgain dialog={dialog} />
          {unsent !== undefined && (
            <p className={styles.again}>
              <strong>{t('alarms.answerFailed')}</strong> {unsent}
            </p>
          )}
        </div>
        <Times
          dialog={dialog}
          isDocked={isDocked}
          onGo={() => {
            setDockedId(alarmId)
            holdFocus()
          }}
        />
        {!dialog.isTestNotification && dialog.source.device_id !== null && (
          <PersonNow deviceId={dialog.source.device_id} isShort={isDocked} />
        )}
        {others > 0 && <p className={styles.more}>{t('alarms.more', { count: others })}</p>}
        <button
          ref={button}
          type="button"
          data-autofocus
          className={styles.button}
          // Not until it is ready: who listens would hear of a button that can't be pressed, and nothing when it can.
          aria-disabled={isStopping}
          aria-busy={isStopping}
          // A key that is held down was meant for what had the focus before.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={stop}
        >
          {dialog.repeat && <Glyph icon={IconBellOff} size={24} />}
          {t(isStopping ? 'alarms.stopping' : dialog.repeat ? 'alarms.stop' : 'alarms.close')}
        </button>
        {canGo && (
          <Button size="large" isPending={pending === 'going'} onClick={go} icon={<Glyph icon={IconWalk} size={20} />}>
            {t('alarms.going')} <kbd>G</kbd>
          </Button>
        )}
        <p className={styles.hint}>
          {t(kind === 'test' ? 'alarms.onlyTest' : stopsAll ? 'alarms.stopsAll' : 'alarms.stopsHere')}
          {kind === 'ring' && <kbd>{t('alarms.space')}</kbd>}
        </p>
      </div>
    </Modal>
  )
}

/** Space means the button also where somebody has pressed on the page beside it, unless it means something there. */
function useSpace(isOn: boolean, onPress: () => void): void {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    if (!isOn) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.repeat) return
      if (document.activeElement?.closest('button, a, input, textarea, select, summary, [contenteditable="true"]'))
        return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    // Before the list, where it means something too.
    document.addEventListener('keydown', pressed, true)
    return () => document.removeEventListener('keydown', pressed, true)
  }, [isOn])
}

/** Tells the page how much room the alert takes at its foot. */
function usePublishedHeight(isDocked: boolean) {
  const header = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = header.current?.closest('dialog')
    return isDocked && dialog ? publishHeight('--wb-dock-height', dialog) : undefined
  }, [isDocked])
  return header
}

/** A key that was on its way when the alert appeared was meant for what was there before. */
function useReady(): boolean {
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), SEEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isReady
}

function Ringing({ sinceMs }: { sinceMs: number | undefined }) {
  const t = useT()
  const isSoundOn = useSoundOn()
  useNow()
  return (
    <span className={`${styles.ringing} wb-num`} role="timer">
      <Glyph icon={isSoundOn ? IconVolume : IconVolumeOff} />
      {!isSoundOn && t('alarms.noSound')}
      {isSoundOn && sinceMs !== undefined && t('alarms.ringingFor', { length: formatLength(serverNowMs() - sinceMs) })}
    </span>
  )
}

/** Somebody went, and nobody has said that the person was seen. */
function RangAgain({ dialog }: { dialog: NotificationDialog }) {
  const t = useT()
  const last = dialog.source.alarm?.record.at(-1)
  if (last?.step !== 'rang_again') return null
  return <p className={styles.again}>{t('alarms.nobodyThere', { name: last.by })}</p>
}

interface TimesProps {
  readonly dialog: NotificationDialog
  readonly isDocked: boolean
  readonly onGo: () => void
}

function Times({ dialog: { event_time_ms, source }, isDocked, onGo }: TimesProps) {
  const t = useT()
  const { late_since_ms } = source.metadata
  // The question would wait beneath the alert, where nobody sees it.
  const asksToLeave = useAsksToLeave()
  return (
    <div className={`${styles.times} wb-num`}>
      <dl>
        <div>
          <dt>{t('alarms.eventTime')}</dt>
          <dd>{formatExactTime(event_time_ms)}</dd>
        </div>
        {late_since_ms !== null && (
          <div>
            <dt>{t('alarms.happenedAt')}</dt>
            <dd>{formatExactTime(late_since_ms)}</dd>
          </div>
        )}
      </dl>
      {!asksToLeave && !isDocked && <ShowOnMap deviceId={source.device_id} className={styles.show} onGo={onGo} />}
    </div>
  )
}

const WhiteTriangle = () => (
  <svg width="22" height="22" viewBox="0 0 12 12" aria-hidden="true">
    <path d="M6 .9 11.5 10.6a.7.7 0 0 1-.6 1H1.1a.7.7 0 0 1-.6-1z" fill="#fff" />
    <path d="M6 4.4v3" stroke="var(--wb-bad-solid)" strokeWidth="1.4" strokeLinecap="round" />
    <circle cx="6" cy="9.4" r=".8" fill="var(--wb-bad-solid)" />
  </svg>
)
