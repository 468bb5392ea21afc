/** The form of a new link, over the right edge of the page. Source: design language §13.13. */
import type { AccessLink } from '@whereabouts/contract/access-links'
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import { useState } from 'react'
import { codeText } from '../../lib/error-text.ts'
import { useT } from '../../lib/i18n.ts'
import { serverNow } from '../../lib/server-clock.ts'
import type { MessageId } from '../../locales/ids.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceField } from '../../ui/choice-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSession } from '../auth/session-store.ts'
import styles from './access-links.module.css'
import {
  EMPTY_DRAFT,
  faultsOf,
  LIVES,
  type Lifetime,
  type LinkDraft,
  type LinkRole,
  rolesToGive,
  supportLink,
  toNewLink,
} from './new-link.ts'
import { useCreateLink } from './queries.ts'

export const ROLE_NAMES: Record<LinkRole, MessageId> = {
  guest: 'links.guest',
  deputy: 'links.deputy',
  support: 'links.support',
}
const ROLE_HINTS: Record<LinkRole, MessageId> = {
  guest: 'links.guestHint',
  deputy: 'links.deputyHint',
  support: 'links.supportHint',
}

interface NewLinkFormProps {
  readonly links: readonly AccessLink[]
  readonly onMade: (link: AccessLink) => void
  readonly onClose: () => void
}

export function NewLinkForm({ links, onMade, onClose }: NewLinkFormProps) {
  const t = useT()
  const { authority } = useSession()
  const [draft, setDraft] = useState<LinkDraft>(EMPTY_DRAFT)
  const create = useCreateLink()
  const now = serverNow()
  const isNameTaken = create.error instanceof CallError && create.error.code === errors.accessLinkNameTaken.code
  const roles = rolesToGive(authority, links, now)
  const taken = authority === 'owner' ? supportLink(links, now) : undefined

  const found = faultsOf(draft, now)
  const say = (id: MessageId | undefined) => id && t(id)
  const faults = useFaults(
    {
      name: isNameTaken ? codeText(errors.accessLinkNameTaken.code) : say(found.name),
      password: say(found.password),
      until: say(found.until),
    },
    create.error,
  )
  const change = (part: Partial<LinkDraft>) => {
    setDraft({ ...draft, ...part })
    create.reset()
  }
  const send = () => {
    if (create.isPending || !faults.isGood()) return
    create.mutate(toNewLink(draft), { onSuccess: onMade })
  }

  return (
    <Dialog
      placement="side"
      title={t('links.new')}
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={create.isPending}>
            {t('links.create')}
          </Button>
        </>
      }
    >
      <FormFailure error={isNameTaken ? undefined : (create.error ?? undefined)} />
      <div className={styles.form}>
        <TextField
          isCompact
          data-autofocus
          autoComplete="off"
          maxLength={50}
          label={t('links.name')}
          value={draft.name}
          {...faults.field('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <ChoiceField
          label={t('links.role')}
          value={draft.role}
          choices={roles.map((role) => ({ value: role, label: t(ROLE_NAMES[role]), hint: t(ROLE_HINTS[role]) }))}
          onChange={(role) =>
            change({ role, lifetime: role !== 'guest' && draft.lifetime === 'none' ? '604800' : draft.lifetime })
          }
        />
        {taken && (
          <p className={styles.taken}>
            <strong>{t('links.support')}</strong>
            {t('links.supportTaken', { name: taken.name })}
          </p>
        )}
        {authority !== 'owner' && <p className={styles.taken}>{t('links.guestOnly')}</p>}
        <div className={styles.pair}>
          <SelectField
            label={t('links.lifetime')}
            value={draft.lifetime}
            hint={draft.role === 'guest' ? undefined : t('links.noEndHint')}
            options={[
              ...LIVES.map(([value, words, unit]) => ({ value, label: t(words, { count: Number(value) / unit }) })),
              { value: 'date', label: t('links.untilDate') },
              ...(draft.role === 'guest' ? [{ value: 'none', label: t('links.noEnd') }] : []),
            ]}
            onChange={(lifetime) => change({ lifetime: lifetime as Lifetime })}
          />
          <PasswordField
            isCompact
            autoComplete="new-password"
            isOptional
            label={t('links.password')}
            hint={t('links.passwordHint')}
            value={draft.password}
            {...faults.field('password')}
            onChange={(event) => change({ password: event.currentTarget.value })}
          />
        </div>
        {draft.lifetime === 'date' && (
          <TextField
            isCompact
            type="datetime-local"
            label={t('links.until')}
            value={draft.until}
            {...faults.field('until')}
            onChange={(event) => change({ until: event.currentTarget.value })}
          />
        )}
        <TextArea
          isOptional
          label={t('links.notes')}
          maxLength={500}
          value={draft.notes}
          onChange={(event) => change({ notes: event.currentTarget.value })}
        />
      </div>
    </Dialog>
  )
}
