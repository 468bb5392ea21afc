/** Deletes a business account at once, after its e-mail was typed. Source: G36. */
import type { BusinessUser } from '@whereabouts/contract/integrators'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import styles from './integrators.module.css'
import { useRemoveBusinessUser } from './queries.ts'

interface DeleteUserDialogProps {
  readonly user: BusinessUser
  readonly onDeleted: () => void
  readonly onClose: () => void
}

export function DeleteUserDialog({ user, onDeleted, onClose }: DeleteUserDialogProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const remove = useRemoveBusinessUser()
  const isSame = typed.trim().toLowerCase() === user.email.toLowerCase()
  const faults = useFaults({ email: isSame ? undefined : t('business.deleteMismatch') }, remove.error)
  const send = () => {
    if (remove.isPending || !faults.isGood()) return
    remove.mutate(user.user_id, {
      onSuccess: onDeleted,
    })
  }
  return (
    <Dialog
      title={t('business.deleteTitle', { name: user.fullname })}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="danger" type="submit" isPending={remove.isPending}>
            {t('business.delete')}
          </Button>
        </>
      }
    >
      <FormFailure error={remove.error ?? undefined} />
      <div className={styles.fields}>
        <p>{t('business.deleteAsk', { email: user.email })}</p>
        <TextField
          isCompact
          data-autofocus
          type="email"
          autoComplete="off"
          label={t('business.email')}
          value={typed}
          {...faults.field('email')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
