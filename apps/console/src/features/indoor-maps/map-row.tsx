/** A floor plan in the list: its shape, its name, what stands on it. */
import type { IndoorMap } from '@whereabouts/contract/indoor-maps'
import { memo } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { indoorMaps as texts } from '../../locales/indoor-maps.ts'
import { StateIcon } from '../live/status-mark.tsx'
import type { MapCounts } from './counts.ts'
import styles from './indoor-maps.module.css'
import { PlanThumb } from './plan-thumb.tsx'

addTexts(texts)

interface MapRowProps {
  readonly map: IndoorMap
  readonly devices: MapCounts['devices']
  readonly inNeed: MapCounts['inNeed']
  /** Undefined for visitors who get no station list. */
  readonly stations: MapCounts['stations'] | undefined
  readonly stationsOffline: MapCounts['stationsOffline']
}

export const MapRow = memo(function MapRow({ map, devices, inNeed, stations, stationsOffline }: MapRowProps) {
  const t = useT()
  return (
    <div className={styles.row}>
      <PlanThumb url={map.map_url} />
      <span style={{ minWidth: 0 }}>
        <span className={styles.name}>{map.map_name}</span>
        <span className={`${styles.line} wb-num`}>
          <MapCountsText devices={devices} stations={stations} />
        </span>
        {inNeed + stationsOffline > 0 && (
          <span className={styles.wrong}>
            {inNeed > 0 && (
              <span className={styles.inNeed}>
                <StateIcon state="attention" size={11} />
                {t('indoorMaps.inNeed', { count: inNeed })}
              </span>
            )}
            {stationsOffline > 0 && (
              <span className={styles.line}>
                <StateIcon state="offline" size={11} />
                {t('indoorMaps.stationsOffline', { count: stationsOffline })}
              </span>
            )}
          </span>
        )}
      </span>
    </div>
  )
})

/** `32 devices · 10 stations`. */
export function MapCountsText({ devices, stations }: Pick<MapRowProps, 'devices' | 'stations'>) {
  const t = useT()
  const ofDevices = t('indoorMaps.devices', { count: devices })
  if (stations === undefined) return <>{ofDevices}</>
  return <>{t('indoorMaps.both', { devices: ofDevices, stations: t('indoorMaps.stations', { count: stations }) })}</>
}
