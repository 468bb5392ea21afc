/** The outline of a zone on a floor plan: by click, drag, arrow keys or numbers. Source: G73. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import { type MouseEvent, useState } from 'react'
import { PlanBoard } from '../indoor-maps/plan-board.tsx'
import { isOnPlan, keptOnPlan } from '../indoor-maps/plan-geometry.ts'
import { pointUnder } from '../indoor-maps/plan-point.tsx'
import styles from './outline.module.css'
import { type Corner, closed, isWrongCorner, type Outline, withCorner, withMoved } from './outline.ts'
import { OutlineMarks } from './outline-marks.tsx'
import { type Axis, OutlineSide } from './outline-side.tsx'

const AXES: readonly [Axis, Axis] = [
  { part: 0, head: 'zones.x', label: 'zones.xOf' },
  { part: 1, head: 'zones.y', label: 'zones.yOf' },
]

interface PlanOutlineProps {
  readonly map: IndoorMap
  /** On it, so that one knows where one is. */
  readonly stations: readonly Station[]
  readonly outline: Outline
  readonly onChange: (outline: Outline) => void
}

export function PlanOutline({ map, stations, outline, onChange }: PlanOutlineProps) {
  const [selected, setSelected] = useState<number>()
  const round = ([x, y]: Corner): Corner => {
    const kept = keptOnPlan({ x, y }, map)
    return [kept.x, kept.y]
  }
  const clicked = (event: MouseEvent) => {
    const point = pointUnder(event, map)
    if (outline.isClosed || point === undefined) return
    onChange(withCorner(outline, [point.x, point.y]))
    setSelected(outline.corners.length)
  }
  return (
    <div className={styles.columns}>
      <PlanBoard map={map} pointing={outline.isClosed ? undefined : 'click'} onClick={clicked}>
        {stations.map(
          ({ t4_id, indoor_X, indoor_Y }) =>
            indoor_X !== null &&
            indoor_Y !== null && (
              <i
                key={t4_id}
                className={styles.station}
                style={{ left: `${(indoor_X / map.width) * 100}%`, top: `${(indoor_Y / map.height) * 100}%` }}
              />
            ),
        )}
        <OutlineMarks
          outline={outline}
          points={outline.corners.map((corner) => (isWrongCorner(corner) ? undefined : { x: corner[0], y: corner[1] }))}
          board={map}
          selected={selected}
          onSelect={setSelected}
          onMove={(at, { x, y }) => onChange(withMoved(outline, at, [x, y]))}
          onClose={() => onChange(closed(outline))}
        />
      </PlanBoard>
      <OutlineSide
        outline={outline}
        axes={AXES}
        isGood={([x, y]) => isOnPlan({ x, y }, map)}
        round={round}
        newCorner={() => round([map.width / 2, map.height / 2])}
        selected={selected}
        onSelect={setSelected}
        onChange={onChange}
      />
    </div>
  )
}
