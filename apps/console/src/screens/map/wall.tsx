/**
 * Wall mode: a plan for people who walk by. Everything else is away, names are large, and a clock says how old it all is. It
 * begins by a press, or where a browser opens with a floor and nobody has touched it for a while; any key or press ends it.
 */
import { useEffect, useState } from 'react'
import { useLive, useNow } from '../../features/live/hooks.ts'
import { freshnessOf } from '../../features/live/live-store.ts'
import { useT } from '../../lib/i18n.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { formatClock, formatMinute } from '../../lib/time.ts'
import styles from './wall.module.css'

/** Nobody has touched the page for so long (ms). */
const IDLE_MS = 180_000
/** The press that began it is not to end it (ms). */
const SETTLE_MS = 600

const TOUCHES = ['keydown', 'pointerdown', 'wheel'] as const

interface Wall {
  readonly isOn: boolean
  readonly start: () => void
}

/** `startsIdle`: it begins by itself too. */
export function useWall(canShow: boolean, startsIdle: boolean): Wall {
  const [isOn, setIsOn] = useState(false)
  const isShown = isOn && canShow
  useEffect(() => {
    if (!canShow || isShown || !startsIdle) return
    let timer = setTimeout(() => setIsOn(true), IDLE_MS)
    const touched = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setIsOn(true), IDLE_MS)
    }
    for (const touch of [...TOUCHES, 'pointermove'] as const) document.addEventListener(touch, touched, true)
    return () => {
      clearTimeout(timer)
      for (const touch of [...TOUCHES, 'pointermove'] as const) document.removeEventListener(touch, touched, true)
    }
  }, [canShow, isShown, startsIdle])
  useEffect(() => {
    if (!isShown) return
    const end = (event: Event) => {
      // What lies above is used, and the wall stays: an alert is answered, a card pressed.
      if (event.target instanceof Element && event.target.closest('dialog, [data-pinned]')) return
      event.preventDefault()
      event.stopPropagation()
      setIsOn(false)
    }
    const timer = setTimeout(() => {
      for (const touch of TOUCHES) document.addEventListener(touch, end, { capture: true, passive: false })
    }, SETTLE_MS)
    return () => {
      clearTimeout(timer)
      for (const touch of TOUCHES) document.removeEventListener(touch, end, true)
    }
  }, [isShown])
  return { isOn: isShown, start: () => setIsOn(true) }
}

export function WallClock({ name }: { name: string }) {
  const t = useT()
  useNow()
  const { atMs, isStale } = freshnessOf(useLive().store.status)
  return (
    <section
      className={`${styles.clock} wb-num`}
      aria-label={t('map.wall')}
      data-wall
      data-stale={isStale || undefined}
    >
      <strong>{formatMinute(serverNowMs())}</strong>
      <div>
        <p>{name}</p>
        <p>{atMs === null ? t('map.connecting') : t('map.lastHeard', { time: formatClock(atMs) })}</p>
      </div>
      <p className={styles.end}>{t('map.wallEnd')}</p>
    </section>
  )
}
