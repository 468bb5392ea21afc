/** Battery, signal and firmware, and what becomes of an upgrade. Source: G45. */
import { IconCircleArrowUp, IconLoader2 } from '@tabler/icons-react'
import type { Tracker } from '@whereabouts/contract/trackers'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../../../ui/detail.module.css'
import { Glyph } from '../../../ui/glyph.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useNewestFirmware } from '../../firmware/newest.tsx'
import { Battery, Signal } from '../../live/readings.tsx'
import { FirmwareDialog } from '../batch/firmware-dialog.tsx'
import { hasUpdate, isTooOld } from '../device-facts.ts'

export function Health({ tracker, canUpdate }: { tracker: Tracker; canUpdate: boolean }) {
  const t = useT()
  const newest = useNewestFirmware()
  const [isAsking, setIsAsking] = useState(false)
  const unknown = t('trackers.unknown')
  const { ota_state: state } = tracker
  const isUnderWay = state === 'waiting' || state === 'running'
  const isOffered = canUpdate && !isUnderWay && hasUpdate(tracker, newest)
  const isOld = isTooOld(tracker)
  return (
    <section className={styles.section} aria-label={t('drawer.health')}>
      <dl className={`${styles.figures} wb-num`}>
        <div>
          <dt>{t('trackers.battery')}</dt>
          <dd>{tracker.battery === null ? unknown : <Battery percent={tracker.battery} />}</dd>
        </div>
        <div>
          <dt>{t('trackers.signal')}</dt>
          <dd>{tracker.rssi === null ? unknown : <Signal rssiDbm={tracker.rssi} unit="dBm" />}</dd>
        </div>
        <div>
          <dt>{t('trackers.firmware')}</dt>
          <dd>{tracker.firmware || unknown}</dd>
        </div>
      </dl>
      {(state !== null || isOffered || isOld) && (
        <div className={styles.line}>
          {isOld && <Tag tone="warn">{t('devices.tooOld')}</Tag>}
          {state !== null && (
            <Tag tone={state === 'failed' ? 'warn' : state === 'done' ? 'ok' : 'prim'}>{t(`devices.ota.${state}`)}</Tag>
          )}
          {isUnderWay && <Glyph icon={IconLoader2} size={15} />}
          {isOffered && (
            <Button size="small" icon={<Glyph icon={IconCircleArrowUp} size={15} />} onClick={() => setIsAsking(true)}>
              {t('drawer.update', { version: newest.get(tracker.device_model) ?? '' })}
            </Button>
          )}
        </div>
      )}
      {isAsking && <FirmwareDialog ids={[tracker.device_id]} onClose={() => setIsAsking(false)} />}
    </section>
  )
}
