/** Asks for the removal of devices: one mail for all of them, whose link finishes it. Source: G26; design language §13.14. */
import { useT } from '../../../lib/i18n.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { NameList } from '../../../ui/name-list.tsx'
import { PartDone } from '../../../ui/part-done.tsx'
import { askRemoval } from '../changes.ts'
import { type BatchProps, useBatch, useDeviceName } from './use-batch.ts'

/** Names that are read before one decides; the count says the rest. */
const MOST_NAMES = 8

export function RemoveDialog(props: BatchProps) {
  const { ids, onClose } = props
  const t = useT()
  const deviceName = useDeviceName()
  const count = ids.length
  const name = deviceName(ids[0] ?? '')
  const batch = useBatch(props, () => askRemoval(ids), t('batch.removeSent', { count, name }))
  // One that is not there, and nothing is asked for.
  if (batch.failed)
    return <PartDone all={batch.failed.length} failed={batch.failed} nameOf={deviceName} onClose={onClose} />
  return (
    <ConfirmDialog
      isDangerous
      title={t('batch.removeTitle', { count, name })}
      verb={t('batch.removeVerb')}
      isPending={batch.isPending}
      failure={batch.failure}
      onConfirm={batch.run}
      onClose={onClose}
    >
      <p>{t('batch.removeHint', { count })}</p>
      {count > 1 && <NameList lines={ids.slice(0, MOST_NAMES).map((id) => ({ id, name: deviceName(id), hint: id }))} />}
      {count > MOST_NAMES && <p>{t('batch.more', { count: count - MOST_NAMES })}</p>}
    </ConfirmDialog>
  )
}
