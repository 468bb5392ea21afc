/** The floors of one building, highest first, with who is on each: outdoors they lie over each other. */
import { IconX } from '@tabler/icons-react'
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { countByMap } from '../../features/indoor-maps/counts.ts'
import { useLive } from '../../features/live/hooks.ts'
import { StateIcon } from '../../features/live/status-mark.tsx'
import { useT } from '../../lib/i18n.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './floor-strip.module.css'

interface FloorStripProps {
  /** '' for none. */
  readonly building: string
  readonly openMapId: string | null
  readonly onOpen: (mapId: string) => void
  readonly onClose: () => void
}

/** What a floor is called in its own building. */
export const floorName = ({ building, floor, map_name }: Pick<IndoorMap, 'building' | 'floor' | 'map_name'>): string =>
  (map_name.startsWith(building) ? map_name.slice(building.length).trim() : map_name) || floor || map_name

export function FloorStrip({ building, openMapId, onOpen, onClose }: FloorStripProps) {
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
      {openMapId !== null && (
        <span className={styles.close}>
          <IconButton size="small" label={t('indoorMaps.close')} onClick={onClose}>
            <Glyph icon={IconX} size={15} />
          </IconButton>
        </span>
      )}
    </nav>
  )
}
