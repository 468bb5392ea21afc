/** Who speaks through a broker: when it was last heard, where it is, and the way to place a station. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Broker, BrokerSender } from '@whereabouts/contract/brokers'
import type { Station } from '@whereabouts/contract/stations'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { mapPath } from '../../lib/paths.ts'
import { deviceTable } from '../../locales/device-table.ts'
import { stations as stationTexts } from '../../locales/stations.ts'
import { Button } from '../../ui/button.tsx'
import { UnloadedList } from '../../ui/list-state.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { Ago } from '../live/ago.tsx'
import { useLive } from '../live/hooks.ts'
import { PlaceDialog } from '../stations/drawer/place-dialog.tsx'
import { placeText } from '../stations/place-text.ts'
import styles from './brokers.module.css'
import { brokerSendersQuery } from './queries.ts'

addTexts(stationTexts)
// Those of the dialog that places a station.
addTexts(deviceTable)

export function BrokerSenders({ broker: { broker_id, broker_name } }: { broker: Broker }) {
  const t = useT()
  const { data: senders, error, refetch } = useQuery(brokerSendersQuery(broker_id))
  const [placing, setPlacing] = useState<Station>()
  return (
    <section className={styles.senders} aria-label={t('brokers.sendersOf', { name: broker_name })}>
      {senders === undefined && <UnloadedList error={error} onRetry={() => void refetch()} />}
      {senders?.length === 0 && <p>{t('brokers.sendersNone')}</p>}
      {senders && senders.length > 0 && (
        <Table
          columns={[
            { label: t('brokers.senderName') },
            { label: t('brokers.senderKind') },
            { label: t('brokers.lastHeard') },
            { label: t('brokers.senderPlace') },
          ]}
        >
          {senders.map((sender) => (
            <Row key={sender.sender_id} sender={sender} onPlace={setPlacing} />
          ))}
        </Table>
      )}
      {placing && <PlaceDialog station={placing} onClose={() => setPlacing(undefined)} />}
    </section>
  )
}

interface RowProps {
  readonly sender: BrokerSender
  readonly onPlace: (station: Station) => void
}

function Row({ sender: { sender_id, kind, label, t4_id, last_used }, onPlace }: RowProps) {
  const t = useT()
  const { store } = useLive()
  const station = t4_id === null ? undefined : store.stations.get(t4_id)
  const name = station?.t4_name ?? store.trackers.get(sender_id)?.name ?? label
  return (
    <tr>
      <td className={table.main}>
        <strong>{name}</strong>
        {name !== label && <small translate="no">{label}</small>}
      </td>
      <td>{t(`brokers.kind.${kind}`)}</td>
      <td className={table.time}>{last_used === null ? t('brokers.notHeard') : <Ago at={last_used} />}</td>
      <td>
        {station === undefined ? <Phone id={sender_id} name={name} /> : <Place station={station} onPlace={onPlace} />}
      </td>
    </tr>
  )
}

function Place({ station, onPlace }: { station: Station; onPlace: RowProps['onPlace'] }) {
  const t = useT()
  const { t4_id, t4_name: name, map_id, gps_latitude } = station
  const place = placeText(t, station)
  if (map_id === null && gps_latitude === null) {
    return (
      <Button size="small" aria-label={t('brokers.placeOf', { name })} onClick={() => onPlace(station)}>
        {t('brokers.place')}
      </Button>
    )
  }
  return (
    <Link {...mapPath({ list: 'stations', station: t4_id })} aria-label={t('brokers.onMapOf', { name, place })}>
      {place}
    </Link>
  )
}

/** A phone says itself where it is; a network's devices are claimed one by one. */
function Phone({ id, name }: { id: string; name: string }) {
  const t = useT()
  const { store } = useLive()
  if (store.trackers.get(id) === undefined) return t('brokers.phoneNowhere')
  const place = t('brokers.phoneOnMap')
  return (
    <Link {...mapPath({ device: id })} aria-label={t('brokers.onMapOf', { name, place })}>
      {place}
    </Link>
  )
}
