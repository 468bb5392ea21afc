/**
 * The open alarms of a device, each as the list of notifications tells it, with the way to answer for it. They stand before all
 * else that is known of the device: a person who opens it because it is red reads first why. Source: design language §1, §9; G86.
 */
import type { Notification } from '@whereabouts/contract/notifications'
import { useRef } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useStore } from '../../lib/use-store.ts'
import { alarms as texts } from '../../locales/alarms.ts'
import { useSite } from '../live/site-view.ts'
import { NotificationRow } from '../notifications/notification-row.tsx'
import { loadedNotifications, notificationsQuery } from '../notifications/queries.ts'
import styles from './device-alarms.module.css'
import { idOf } from './handling.ts'
import { lookedAt } from './looked-at.ts'
import { useDesk } from './use-desk.ts'
import { useOpenAlarms } from './use-open-alarms.ts'

addTexts(texts)

interface DeviceAlarmsProps {
  /** To be given as the key too: what was answered for is told until another device is looked at. */
  readonly id: string
  /** Of a section of the panel it stands in. */
  readonly className: string | undefined
}

export function DeviceAlarms({ id, className }: DeviceAlarmsProps) {
  const t = useT()
  const alarms = useAlarmsLookedAt(id)
  if (alarms.length === 0) return null
  return (
    <section className={className} aria-label={t('alarms.ofDevice')}>
      <h3>{t('alarms.ofDevice')}</h3>
      <ol className={styles.alarms}>
        {alarms.map((event) => (
          <NotificationRow key={idOf(event)} notification={event} isNew={false} onGo={undefined} />
        ))}
      </ol>
    </section>
  )
}

function useAlarmsLookedAt(deviceId: string): readonly Notification[] {
  const open = useOpenAlarms(deviceId)
  const { clock } = useSite()
  const { over } = useStore(useDesk().session)
  const before = useRef<readonly Notification[]>([])
  // Every change of open alarms is stored in the list first, so the list is enough to watch.
  const listed = (alarmId: string) =>
    loadedNotifications(queryClient.getQueryData(notificationsQuery.queryKey)).find(({ id }) => id === alarmId)?.alarm
  const alarms = lookedAt(before.current, { open, over, listed, nowMs: clock.now() * 1000 })
  before.current = alarms
  return alarms
}
