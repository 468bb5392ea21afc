/** The expected radius at each place of a floor, as a heat map over its plan. Source: decision 0061. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { FloorHealth } from '@whereabouts/contract/site-health'
import type { Station } from '@whereabouts/contract/stations'
import { useT } from '../../lib/i18n.ts'
import { PlanPicture } from '../indoor-maps/plan-picture.tsx'
import { colourOfRadius } from './radius-colours.ts'
import styles from './site-health.module.css'

interface RadiusMapProps {
  readonly map: IndoorMap
  readonly health: FloorHealth
  readonly stations: readonly Station[]
}

export function RadiusMap({ map, health, stations }: RadiusMapProps) {
  const t = useT()
  const { cell, cells, new_station: more } = health
  const changed = new Set(health.stations.flatMap(({ t4_id, change }) => (isChanged(change) ? [t4_id] : [])))
  const at = (x: number, y: number) => ({ left: `${(x / map.width) * 100}%`, top: `${(y / map.height) * 100}%` })
  return (
    <section
      className={styles.plan}
      aria-label={t('siteHealth.plan', { name: map.map_name })}
      style={{ aspectRatio: `${map.width} / ${map.height}` }}
    >
      <PlanPicture url={map.map_url} />
      <svg viewBox={`0 0 ${map.width} ${map.height}`} preserveAspectRatio="none" aria-hidden="true">
        {cells.map(([x, y, metres]) => (
          <rect
            key={`${x} ${y}`}
            x={x - cell / 2}
            y={y - cell / 2}
            width={cell}
            height={cell}
            fill={colourOfRadius(metres)}
          />
        ))}
      </svg>
      {stations.map(
        ({ t4_id, indoor_X, indoor_Y }) =>
          indoor_X !== null &&
          indoor_Y !== null && (
            <i
              key={t4_id}
              className={styles.station}
              data-changed={changed.has(t4_id) || undefined}
              style={at(indoor_X, indoor_Y)}
            />
          ),
      )}
      {more && <i className={styles.more} style={at(more.indoor_X, more.indoor_Y)} />}
    </section>
  )
}

/** It needs somebody to look at it. */
export const isChanged = (change: FloorHealth['stations'][number]['change']): boolean =>
  change !== 'same' && change !== 'unknown'
