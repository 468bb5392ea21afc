/** One floor plan among others: its shape with its stations, its name, and what can be done with it. Design language §13.12. */
import { IconPencil, IconPhotoEdit, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { Station } from '@whereabouts/contract/stations'
import { addTexts, useT } from '../../lib/i18n.ts'
import { configurationPath } from '../../lib/paths.ts'
import { indoorMaps } from '../../locales/indoor-maps.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './map-card.module.css'
import { PlanPicture } from './plan-picture.tsx'

addTexts(indoorMaps)

/** Room for the plan within its card (px). */
const FRAME = { width: 228, height: 116 }

interface MapCardProps {
  readonly map: IndoorMap
  /** Undefined for visitors who get no station list. */
  readonly stations: readonly Station[] | undefined
  readonly canChange: boolean
  readonly on: Readonly<Record<'image' | 'edit' | 'delete', () => void>>
}

export function MapCard({ map, stations, canChange, on }: MapCardProps) {
  const t = useT()
  const { id, map_name: name, width, height } = map
  const scale = Math.min(FRAME.width / width, FRAME.height / height)
  const facts = [
    [map.building, map.floor].filter(Boolean).join(' '),
    stations && t('indoorMaps.stations', { count: stations.length }),
    map.metres_per_pixel === null && t('maps.noScale'),
  ].filter(Boolean)
  return (
    <li className={styles.card}>
      <Link {...configurationPath('maps', { map: id })} className={styles.plan} aria-label={t('maps.place', { name })}>
        <span style={{ width: width * scale, height: height * scale }}>
          <PlanPicture url={map.map_url} />
          {stations?.map(
            ({ t4_id, indoor_X, indoor_Y }) =>
              indoor_X !== null &&
              indoor_Y !== null && <i key={t4_id} style={{ left: indoor_X * scale, top: indoor_Y * scale }} />,
          )}
        </span>
      </Link>
      <div className={styles.foot}>
        <p>
          <strong>{name}</strong>
          <small className="wb-num">{facts.join(' · ')}</small>
        </p>
        {canChange && (
          <>
            <IconButton label={t('maps.changeImage', { name })} onClick={on.image}>
              <Glyph icon={IconPhotoEdit} />
            </IconButton>
            <IconButton label={t('maps.edit', { name })} onClick={on.edit}>
              <Glyph icon={IconPencil} />
            </IconButton>
            <IconButton label={t('maps.delete', { name })} onClick={on.delete}>
              <Glyph icon={IconTrash} />
            </IconButton>
          </>
        )}
      </div>
    </li>
  )
}
