/** Asks before the history of one device is erased. Source: decision 0044; security rule 36. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useT } from '../../../lib/i18n.ts'
import { api } from '../../../lib/signed-in-api.ts'
import { showToast } from '../../../lib/toasts.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { type BatchProps, useDeviceName } from './use-batch.ts'

/** Of the first of `ids`. */
export function EraseDialog({ ids: [device_id = ''], onClose }: BatchProps) {
  const t = useT()
  const queries = useQueryClient()
  const name = useDeviceName()(device_id)
  const erasure = useMutation({
    mutationFn: () => api.history.erase({ body: { device_id } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['trails'] })
      showToast({ tone: 'success', text: t('erase.begun', { name }) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isDangerous
      title={t('erase.title', { name })}
      verb={t('erase.verb')}
      isPending={erasure.isPending}
      failure={erasure.error ?? undefined}
      onConfirm={() => erasure.mutate()}
      onClose={onClose}
    >
      <p>{t('erase.hint')}</p>
      <p>{t('erase.stays')}</p>
    </ConfirmDialog>
  )
}
