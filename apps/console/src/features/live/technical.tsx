/** Where the coordinates of a device or station stand, which nobody walks by. */
import { addTexts, useT } from '../../lib/i18n.ts'
import { stations } from '../../locales/stations.ts'
import { trackers } from '../../locales/trackers.ts'
import detail from '../../ui/detail.module.css'
import { Pair } from '../../ui/pair.tsx'

addTexts(stations)
addTexts(trackers)

interface TechnicalProps {
  readonly place: {
    readonly gps_latitude: number | null
    readonly gps_longitude: number | null
    /** Pixels of the floor plan. */
    readonly indoor_X: number | null
    readonly indoor_Y: number | null
  }
  readonly className: string | undefined
  /** What stands before the coordinates, by its term. */
  readonly first?: readonly [term: string, text: string] | undefined
}

export function Technical({ place, className, first }: TechnicalProps) {
  const t = useT()
  const { gps_latitude: latitude, gps_longitude: longitude, indoor_X: x, indoor_Y: y } = place
  if (latitude === null && x === null && first === undefined) return null
  return (
    <section className={className}>
      <h3>{t('trackers.technical')}</h3>
      <dl className={detail.pairs}>
        {first && <Pair term={first[0]} value={first[1]} />}
        {latitude !== null && longitude !== null && (
          <Pair isMono term={t('stations.gps')} value={`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`} />
        )}
        {x !== null && y !== null && (
          <Pair
            isMono
            term={t('stations.indoor')}
            value={t('stations.point', { x: Math.round(x), y: Math.round(y) })}
          />
        )}
      </dl>
    </section>
  )
}
