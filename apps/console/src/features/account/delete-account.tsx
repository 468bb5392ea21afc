/** Asks for the deletion of the account: the address typed again, then a link in a mail. Source: specification §5; G26. */
import { IconTrash } from '@tabler/icons-react'
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import styles from './account-dialogs.module.css'
import { useRemoveAccount } from './queries.ts'

export function DeleteAccount({ email }: { email: string }) {
  const t = useT()
  const [isAsking, setIsAsking] = useState(false)
  const [isSent, setIsSent] = useState(false)
  return (
    <section className={styles.card} aria-labelledby="delete-account">
      <div>
        <h2 id="delete-account">{t('info.delete')}</h2>
        <p role="status">{isSent ? t('info.deleteSent', { email }) : t('info.deleteHint')}</p>
      </div>
      <Button tone="remove" icon={<Glyph icon={IconTrash} size={16} />} onClick={() => setIsAsking(true)}>
        {t('info.deleteButton')}
      </Button>
      {isAsking && (
        <DeleteDialog
          email={email}
          onClose={() => setIsAsking(false)}
          onSent={() => {
            setIsSent(true)
            setIsAsking(false)
          }}
        />
      )}
    </section>
  )
}

interface DeleteDialogProps {
  readonly email: string
  readonly onSent: () => void
  readonly onClose: () => void
}

function DeleteDialog({ email, onSent, onClose }: DeleteDialogProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const remove = useRemoveAccount()
  const isOwn = typed.trim().toLowerCase() === email.toLowerCase()
  const faults = useFaults({ email: isOwn ? undefined : t('info.deleteMismatch') })
  const hasBusinessUsers = remove.error instanceof CallError && remove.error.code === errors.conflict.code
  const send = () => {
    if (!remove.isPending && faults.isGood()) remove.mutate(typed.trim(), { onSuccess: onSent })
  }
  return (
    <Dialog
      title={t('info.deleteTitle')}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="danger" type="submit" isPending={remove.isPending}>
            {t('info.sendLink')}
          </Button>
        </>
      }
    >
      <FormFailure
        error={remove.error ?? undefined}
        words={hasBusinessUsers ? t('info.deleteBusinessFirst') : undefined}
      />
      <div className={styles.fields}>
        <p>{t('info.deleteAsk')}</p>
        <TextField
          isCompact
          data-autofocus
          type="email"
          autoComplete="off"
          label={t('info.email')}
          value={typed}
          {...faults.field('email')}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
