/** Asks before devices are signed out by force, and tells by name which of them are still there. */
import type { ActivityDevice } from '@whereabouts/contract/activity'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { formatTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { NameList } from '../../ui/name-list.tsx'
import { useForceSignOut } from './queries.ts'
import { deviceKind } from './words.ts'

interface SignOutDevicesProps {
  /** Those that were ticked when it was asked. */
  readonly devices: readonly ActivityDevice[]
  readonly onClose: () => void
}

export function SignOutDevices({ devices, onClose }: SignOutDevicesProps) {
  const t = useT()
  const end = useForceSignOut()
  const [failed, setFailed] = useState<readonly ActivityDevice[]>([])
  const count = devices.length
  const lines = (some: readonly ActivityDevice[]) =>
    some.map((device) => ({
      id: device.id,
      name: device.name,
      hint: `${deviceKind(t, device)} · ${formatTime(device.sigint_at_ms / 1000)}`,
    }))

  if (failed.length > 0) {
    return (
      <Dialog
        role="alertdialog"
        title={t('devices.endedSome', { done: count - failed.length, all: count })}
        onClose={onClose}
        actions={
          <Button tone="primary" data-autofocus onClick={onClose}>
            {t('dialog.done')}
          </Button>
        }
      >
        <p>{t('devices.notEnded')}</p>
        <NameList lines={lines(failed)} />
      </Dialog>
    )
  }

  const confirm = () =>
    end.mutate(devices, {
      onSuccess: (ids) => {
        const left = devices.filter(({ id }) => ids.includes(id))
        if (left.length === 0) onClose()
        else setFailed(left)
      },
    })
  return (
    <ConfirmDialog
      isDangerous
      title={t('devices.signOutTitle', { count })}
      verb={t('devices.signOutVerb', { count })}
      isPending={end.isPending}
      failure={end.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('devices.signOutHint')}</p>
      <NameList lines={lines(devices)} />
    </ConfirmDialog>
  )
}
