/** The scale bar and the credits of the base map. They follow the map without rendering React again. */
import { type RefObject, useCallback, useEffect, useImperativeHandle, useRef } from 'react'
import { useT } from '../../lib/i18n.ts'
import { scaleBar, scaleText } from '../../map/scale.ts'
import type { MapStage } from '../../map/stage.ts'
import styles from './map.module.css'

const MOST_PX = 100

export interface ScaleControl {
  /** The map moved. */
  move(): void
}

interface ScaleLineProps {
  readonly stage: MapStage
  readonly isIndoors: boolean
  readonly control: RefObject<ScaleControl | null>
}

export function ScaleLine({ stage, isIndoors, control }: ScaleLineProps) {
  const t = useT()
  const bar = useRef<HTMLSpanElement>(null)
  const credits = useRef<HTMLSpanElement>(null)

  const move = useCallback(() => {
    if (!bar.current || !credits.current) return
    const metresPerPixel = stage.camera.metresPerPixel()
    bar.current.hidden = metresPerPixel === null
    if (metresPerPixel !== null) {
      const { metres, widthPx } = scaleBar(metresPerPixel, MOST_PX)
      const length = scaleText(metres)
      bar.current.style.width = `${Math.round(widthPx)}px`
      bar.current.textContent = length
      bar.current.setAttribute('aria-label', t('map.scale', { length }))
    }
    const text = isIndoors ? '' : stage.credits().join(' · ')
    if (credits.current.textContent !== text) credits.current.textContent = text
    credits.current.hidden = text === ''
  }, [stage, isIndoors, t])
  useImperativeHandle(control, () => ({ move }))
  useEffect(move, [move])

  return (
    <>
      <span ref={bar} role="img" className={`${styles.scale} wb-num`} />
      <span ref={credits} className={styles.credits} />
    </>
  )
}
