/** On phones list and details live in a sheet: a peek, half, or all of the screen. Dragged, pressed or by keys. */
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { useT } from '../../lib/i18n.ts'
import styles from './map.module.css'

const SHEET_SIZES = ['peek', 'half', 'full'] as const
export type SheetSize = (typeof SHEET_SIZES)[number]

interface PhoneSheetProps {
  readonly size: SheetSize
  readonly onSize: (size: SheetSize) => void
  readonly children: ReactNode
}

/** A finger that moved less than this pressed (px). */
const PRESS_PX = 8

const stepFrom = (size: SheetSize, by: number): SheetSize =>
  SHEET_SIZES[Math.max(0, Math.min(SHEET_SIZES.length - 1, SHEET_SIZES.indexOf(size) + by))] as SheetSize

/** Where a sheet settles that was let go at a height, as a share of the screen. */
export const settle = (share: number): SheetSize => (share < 0.28 ? 'peek' : share < 0.72 ? 'half' : 'full')

export function PhoneSheet({ size, onSize, children }: PhoneSheetProps) {
  const t = useT()
  const sheet = useRef<HTMLDivElement>(null)
  const grabbed = useRef<{ y: number; height: number; moved: number } | null>(null)

  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    grabbed.current = { y: event.clientY, height: sheet.current?.offsetHeight ?? 0, moved: 0 }
  }
  const drag = (event: PointerEvent) => {
    if (!grabbed.current || !sheet.current) return
    const by = grabbed.current.y - event.clientY
    grabbed.current.moved = Math.max(grabbed.current.moved, Math.abs(by))
    sheet.current.style.transition = 'none'
    sheet.current.style.height = `${grabbed.current.height + by}px`
  }
  const letGo = () => {
    const { current } = grabbed
    grabbed.current = null
    if (!current || !sheet.current) return
    const height = sheet.current.offsetHeight
    const room = sheet.current.parentElement?.clientHeight ?? height
    sheet.current.style.transition = ''
    sheet.current.style.height = ''
    if (current.moved >= PRESS_PX) onSize(settle(height / room))
    else onSize(size === 'full' ? 'peek' : stepFrom(size, 1))
  }

  return (
    <div ref={sheet} className={styles.sheet} data-size={size}>
      <button
        type="button"
        className={styles.sheetHandle}
        aria-label={t(size === 'full' ? 'map.sheetSmaller' : 'map.sheetLarger')}
        onPointerDown={grab}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp') onSize(stepFrom(size, 1))
          else if (event.key === 'ArrowDown') onSize(stepFrom(size, -1))
          else if (event.key === 'Enter' || event.key === ' ') onSize(size === 'full' ? 'peek' : stepFrom(size, 1))
          else return
          event.preventDefault()
        }}
      />
      {children}
    </div>
  )
}
