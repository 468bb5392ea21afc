/** The outline of a zone outdoors, on the map of the world; by numbers alone where this browser draws no maps. Source: G73. */
import { useRef, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { canDrawMaps } from '../../map/can-draw-maps.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import styles from './outline.module.css'
import { type Corner, type Outline, withCorner, withMoved } from './outline.ts'
import { type Axis, OutlineSide } from './outline-side.tsx'

const WorldBoard = lazyComponent(() => import('./world-board.tsx'), 'default', <div className={styles.world} />)

const AXES: readonly [Axis, Axis] = [
  { part: 1, head: 'zones.latitude', label: 'zones.latitudeOf' },
  { part: 0, head: 'zones.longitude', label: 'zones.longitudeOf' },
]
/** A tenth of a metre. */
const round = ([longitude, latitude]: Corner): Corner => [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))]
const isGood = ([longitude, latitude]: Corner): boolean => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90

interface WorldOutlineProps {
  readonly outline: Outline
  readonly onChange: (outline: Outline) => void
}

export function WorldOutline({ outline, onChange }: WorldOutlineProps) {
  const t = useT()
  const [canDraw] = useState(canDrawMaps)
  const [selected, setSelected] = useState<number>()
  const centre = useRef<() => Corner>(undefined)
  return (
    <div className={styles.columns}>
      {canDraw ? (
        <WorldBoard
          outline={outline}
          selected={selected}
          centre={centre}
          onSelect={setSelected}
          onCorner={(corner) => {
            onChange(withCorner(outline, round(corner)))
            setSelected(outline.corners.length)
          }}
          onMove={(at, corner) => onChange(withMoved(outline, at, round(corner)))}
          onChange={onChange}
        />
      ) : (
        <InfoNotice>{t('zones.noMap')}</InfoNotice>
      )}
      <OutlineSide
        outline={outline}
        axes={AXES}
        isGood={isGood}
        round={round}
        newCorner={() => round(centre.current?.() ?? outline.corners.at(-1) ?? [0, 0])}
        selected={selected}
        onSelect={setSelected}
        onChange={onChange}
      />
    </div>
  )
}
