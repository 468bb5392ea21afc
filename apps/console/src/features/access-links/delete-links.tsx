/** Asks before links are deleted, and tells by name which of them are still there. Source: specification §4. */
import type { AccessLink } from '@whereabouts/contract/access-links'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { NameList } from '../../ui/name-list.tsx'
import { useRemoveLinks } from './queries.ts'

const lines = (links: readonly AccessLink[]) =>
  links.map(({ link_code, name, notes }) => ({ id: link_code, name, hint: notes }))

interface DeleteLinksProps {
  /** Those that were ticked when it was asked. */
  readonly links: readonly AccessLink[]
  readonly onClose: () => void
}

export function DeleteLinks({ links, onClose }: DeleteLinksProps) {
  const t = useT()
  const remove = useRemoveLinks()
  const [failed, setFailed] = useState<readonly AccessLink[]>([])
  const count = links.length

  if (failed.length > 0) {
    return (
      <Dialog
        role="alertdialog"
        title={t('links.deletedSome', { done: count - failed.length, all: count })}
        onClose={onClose}
        actions={
          <Button tone="primary" data-autofocus onClick={onClose}>
            {t('dialog.done')}
          </Button>
        }
      >
        <p>{t('links.notDeleted')}</p>
        <NameList lines={lines(failed)} />
      </Dialog>
    )
  }

  const confirm = () =>
    remove.mutate(
      links.map(({ link_code }) => link_code),
      {
        onSuccess: (codes) => {
          const left = links.filter(({ link_code }) => codes.includes(link_code))
          if (left.length === 0) onClose()
          else setFailed(left)
        },
      },
    )
  return (
    <ConfirmDialog
      isDangerous
      title={t('links.deleteTitle', { count })}
      verb={t('links.deleteVerb', { count })}
      isPending={remove.isPending}
      failure={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('links.deleteHint')}</p>
      <NameList lines={lines(links)} />
    </ConfirmDialog>
  )
}
