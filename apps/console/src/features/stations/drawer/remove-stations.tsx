/** Asks for the removal of stations: one mail for all of them. Source: G26. */
import { useMutation } from '@tanstack/react-query'
import type { FailedItem } from '@whereabouts/contract/client'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { showToast } from '../../../lib/toasts.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { NameList } from '../../../ui/name-list.tsx'
import { PartDone } from '../../../ui/part-done.tsx'
import { useSite } from '../../live/site-view.ts'
import { ZonesLost } from '../../zones/zones-lost.tsx'
import { askRemoval } from '../changes.ts'

/** Names that are read before one decides; the count says the rest. */
const MOST_NAMES = 8

interface RemoveStationsProps {
  readonly ids: readonly string[]
  readonly onClose: () => void
}

export function RemoveStations({ ids, onClose }: RemoveStationsProps) {
  const t = useT()
  const [failed, setFailed] = useState<readonly FailedItem[]>()
  const { store } = useSite()
  const nameOf = (id: string) => store.stations.get(id)?.t4_name ?? id
  const count = ids.length
  const name = nameOf(ids[0] ?? '')
  const remove = useMutation({
    mutationFn: () => askRemoval(ids),
    onSuccess: (refused) => {
      if (refused.length > 0) return setFailed(refused)
      showToast({ tone: 'success', text: t('batch.removeSent', { count, name }) })
      onClose()
    },
  })
  if (failed) return <PartDone all={failed.length} failed={failed} nameOf={nameOf} onClose={onClose} />
  return (
    <ConfirmDialog
      isDangerous
      title={t('batch.removeStationsTitle', { count, name })}
      verb={t('batch.removeVerb')}
      isPending={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('batch.removeHint', { count })}</p>
      {count > 1 && <NameList lines={ids.slice(0, MOST_NAMES).map((id) => ({ id, name: nameOf(id), hint: id }))} />}
      {count > MOST_NAMES && <p>{t('batch.more', { count: count - MOST_NAMES })}</p>}
      <ZonesLost t4Ids={ids} />
    </ConfirmDialog>
  )
}
