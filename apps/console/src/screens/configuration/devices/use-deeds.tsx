/** What can be done with devices of the table, one or many: which deeds this person has, and the dialog that is open. */
import {
  IconAdjustments,
  IconBellCog,
  IconCircleArrowUp,
  IconDownload,
  IconHistoryOff,
  IconRoute,
  IconTags,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { may, type Rights } from '@whereabouts/contract/roles'
import { MAX_BATCH } from '@whereabouts/domain/paging'
import { type ReactNode, useState } from 'react'
import { useSite } from '../../../features/live/site-view.ts'
import { AlertDialog } from '../../../features/trackers/batch/alert-dialog.tsx'
import { ClassDialog } from '../../../features/trackers/batch/class-dialog.tsx'
import { EraseDialog } from '../../../features/trackers/batch/erase-dialog.tsx'
import { FirmwareDialog } from '../../../features/trackers/batch/firmware-dialog.tsx'
import { RemoveDialog } from '../../../features/trackers/batch/remove-dialog.tsx'
import { SettingsDialog } from '../../../features/trackers/batch/settings-dialog.tsx'
import type { BatchProps } from '../../../features/trackers/batch/use-batch.ts'
import { useT } from '../../../lib/i18n.ts'
import { trailPath } from '../../../lib/paths.ts'
import { showToast } from '../../../lib/toasts.ts'
import type { BatchAction } from '../../../ui/batch-bar.tsx'

type Deed = 'class' | 'firmware' | 'alert' | 'settings' | 'erase' | 'remove'

const DIALOGS: Record<Deed, (props: BatchProps) => ReactNode> = {
  class: ClassDialog,
  firmware: FirmwareDialog,
  alert: AlertDialog,
  settings: SettingsDialog,
  erase: EraseDialog,
  remove: RemoveDialog,
}

interface Deeds {
  readonly actionsFor: (ids: readonly string[]) => readonly BatchAction[]
  /** Of one device: what can be done with many, and what only with one. */
  readonly menuFor: (id: string) => readonly BatchAction[]
  readonly dialog: ReactNode
}

export function useDeeds(rights: Rights, onExport: (ids: readonly string[]) => void): Deeds {
  const t = useT()
  const { trackers } = useSite().store
  const navigate = useNavigate()
  const [open, setOpen] = useState<{ deed: Deed; ids: readonly string[] }>()
  const start = (deed: Deed, ids: readonly string[]) => {
    // What others shared with this account is not its to change (G48).
    const own = ids.filter((id) => trackers.get(id)?.sharing.share_from === null)
    const foreign = ids.length - own.length
    if (foreign > 0) showToast({ tone: 'info', text: t('batch.notYours', { count: foreign }) })
    if (deed === 'remove' && own.length > MAX_BATCH) {
      showToast({ tone: 'info', text: t('batch.tooMany', { most: MAX_BATCH }) })
    } else if (own.length > 0) setOpen({ deed, ids: own })
  }
  const Dialog = open && DIALOGS[open.deed]
  const actionsFor = (ids: readonly string[]): readonly BatchAction[] => [
    ...(may(rights, 'editDevices')
      ? [{ label: t('batch.class'), icon: IconTags, onPress: () => start('class', ids) }]
      : []),
    ...(may(rights, 'manageSite')
      ? [{ label: t('batch.firmware'), icon: IconCircleArrowUp, onPress: () => start('firmware', ids) }]
      : []),
    ...(may(rights, 'setOfflineAlert')
      ? [{ label: t('batch.alert'), icon: IconBellCog, onPress: () => start('alert', ids) }]
      : []),
    ...(may(rights, 'manageSite')
      ? [{ label: t('batch.settings'), icon: IconAdjustments, onPress: () => start('settings', ids) }]
      : []),
    ...(may(rights, 'exportData')
      ? [{ label: t('batch.export'), icon: IconDownload, onPress: () => onExport(ids) }]
      : []),
    ...(may(rights, 'removeDevices')
      ? [{ label: t('batch.remove'), icon: IconTrash, isDangerous: true, onPress: () => start('remove', ids) }]
      : []),
  ]
  return {
    actionsFor,
    menuFor: (id) => [
      ...(may(rights, 'viewLocationLogs')
        ? [{ label: t('trackers.trail'), icon: IconRoute, onPress: () => void navigate(trailPath(id)) }]
        : []),
      ...actionsFor([id]),
      ...(may(rights, 'manageAccount')
        ? [{ label: t('drawer.erase'), icon: IconHistoryOff, isDangerous: true, onPress: () => start('erase', [id]) }]
        : []),
    ],
    dialog: Dialog && <Dialog ids={open.ids} onClose={() => setOpen(undefined)} />,
  }
}
