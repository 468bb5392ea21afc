/** What firmware there is, and which devices have an older one. Source: specification §4 Firmware; G45. */
import { useMutation } from '@tanstack/react-query'
import type { AnswerOf } from '@whereabouts/contract/kit'
import type { onboarding as calls } from '@whereabouts/contract/onboarding'
import type { Tracker } from '@whereabouts/contract/trackers'
import { isOldFirmware } from '@whereabouts/domain/firmware'
import { isOurMake } from '@whereabouts/domain/trackers'
import { useT } from '../../lib/i18n.ts'
import { api } from '../../lib/signed-in-api.ts'
import { showError } from '../../lib/toasts.ts'
import type { MessageId } from '../../locales/ids.ts'
import { Button } from '../../ui/button.tsx'
import table from '../../ui/table.module.css'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { type Firmwares, newerVersion, onceAVersion } from '../firmware/newer.ts'
import { useTracker } from '../live/hooks.ts'

type Firmware = AnswerOf<typeof calls.listFirmwares>['firmwares'][number]

/** Of our own make, and old, upgradable, or in the midst of it. */
export function concernsFirmware(firmwares: Firmwares): (tracker: Tracker) => boolean {
  const isBehind = onceAVersion(
    (device) => isOldFirmware(device.firmware) || newerVersion(firmwares, device) !== undefined,
  )
  return (tracker) => isOurMake(tracker) && (tracker.ota_state !== null || isBehind(tracker))
}

export function NewestTable({ firmwares }: { firmwares: readonly Firmware[] }) {
  const t = useT()
  return (
    <Table
      columns={[{ label: t('onboarding.model') }, { label: t('onboarding.version') }, { label: t('onboarding.size') }]}
    >
      {firmwares.map(({ device_model, version, size }) => (
        <tr key={device_model}>
          <td className={table.main}>
            <strong>{device_model.toUpperCase()}</strong>
          </td>
          <td className={table.time}>{version}</td>
          <td className={table.time}>{t('onboarding.kilobytes', { count: Math.ceil(size / 1024) })}</td>
        </tr>
      ))}
    </Table>
  )
}

interface UpgradeTableProps {
  readonly trackers: readonly Tracker[]
  readonly firmwares: Firmwares
}

export function UpgradeTable({ trackers, firmwares }: UpgradeTableProps) {
  const t = useT()
  return (
    <Table
      isTall
      columns={[
        { label: t('onboarding.device') },
        { label: t('onboarding.firmware'), span: 2 },
        { label: t('onboarding.actions'), isLabelHidden: true },
      ]}
    >
      {trackers.map((tracker) => (
        <UpgradeRow key={tracker.device_id} listed={tracker} firmwares={firmwares} />
      ))}
    </Table>
  )
}

const OTA_WORDS = {
  waiting: 'onboarding.ota.waiting',
  running: 'onboarding.ota.running',
  done: 'onboarding.ota.done',
  failed: 'onboarding.ota.failed',
} as const satisfies Record<string, MessageId>

function UpgradeRow({ listed, firmwares }: { listed: Tracker; firmwares: Firmwares }) {
  const t = useT()
  const tracker = useTracker(listed.device_id) ?? listed
  const newer = newerVersion(firmwares, tracker)
  const upgrade = useMutation({
    mutationFn: () => api.trackers.upgrade({ body: { device_id: tracker.device_id, mode: 'initial' } }),
    onError: (error) => showError(error),
  })
  const { name, firmware, ota_state } = tracker
  const isUnderWay = ota_state === 'waiting' || ota_state === 'running'
  return (
    <tr>
      <td className={table.main}>
        <strong>{name}</strong>
        <small>{tracker.device_id}</small>
      </td>
      <td className={`${table.time} ${table.line}`}>
        {firmware} {isOldFirmware(firmware) && <Tag tone="warn">{t('onboarding.old')}</Tag>}
      </td>
      <td className={table.line}>
        {ota_state === null ? newer && t('onboarding.available', { version: newer }) : t(OTA_WORDS[ota_state])}
      </td>
      <td className={table.end} data-wide>
        <div>
          {newer !== undefined && !isUnderWay && (
            <Button
              size="small"
              aria-label={t('onboarding.upgradeOf', { name })}
              isPending={upgrade.isPending}
              onClick={() => upgrade.mutate()}
            >
              {t('onboarding.upgradeNow')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}
