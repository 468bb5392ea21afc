/**
 * Alarms that are stopped and not over: a card each above all messages, on every page, until somebody has seen the person or the
 * cause ends. Source: decision 0040.
 */
import type { Notification } from '@whereabouts/contract/notifications'
import { may } from '@whereabouts/contract/roles'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { addTexts, useT } from '../../lib/i18n.ts'
import { publishHeight } from '../../lib/publish-height.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { areSingleKeysOn } from '../../lib/single-keys.ts'
import { isDialogOpen, takesKeys } from '../../lib/takes-keys.ts'
import { formatLength } from '../../lib/time.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useStore } from '../../lib/use-store.ts'
import { alarms as texts } from '../../locales/alarms.ts'
import { Button } from '../../ui/button.tsx'
import { pinnedPlace } from '../../ui/toasts.tsx'
import { rightsOf, useSession } from '../auth/session-store.ts'
import { useNow } from '../live/hooks.ts'
import { AlarmIcon } from './alarm-icon.tsx'
import { idOf, timeOf } from './handling.ts'
import styles from './pinned-alarms.module.css'
import { ShowOnMap } from './show-on-map.tsx'
import { useAnswer } from './use-answer.ts'
import { useDesk } from './use-desk.ts'
import { useStandText } from './words.ts'

addTexts(texts)

/** The rest is under Needs attention, as these are. */
const MOST_SHOWN = 3

/** Nobody has said that the person was seen, or somebody is on the way since. */
const isPinned = ({ alarm }: Notification): boolean =>
  alarm !== null && (alarm.seen_at_ms === null || alarm.going_at_ms !== null)

export function PinnedAlarms() {
  const t = useT()
  const { lasting } = useStore(useDesk().session)
  const place = useStore(pinnedPlace)
  const pinned = [...lasting.values()].filter(isPinned).sort((one, other) => timeOf(other) - timeOf(one))
  const isPhone = useMedia('(max-width: 767px)')
  const foot = useRef<HTMLElement>(null)
  const isShown = place !== null && pinned.length > 0
  useEffect(
    () => (isPhone && isShown && foot.current ? publishHeight('--wb-pinned-height', foot.current) : undefined),
    [isPhone, isShown],
  )
  if (!isShown) return null
  return createPortal(
    <section ref={foot} aria-label={t('alarms.pinned')} data-pinned className={styles.pinned}>
      {pinned.slice(0, MOST_SHOWN).map((event, at) => (
        <PinnedCard key={idOf(event)} event={event} hasKey={at === 0} />
      ))}
    </section>,
    place,
  )
}

function PinnedCard({ event, hasKey }: { event: Notification; hasKey: boolean }) {
  const t = useT()
  const { pending, answer, unsent } = useAnswer(idOf(event))
  const session = useSession()
  const rights = rightsOf(session)
  const mayAnswer = rights !== undefined && may(rights, 'acknowledgeAlarms')
  const { zone_name, device_name } = event.metadata
  const isOnTheWay = event.alarm?.going_by != null && event.alarm.going_by === session.userInfo?.fullname
  useGoingKey(hasKey && mayAnswer && !isOnTheWay, () => answer('going'))
  return (
    <article className={styles.card}>
      <AlarmIcon type={event.type} size={18} />
      <div className={styles.body}>
        <p className={styles.name}>{device_name ?? event.subject}</p>
        <p className={`${styles.still} wb-num`}>
          {zone_name === null ? event.subject : t('alarms.stillIn', { zone: zone_name })}{' '}
          <Since atMs={event.alarm?.raised_at_ms ?? timeOf(event)} />
        </p>
        <p className={`${styles.stand} wb-num`} role="status">
          <Stand event={event} />
        </p>
        {unsent !== undefined && (
          <p className={styles.still} role="alert">
            <strong>{t('alarms.answerFailed')}</strong> {unsent}
          </p>
        )}
        <div className={styles.actions}>
          {mayAnswer && (
            <>
              {!isOnTheWay && (
                <Button size="small" tone="primary" isPending={pending === 'going'} onClick={() => answer('going')}>
                  {t('alarms.going')}
                  {hasKey && <kbd>G</kbd>}
                </Button>
              )}
              <Button
                size="small"
                tone={isOnTheWay ? 'primary' : 'default'}
                title={t('alarms.seenHint')}
                isPending={pending === 'seen'}
                onClick={() => answer('seen')}
              >
                {t('alarms.seen')}
              </Button>
            </>
          )}
          <ShowOnMap deviceId={event.device_id} className={styles.show} />
        </div>
      </div>
    </article>
  )
}

function Since({ atMs }: { atMs: number }) {
  useNow()
  return <span aria-hidden="true">· {formatLength(serverNowMs() - atMs)}</span>
}

/** Who is on the way, and when it rings again; else who stopped the ring. */
function Stand({ event: { alarm } }: { event: Notification }) {
  const text = useStandText(alarm)
  return (
    <>
      {text}
      {alarm?.rings_again_at_ms != null && <RingsAgain atMs={alarm.rings_again_at_ms} />}
    </>
  )
}

function RingsAgain({ atMs }: { atMs: number }) {
  const t = useT()
  useNow()
  return <span aria-hidden="true"> · {t('alarms.ringsAgainIn', { length: formatLength(atMs - serverNowMs()) })}</span>
}

/** G, wherever nobody types. */
function useGoingKey(isOn: boolean, onPress: () => void): void {
  const latest = useRef(onPress)
  latest.current = onPress
  useEffect(() => {
    if (!isOn) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'g' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.defaultPrevented || event.repeat || !areSingleKeysOn() || isDialogOpen()) return
      if (takesKeys(document.activeElement) && !document.activeElement?.matches('[role="listbox"]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isOn])
}
