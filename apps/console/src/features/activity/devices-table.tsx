/** Where the account is signed in. The own device has no box: it signs out by its button. Source: G23; design language §13.13. */
import { IconDeviceDesktop, IconDeviceMobile, IconHistory, IconLink } from '@tabler/icons-react'
import type { ActivityDevice } from '@whereabouts/contract/activity'
import { useT } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TickBox } from '../../ui/tick-box.tsx'
import type { Selection } from '../../ui/use-selection.ts'
import { usePicture } from '../pictures/use-picture.ts'
import styles from './activity.module.css'
import { deviceKind } from './words.ts'

const ICONS = { web: IconDeviceDesktop, mobile: IconDeviceMobile, access_link: IconLink } as const

interface DevicesTableProps {
  readonly devices: readonly ActivityDevice[]
  readonly selection: Selection
  readonly onLog: (device: ActivityDevice) => void
}

export function DevicesTable({ devices, selection, onLog }: DevicesTableProps) {
  const t = useT()
  return (
    <Table
      isTall
      columns={[
        { label: t('devices.name'), span: 4 },
        { label: t('devices.since') },
        { label: t('menu.account.activity'), isLabelHidden: true },
      ]}
    >
      {devices.map((device) => {
        const time = formatTime(device.sigint_at_ms / 1000)
        return (
          <tr key={device.id} data-ticked={selection.has(device.id) || undefined}>
            <td className={table.tick}>
              {!device.is_current_device && (
                <TickBox
                  label={t('devices.tick', { name: device.name, time })}
                  isTicked={selection.has(device.id)}
                  onToggle={() => selection.toggle(device.id)}
                />
              )}
            </td>
            <td className={table.symbol}>
              <DevicePicture device={device} />
            </td>
            <td className={table.main}>
              <strong>{device.name}</strong>
              <small>{deviceKind(t, device)}</small>
            </td>
            <td>{device.is_current_device && <Tag tone="prim">{t('devices.current')}</Tag>}</td>
            <td className={table.time}>{time}</td>
            <td className={table.end}>
              <div>
                <IconButton label={t('devices.logOf', { name: device.name })} onClick={() => onLog(device)}>
                  <Glyph icon={IconHistory} />
                </IconButton>
              </div>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

/** The device's own photo; most have none, and show what they are. */
function DevicePicture({ device }: { device: ActivityDevice }) {
  const photo = usePicture(device.photo)
  return (
    <span className={styles.picture}>
      {photo ? <img src={photo} alt="" /> : <Glyph icon={ICONS[device.device_type]} />}
    </span>
  )
}
