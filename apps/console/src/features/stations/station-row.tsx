/** A station in the list. */
import { memo } from 'react'
import { useT } from '../../lib/i18n.ts'
import { MarkerSymbol } from '../../map/marker-symbol.tsx'
import { ShortAgo } from '../live/ago.tsx'
import { useStation } from '../live/hooks.ts'
import styles from '../live/row.module.css'
import { useSite } from '../live/site-view.ts'

export const StationRow = memo(function StationRow({ id }: { id: string }) {
  const t = useT()
  const { stations } = useSite().store
  const station = useStation(id)
  if (!station) return null
  const status = stations.statusAt(stations.slotOf(id) ?? -1)
  const isPlaced = station.map_name !== '' || station.gps_latitude !== null
  return (
    <div className={styles.row}>
      <span className={styles.symbol}>
        <MarkerSymbol kind="station" state={status} size={30} />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{station.t4_name}</span>
        <span className="wb-visually-hidden">
          {t(status === 'connected' ? 'stations.connected' : 'stations.offline')}
        </span>
        <span className={styles.line}>{isPlaced ? station.map_name || station.t4_id : t('stations.notPlaced')}</span>
      </span>
      <span className={`${styles.side} wb-num`}>
        <ShortAgo at={station.lastseen_time} />
      </span>
    </div>
  )
})
