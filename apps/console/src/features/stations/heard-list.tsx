/** What a station hears, with the strength it hears it with. */
import { addTexts, useT } from '../../lib/i18n.ts'
import { stations as texts } from '../../locales/stations.ts'
import detail from '../../ui/detail.module.css'
import styles from '../live/detail.module.css'
import { useLive } from '../live/hooks.ts'
import { Signal } from '../live/readings.tsx'
import { heardBy } from './heard-by.ts'

addTexts(texts)

interface HeardListProps {
  readonly t4Id: string
  readonly most: number
  readonly onDevice: (deviceId: string) => void
}

export function HeardList({ t4Id, most, onDevice }: HeardListProps) {
  const t = useT()
  const heard = heardBy(useLive().store.trackers, t4Id)
  return (
    <>
      <p className={detail.small}>{t('stations.hears', { count: heard.length })}</p>
      <ul className={styles.heard}>
        {heard.slice(0, most).map((tracker) => (
          <li key={tracker.device_id}>
            <button type="button" onClick={() => onDevice(tracker.device_id)}>
              {tracker.name}
            </button>
            {tracker.rssi !== null && <Signal rssiDbm={tracker.rssi} />}
          </li>
        ))}
      </ul>
      {heard.length > most && <p className={detail.small}>{t('stations.more', { count: heard.length - most })}</p>}
    </>
  )
}
