/** Which floor is open, what stands on it, and the way back. Tells when its picture is on the way or missing. */

import { IconBuilding, IconDeviceTv, IconHome, IconHomeFilled, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { ReactNode } from 'react'
import { countByMap } from '../../features/indoor-maps/counts.ts'
import { MapCountsText } from '../../features/indoor-maps/map-row.tsx'
import { useLive } from '../../features/live/hooks.ts'
import { pictureQuery } from '../../features/pictures/queries.ts'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './map.module.css'

interface FloorActionsProps {
  /** This browser opens with this floor. */
  readonly isHome: boolean
  readonly onHome: () => void
  /** Undefined where there is no wall mode. */
  readonly onWall: (() => void) | undefined
  readonly onClose: () => void
}

/** What can be done with the floor that is open, at its name; on phones at the strip of floors, which names it there. */
export function FloorActions({ isHome, onHome, onWall, onClose }: FloorActionsProps) {
  const t = useT()
  return (
    <>
      <IconButton size="small" label={t('map.myFloor')} aria-pressed={isHome} onClick={onHome}>
        <Glyph icon={isHome ? IconHomeFilled : IconHome} size={15} />
      </IconButton>
      {onWall && (
        <IconButton size="small" label={t('map.wall')} onClick={onWall}>
          <Glyph icon={IconDeviceTv} size={15} />
        </IconButton>
      )}
      <IconButton size="small" label={t('indoorMaps.close')} onClick={onClose}>
        <Glyph icon={IconX} size={15} />
      </IconButton>
    </>
  )
}

interface OpenMapChipProps {
  readonly map: IndoorMap
  readonly hasStations: boolean
  readonly actions: ReactNode
}

export function OpenMapChip({ map, hasStations, actions }: OpenMapChipProps) {
  const t = useT()
  const { store } = useLive()
  const counts = countByMap(store).get(map.id)
  const picture = useQuery(pictureQuery(map.map_url))
  return (
    <>
      <div className={`${styles.floating} ${styles.chip}`}>
        <Glyph icon={IconBuilding} size={16} />
        <strong>{map.map_name}</strong>
        <span className={`${styles.chipNote} wb-num`}>
          <MapCountsText devices={counts?.devices ?? 0} stations={hasStations ? (counts?.stations ?? 0) : undefined} />
        </span>
        {actions}
      </div>
      {picture.isLoading && (
        <div className={`${styles.floating} ${styles.chipFailed}`} role="status">
          <i className={styles.spinner} />
          {t('indoorMaps.loading')}
        </div>
      )}
      {picture.isError && (
        <div className={`${styles.floating} ${styles.chipFailed}`} role="alert">
          <div>
            {t('indoorMaps.failed')}
            <br />
            <span>{t('indoorMaps.failedHint')}</span>
          </div>
          <Button onClick={() => void picture.refetch()}>{t('indoorMaps.retry')}</Button>
        </div>
      )}
    </>
  )
}
