/** Asks for an upgrade of those for which there is something newer. Source: G45. */
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { PartDone } from '../../../ui/part-done.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useNewestFirmware } from '../../firmware/newest.tsx'
import { useSite } from '../../live/site-view.ts'
import { upgradeTracker } from '../changes.ts'
import { hasUpdate } from '../device-facts.ts'
import { type BatchProps, useBatch, useDeviceName } from './use-batch.ts'

export function FirmwareDialog(props: BatchProps) {
  const { ids, onClose } = props
  const t = useT()
  const site = useSite()
  const deviceName = useDeviceName()
  const newest = useNewestFirmware()
  // Counted once: those that begin meanwhile are counted no more, and the question would change under one's hands.
  const [able] = useState(() =>
    ids.filter((id) => {
      const tracker = site.store.trackers.get(id)
      return tracker !== undefined && hasUpdate(tracker, newest)
    }),
  )
  const batch = useBatch(props, (each) => each(able, (id) => upgradeTracker(site, id)), t('batch.firmwareSet'))
  if (batch.failed) return <PartDone all={able.length} failed={batch.failed} nameOf={deviceName} onClose={onClose} />
  const left = ids.length - able.length
  return (
    <ConfirmDialog
      title={t('batch.firmwareTitle', { count: able.length })}
      verb={t('batch.firmwareVerb')}
      isDisabled={able.length === 0}
      isPending={batch.isPending}
      failure={batch.failure}
      onConfirm={batch.run}
      onClose={onClose}
    >
      {batch.doneCount !== undefined ? (
        <Progress done={batch.doneCount} all={able.length} />
      ) : (
        <>
          {able.length > 0 && <p>{t('batch.firmwareHint')}</p>}
          {left > 0 && <p>{t('batch.firmwareLeft', { count: left })}</p>}
        </>
      )}
    </ConfirmDialog>
  )
}
