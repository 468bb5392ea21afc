/** How strongly a station hears a tracker at each place of a floor, as a heat map over the plan. Source: G77. */
import type { RadioMapView } from '@whereabouts/contract/training-jobs'
import { useEffect, useRef } from 'react'
import type { Size } from '../indoor-maps/plan-geometry.ts'
import { colourOf } from './signal-colours.ts'
import styles from './training-jobs.module.css'

interface HeatMapProps {
  readonly radioMap: RadioMapView
  /** By cell (dBm). */
  readonly rssi: readonly number[]
  readonly plan: Size
}

/** Edge of a cell (pixels of the canvas), which the browser smooths when it enlarges it. */
const CELL = 2

export function HeatMap({ radioMap: { cell, cells }, rssi, plan }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [width, height] = [Math.ceil((plan.width / cell) * CELL), Math.ceil((plan.height / cell) * CELL)]
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.clearRect(0, 0, width, height)
    for (const [index, [x, y]] of cells.entries()) {
      const dbm = rssi[index]
      if (dbm === undefined) continue
      context.fillStyle = colourOf(dbm)
      context.fillRect(Math.round((x / cell - 0.5) * CELL), Math.round((y / cell - 0.5) * CELL), CELL, CELL)
    }
  }, [cells, rssi, cell, width, height])
  return <canvas ref={canvas} width={width} height={height} className={styles.heat} />
}
