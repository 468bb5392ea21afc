/** The part of a floor plan around a place, as a picture of it: who stands there, and others near. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { ReactNode } from 'react'
import styles from './plan-around.module.css'
import { PlanPicture } from './plan-picture.tsx'

/** So many metres are as wide as the picture … */
const METRES_WIDE = 26
/** … which is about so wide (px). */
const WIDTH = 520

export interface Spot {
  readonly id: string
  /** Pixels of the plan. */
  readonly x: number
  readonly y: number
  /** Its middle is at the place. */
  readonly symbol: ReactNode
}

/** So far from the plan's edge (px of the page) the middle is. */
const KEPT_X = 130
const KEPT_Y = 50

const within = (at: number, kept: number, size: number): number =>
  Math.min(Math.max(at, Math.min(kept, size / 2)), Math.max(size - kept, size / 2))

interface PlanAroundProps {
  readonly map: IndoorMap
  /** The middle of the picture, in pixels of the plan. */
  readonly x: number
  readonly y: number
  readonly spots: readonly Spot[]
  /** What lies on the plan, of its size. */
  readonly children?: ReactNode
}

/** Pixels of the page to one of the plan; where it has no scale, a third of the plan is shown. */
const scaleOf = ({ metres_per_pixel, width }: IndoorMap): number =>
  metres_per_pixel === null ? (WIDTH * 3) / width : (WIDTH * metres_per_pixel) / METRES_WIDE

export function PlanAround({ map, x, y, spots, children }: PlanAroundProps) {
  const scale = scaleOf(map)
  // At the plan's edge it stays in the picture, and the place moves from the middle, as far as a narrow picture shows.
  const middleX = within(x, KEPT_X / scale, map.width)
  const middleY = within(y, KEPT_Y / scale, map.height)
  return (
    <div className={styles.around} aria-hidden="true">
      <div className={styles.middle}>
        <div
          className={styles.plan}
          style={{
            width: map.width * scale,
            height: map.height * scale,
            transform: `translate(${-middleX * scale}px, ${-middleY * scale}px)`,
          }}
        >
          <PlanPicture url={map.map_url} />
          {children}
        </div>
        {spots.map(({ id, symbol, ...spot }) => (
          <span
            key={id}
            className={styles.spot}
            style={{ transform: `translate(${(spot.x - middleX) * scale}px, ${(spot.y - middleY) * scale}px)` }}
          >
            {symbol}
          </span>
        ))}
      </div>
    </div>
  )
}
