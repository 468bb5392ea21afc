/** Names a sender and says what it speaks; the answer is what it is set up with. */

import type { CredentialWithPassword } from '@whereabouts/contract/credentials'
import { errors } from '@whereabouts/contract/errors'
import { isHardwareKind } from '@whereabouts/domain/senders'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { credentials } from '../../locales/credentials.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import styles from './credentials.module.css'
import { useCreateCredential } from './queries.ts'
import { isSenderName, type Kind } from './setup.ts'

addTexts(credentials)

interface NewSenderProps {
  readonly title: string
  readonly kinds: readonly [Kind, ...Kind[]]
  readonly name?: string
  readonly onMade: (credential: CredentialWithPassword) => void
  readonly onClose: () => void
}

export function NewSender({ title, kinds, name: proposed = '', onMade, onClose }: NewSenderProps) {
  const t = useT()
  const [name, setName] = useState(proposed)
  const [kind, setKind] = useState<Kind>(kinds[0])
  const create = useCreateCredential()
  const isTaken = isRefusal(create.error, errors.conflict)
  const typed = name.trim()
  const badName = isHardwareKind(kind) ? 'senders.imeiBad' : 'senders.nameBad'
  const faults = useFaults(
    { name: isTaken ? t('senders.nameTaken') : isSenderName(typed, kind) ? undefined : t(badName) },
    create.error,
  )
  const send = () => {
    if (create.isPending || !faults.isGood()) return
    create.mutate({ sender_id: typed, kind }, { onSuccess: onMade })
  }
  return (
    <Dialog
      placement="side"
      title={title}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={create.isPending}>
            {t('senders.create')}
          </Button>
        </>
      }
    >
      <FormFailure error={isTaken ? undefined : (create.error ?? undefined)} />
      <div className={styles.form}>
        <p>{t('senders.newHint')}</p>
        <TextField
          isCompact
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          label={t(isHardwareKind(kind) ? 'senders.imei' : 'senders.name')}
          hint={t(isHardwareKind(kind) ? 'senders.imeiHint' : 'senders.nameHint')}
          value={name}
          {...faults.field('name')}
          onChange={(event) => {
            setName(event.currentTarget.value)
            create.reset()
          }}
        />
        {kinds.length > 1 && (
          <ChoiceField
            label={t('senders.kind')}
            value={kind}
            choices={kinds.map((value) => ({
              value,
              label: t(`senders.kind.${value}`),
              hint: t(`senders.for.${value}`),
            }))}
            onChange={setKind}
          />
        )}
      </div>
    </Dialog>
  )
}
