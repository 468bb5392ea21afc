/** Stations with the network each was given. */
import type { Station } from '@whereabouts/contract/stations'
import { useT } from '../../lib/i18n.ts'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'

export function WifiTable({ stations }: { stations: readonly Station[] }) {
  const t = useT()
  return (
    <Table isTall columns={[{ label: t('onboarding.station') }, { label: t('onboarding.wifiNetwork') }]}>
      {stations.map(({ t4_id, t4_name, wifi_ssid }) => (
        <tr key={t4_id}>
          <td className={table.main}>
            <strong>{t4_name}</strong>
            <small>{t4_id}</small>
          </td>
          <td>{wifi_ssid || t('onboarding.noNetwork')}</td>
        </tr>
      ))}
    </Table>
  )
}
