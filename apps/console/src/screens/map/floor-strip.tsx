/** The floors of one building, highest first, with who is on each: outdoors they lie over each other. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import type { ReactNode } from 'react'
import { countByMap } from '../../features/indoor-maps/counts.ts'
import { useLive } from '../../features/live/hooks.ts'
import { StateIcon } from '../../features/live/status-mark.tsx'
import { useT } from '../../lib/i18n.ts'
import styles from './floor-strip.module.css'

interface FloorStripProps {
  /** '' for none. */
  readonly building: string
  readonly openMapId: string | null
  readonly onOpen: (mapId: string) => void
  /** On phones it stands in place of the name of the open floor, and takes what can be done with that. */
  readonly actions: ReactNode
}

/** What a floor is called in its own building. */
export const floorName = ({ building, floor, map_name }: Pick<IndoorMap, 'building' | 'floor' | 'map_name'>): string =>
  (map_name.startsWith(building) ? map_name.slice(building.length).trim() : map_name) || floor || map_name

export function FloorStrip({ building, openMapId, onOpen, actions }: FloorStripProps) {
  const t = useT()
  const { store } = useLive()
  const floors = building === '' ? [] : store.maps.filter((map) => map.building === building).toReversed()
  if (floors.length < 2) return null
  const counts = countByMap(store)
  return (
    <nav className={styles.strip} aria-label={t('map.floorsOf', { building })}>
      {floors.map((map) => {
        const { id, map_name } = map
        const { devices = 0, inNeed = 0 } = counts.get(id) ?? {}
        return (
          <button
            key={id}
            type="button"
            title={map_name}
            aria-pressed={id === openMapId}
            aria-label={t('map.floorCount', { floor: map_name, count: devices, inNeed })}
            onClick={() => onOpen(id)}
          >
            {floorName(map)}
            <span className="wb-num">{devices}</span>
            {inNeed > 0 && (
              <b className="wb-num">
                <StateIcon state="attention" size={11} />
                {inNeed}
              </b>
            )}
          </button>
        )
      })}
      {openMapId !== null && <div className={styles.actions}>{actions}</div>}
    </nav>
  )
}
