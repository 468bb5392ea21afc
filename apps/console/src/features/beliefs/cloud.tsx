/** What is believed of a place, as a cloud over the plan: the likelier a spot, the darker; the circle holds nine tenths. */
import type { Belief } from '@whereabouts/contract/beliefs'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import { PlanAround } from '../indoor-maps/plan-around.tsx'
import styles from './beliefs.module.css'

interface CloudProps {
  readonly map: IndoorMap
  readonly belief: Belief
  readonly stations: readonly Station[]
}

/** Of a spot that is as likely as the likeliest. */
const DARKEST = 0.8
/** Edge of a station (pixels of the page). */
const STATION = 9

export function Cloud({ map, belief, stations }: CloudProps) {
  const { cell, cells, indoor_X: x, indoor_Y: y, accuracy } = belief
  const likeliest = cells[0]?.[2] ?? 1
  const spots = stations.flatMap(({ t4_id, indoor_X, indoor_Y }) =>
    indoor_X === null || indoor_Y === null
      ? []
      : [
          {
            id: t4_id,
            x: indoor_X,
            y: indoor_Y,
            symbol: <i className={styles.station} style={{ width: STATION, height: STATION }} />,
          },
        ],
  )
  return (
    <PlanAround map={map} x={x} y={y} spots={[...spots, { id: 'dot', x, y, symbol: <i className={styles.dot} /> }]}>
      <svg
        className={styles.cloud}
        viewBox={`0 0 ${map.width} ${map.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {cells.map(([left, top, share]) => (
          <rect
            key={`${left} ${top}`}
            x={left - cell / 2}
            y={top - cell / 2}
            width={cell}
            height={cell}
            fillOpacity={DARKEST * Math.sqrt(share / likeliest)}
          />
        ))}
        {map.metres_per_pixel !== null && <circle cx={x} cy={y} r={accuracy / map.metres_per_pixel} />}
      </svg>
    </PlanAround>
  )
}
