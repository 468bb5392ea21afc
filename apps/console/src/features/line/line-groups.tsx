/** The linked LINE groups: each can be renamed and unlinked. Source: specification §7; G62. */
import { useQuery } from '@tanstack/react-query'
import type { LineGroup } from '@whereabouts/contract/line'
import { useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts.ts'
import { useErrorText } from '../../lib/use-error-text.ts'
import { line } from '../../locales/line.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { TextDialog } from '../../ui/text-dialog.tsx'
import styles from './line-groups.module.css'
import { lineGroupsQuery, useRemoveLineGroup, useRenameLineGroup } from './queries.ts'

addTexts(line)

type Open = { readonly dialog: 'rename' | 'remove'; readonly group: LineGroup }

export function LineGroups() {
  const t = useT()
  const { data: groups, error } = useQuery(lineGroupsQuery)
  const failure = useErrorText(groups === undefined ? (error ?? undefined) : undefined)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <>
      {failure && <p>{failure}</p>}
      {groups?.length === 0 && <p>{t('line.none')}</p>}
      {groups && groups.length > 0 && (
        <ul className={styles.groups}>
          {groups.map((group) => (
            <li key={group.line_group_id}>
              <span>{group.note}</span>
              <Button
                size="small"
                aria-label={t('line.renameOf', { name: group.note })}
                onClick={() => setOpen({ dialog: 'rename', group })}
              >
                {t('line.rename')}
              </Button>
              <Button
                size="small"
                tone="remove"
                aria-label={t('line.removeOf', { name: group.note })}
                onClick={() => setOpen({ dialog: 'remove', group })}
              >
                {t('line.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <small className={styles.hint}>{t('line.hint')}</small>
      {open?.dialog === 'rename' && <Rename group={open.group} onClose={close} />}
      {open?.dialog === 'remove' && <Remove group={open.group} onClose={close} />}
    </>
  )
}

function Rename({ group, onClose }: { group: LineGroup; onClose: () => void }) {
  const t = useT()
  const rename = useRenameLineGroup()
  return (
    <TextDialog
      title={t('line.renameOf', { name: group.note })}
      label={t('line.newName')}
      start={group.note}
      faultOf={(text) => (text.trim() === '' ? t('line.newNameMissing') : undefined)}
      isPending={rename.isPending}
      failure={rename.error}
      onSave={(note) => rename.mutate({ line_group_id: group.line_group_id, note }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function Remove({ group, onClose }: { group: LineGroup; onClose: () => void }) {
  const t = useT()
  const remove = useRemoveLineGroup()
  const confirm = () =>
    remove.mutate(group.line_group_id, {
      onSuccess: (isRemoved) => {
        if (!isRemoved) showToast({ tone: 'error', text: t('line.notRemoved', { name: group.note }) })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      isDangerous
      title={t('line.removeTitle', { name: group.note })}
      verb={t('line.remove')}
      isPending={remove.isPending}
      failure={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{t('line.removeHint')}</p>
    </ConfirmDialog>
  )
}
