/** The key under which a phone encrypts what it sends: entered, changed, removed; never shown again. Source: wire formats §1.6. */
import type { Credential } from '@whereabouts/contract/credentials'
import { MAX_PAYLOAD_KEY_BYTES } from '@whereabouts/domain/senders'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { credentials } from '../../locales/credentials.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { InfoNotice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import styles from './credentials.module.css'
import { useRemovePayloadKey, useSetPayloadKey } from './queries.ts'

addTexts(credentials)

interface PayloadKeyDialogProps {
  readonly sender: Pick<Credential, 'sender_id' | 'has_payload_key'>
  readonly onClose: () => void
}

export function PayloadKeyDialog({ sender, onClose }: PayloadKeyDialogProps) {
  const t = useT()
  const [key, setKey] = useState('')
  const save = useSetPayloadKey(sender.sender_id)
  const remove = useRemovePayloadKey(sender.sender_id)
  const { length } = new TextEncoder().encode(key)
  const isBusy = save.isPending || remove.isPending
  const failure = save.error ?? remove.error
  const faults = useFaults(
    {
      key:
        length === 0
          ? t('payloadKey.missing')
          : length > MAX_PAYLOAD_KEY_BYTES
            ? t('payloadKey.long', { most: MAX_PAYLOAD_KEY_BYTES })
            : undefined,
    },
    failure,
  )
  return (
    <Dialog
      title={t('payloadKey.title', { name: sender.sender_id })}
      onClose={onClose}
      onSubmit={() => {
        if (!isBusy && faults.isGood()) save.mutate(key, { onSuccess: onClose })
      }}
      actions={
        <>
          {sender.has_payload_key && (
            <Button
              tone="remove"
              isPending={remove.isPending}
              onClick={() => {
                if (!isBusy) remove.mutate(undefined, { onSuccess: onClose })
              }}
            >
              {t('payloadKey.remove')}
            </Button>
          )}
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={save.isPending}>
            {t('dialog.save')}
          </Button>
        </>
      }
    >
      <FormFailure error={failure ?? undefined} />
      <div className={styles.form}>
        <p>{t('payloadKey.hint')}</p>
        {sender.has_payload_key && <InfoNotice>{t('payloadKey.isKept')}</InfoNotice>}
        <PasswordField
          isCompact
          data-autofocus
          autoComplete="off"
          label={t('payloadKey.key')}
          hint={t('payloadKey.keyHint')}
          value={key}
          {...faults.field('key')}
          onChange={(event) => {
            setKey(event.currentTarget.value)
            save.reset()
          }}
        />
      </div>
    </Dialog>
  )
}
