/** Signed-in devices: who is in right now, and the end of what should not be. Source: specification §2; G23. */
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ActivityDevice } from '@whereabouts/contract/activity'
import { useState } from 'react'
import { DevicesTable } from '../../features/activity/devices-table.tsx'
import { LogTable } from '../../features/activity/log-table.tsx'
import { activityDevicesQuery } from '../../features/activity/queries.ts'
import { SignOutDevices } from '../../features/activity/sign-out-devices.tsx'
import { addTexts, useT } from '../../lib/i18n.ts'
import { activity } from '../../locales/activity.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { UnloadedList } from '../../ui/list-state.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { useSelection } from '../../ui/use-selection.ts'

addTexts(activity)

type Open =
  | { readonly dialog: 'signOut'; readonly devices: readonly ActivityDevice[] }
  | { readonly dialog: 'log'; readonly device: ActivityDevice }

export default function DevicesPage() {
  const t = useT()
  // The main load fetched it; each visit of the page asks again.
  const { data, error, refetch } = useQuery({ ...activityDevicesQuery, staleTime: 0 })
  const devices = data?.activity_devices
  const selection = useSelection((devices ?? []).map(({ id }) => id))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)

  return (
    <PageBody
      title={t('menu.account.devices')}
      hint={t('devices.hint')}
      action={
        selection.size > 0 && (
          <Button
            tone="remove"
            icon={<Glyph icon={IconLogout} size={16} />}
            onClick={() =>
              setOpen({ dialog: 'signOut', devices: (devices ?? []).filter(({ id }) => selection.has(id)) })
            }
          >
            {t('devices.signOut', { count: selection.size })}
          </Button>
        )
      }
    >
      {devices === undefined && <UnloadedList error={error} onRetry={refetch} />}
      {devices && (
        <DevicesTable devices={devices} selection={selection} onLog={(device) => setOpen({ dialog: 'log', device })} />
      )}
      {open?.dialog === 'signOut' && <SignOutDevices devices={open.devices} onClose={close} />}
      {open?.dialog === 'log' && (
        <Dialog
          placement="wide"
          title={t('devices.logOf', { name: open.device.name })}
          onClose={close}
          actions={<Button onClick={close}>{t('dialog.close')}</Button>}
        >
          <LogTable source={{ deviceId: open.device.id }} />
        </Dialog>
      )}
    </PageBody>
  )
}
