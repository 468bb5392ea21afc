/** A point on a floor plan that is dragged, or moved by the arrow keys. It stands in a `data-plan` of the plan's shape. */
import { type CSSProperties, type PointerEvent, type ReactNode, useRef } from 'react'
import { keptOnPlan, type Point, type Size, stepped } from './plan-geometry.ts'

/** Where on the plan a pointer is, in pixels of its image. */
export function pointUnder(
  event: Pick<PointerEvent, 'clientX' | 'clientY' | 'currentTarget'>,
  plan: Size,
): Point | undefined {
  const board = event.currentTarget.closest('[data-plan]')
  if (board === null) return undefined
  const { left, top, width, height } = board.getBoundingClientRect()
  return keptOnPlan(
    { x: ((event.clientX - left) / width) * plan.width, y: ((event.clientY - top) / height) * plan.height },
    plan,
  )
}

const placeOf = ({ x, y }: Point, { width, height }: Size): CSSProperties => ({
  left: `${(x / width) * 100}%`,
  top: `${(y / height) * 100}%`,
})

interface PlanPointProps {
  readonly label: string
  readonly className: string | undefined
  readonly point: Point
  readonly plan: Size
  readonly isSelected?: boolean
  readonly isDisabled?: boolean
  readonly onMove: (point: Point) => void
  readonly onSelect?: () => void
  /** Pressed where it stands, not dragged. */
  readonly onPress?: () => void
  readonly children?: ReactNode
}

export function PlanPoint({ label, className, point, plan, isSelected, isDisabled, ...rest }: PlanPointProps) {
  const { onMove, onSelect, onPress, children } = rest
  const wasDragged = useRef(false)
  const moved = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const next = pointUnder(event, plan)
    if (!next || (next.x === point.x && next.y === point.y)) return
    wasDragged.current = true
    onMove(next)
  }
  return (
    <button
      type="button"
      className={className}
      style={placeOf(point, plan)}
      aria-label={label}
      title={label}
      aria-pressed={isSelected}
      onFocus={onSelect}
      onPointerDown={(event) => {
        event.stopPropagation()
        wasDragged.current = false
        if (event.button === 0 && !isDisabled) event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={moved}
      onClick={(event) => {
        event.stopPropagation()
        if (!wasDragged.current) onPress?.()
        wasDragged.current = false
      }}
      onKeyDown={(event) => {
        const next = isDisabled ? undefined : stepped(point, event, plan)
        if (next === undefined) return
        event.preventDefault()
        onMove(next)
      }}
    >
      {children}
    </button>
  )
}
