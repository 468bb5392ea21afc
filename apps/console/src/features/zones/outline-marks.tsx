/** An outline on a board: its edges, and its corners to be dragged or moved by the arrow keys. */
import { addTexts, useT } from '../../lib/i18n.ts'
import { zones } from '../../locales/zones.ts'
import type { Point, Size } from '../indoor-maps/plan-geometry.ts'
import { isOnPlan } from '../indoor-maps/plan-geometry.ts'
import { PlanPoint } from '../indoor-maps/plan-point.tsx'
import styles from './outline.module.css'
import { canClose, type Outline } from './outline.ts'

addTexts(zones)

interface OutlineMarksProps {
  readonly outline: Outline
  /** In the board's pixels; undefined for corners that are nowhere. */
  readonly points: readonly (Point | undefined)[]
  readonly board: Size
  readonly selected: number | undefined
  readonly onSelect: (at: number) => void
  readonly onMove: (at: number, point: Point) => void
  readonly onClose: () => void
}

export function OutlineMarks({ outline, points, board, selected, onSelect, onMove, onClose }: OutlineMarksProps) {
  const t = useT()
  const drawn = points.filter((point) => point !== undefined)
  const line = drawn.map(({ x, y }) => `${x},${y}`).join(' ')
  const Edge = outline.isClosed ? 'polygon' : 'polyline'
  return (
    <>
      <svg
        className={styles.edges}
        viewBox={`0 0 ${board.width} ${board.height}`}
        preserveAspectRatio="none"
        data-closed={outline.isClosed || undefined}
        aria-hidden="true"
      >
        <Edge points={line} />
      </svg>
      {points.map((point, at) => {
        if (point === undefined || !isOnPlan(point, board)) return null
        const closes = at === 0 && canClose(outline)
        return (
          <PlanPoint
            // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the outline
            key={at}
            className={styles.corner}
            label={t(closes ? 'zones.firstCorner' : 'zones.corner', { number: at + 1 })}
            point={point}
            plan={board}
            isSelected={at === selected}
            onSelect={() => onSelect(at)}
            onMove={(next) => onMove(at, next)}
            {...(closes && { onPress: onClose })}
          >
            {at + 1}
          </PlanPoint>
        )
      })}
    </>
  )
}
