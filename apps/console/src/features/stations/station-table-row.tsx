/** A station in the table of stations: its cells, or two lines where there is little room. */
import { IconLock, IconMail } from '@tabler/icons-react'
import type { Station } from '@whereabouts/contract/stations'
import type { TrackerStatus } from '@whereabouts/domain/trackers'
import { createContext, memo, type ReactNode, useContext } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Cell, type GridRowProps } from '../../ui/grid/grid-row.tsx'
import { RowMark, Unknown } from '../../ui/row-mark.tsx'
import styles from '../../ui/table-row.module.css'
import { ShortAgo } from '../live/ago.tsx'
import { useStation } from '../live/hooks.ts'
import { useSite } from '../live/site-view.ts'
import { StatusMark } from '../live/status-mark.tsx'
import { placeText } from './place-text.ts'
import type { StationFacts, StationSort } from './station-facts.ts'
import { StationPicture } from './station-picture.tsx'

/** How many devices each station places, counted once for all rows: one walk a row would cost more than all the rest. */
export const HearsCounts = createContext<StationFacts['hears']>(new Map())

interface CellContentProps {
  readonly station: Station
  readonly status: TrackerStatus
}

export const StationTableRow = memo(function StationTableRow({ id, columns, isNarrow }: GridRowProps<StationSort>) {
  const { stations } = useSite().store
  const station = useStation(id)
  if (!station) return null
  const status = stations.statusAt(stations.slotOf(id) ?? -1)
  if (isNarrow) return <NarrowCell station={station} status={status} />
  return columns.map((column) => {
    const Content = CONTENTS[column]
    return (
      <Cell key={column}>
        <Content station={station} status={status} />
      </Cell>
    )
  })
})

const Status = ({ status }: { status: TrackerStatus }) => {
  const t = useT()
  return <StatusMark status={status} word={t(status === 'connected' ? 'stations.connected' : 'stations.offline')} />
}

function NarrowCell({ station, status }: CellContentProps) {
  const t = useT()
  return (
    <Cell className={styles.narrow}>
      <StationPicture station={station} status={status} size={30} />
      <span className={styles.words}>
        <strong>{station.t4_name}</strong>
        <span className={styles.line}>
          <Status status={status} />
          <span className={styles.place}>{placeText(t, station)}</span>
        </span>
      </span>
      <span className={`${styles.side} wb-num`}>
        <ShortAgo at={station.lastseen_time} />
      </span>
    </Cell>
  )
}

const Mono = ({ text }: { text: string }) => (text === '' ? <Unknown /> : <span className={styles.mono}>{text}</span>)

const CONTENTS: Record<StationSort, (props: CellContentProps) => ReactNode> = {
  name: function Name({ station, status }) {
    const t = useT()
    return (
      <span className={styles.name}>
        <StationPicture station={station} status={status} size={24} />
        <span className={styles.words}>
          <strong>{station.t4_name}</strong>
          <small className={styles.mono}>{station.t4_id}</small>
        </span>
        {station.lock_mancal && <RowMark icon={IconLock} words={t('stations.locked')} />}
        {station.removal_pending && <RowMark icon={IconMail} words={t('devices.removing')} />}
      </span>
    )
  },
  status: ({ station, status }) => (
    <span className={styles.state}>
      <Status status={status} />
      <span className={`${styles.age} wb-num`}>
        <ShortAgo at={station.lastseen_time} />
      </span>
    </span>
  ),
  map: function OnMap({ station }) {
    return <span className={styles.location}>{placeText(useT(), station)}</span>
  },
  hears: function Hears({ station }) {
    return <span className="wb-num">{useContext(HearsCounts).get(station.t4_id) ?? 0}</span>
  },
  wifi: ({ station }) => station.wifi_ssid || <Unknown />,
  firmware: ({ station }) =>
    station.firmware === '' ? <Unknown /> : <span className="wb-num">{station.firmware}</span>,
  ip: ({ station }) => <Mono text={station.ip} />,
  mac: ({ station }) => <Mono text={station.mac_address} />,
}
