/** Short facts people fill in for a device, in the account's order, each with who wrote it and when. Source: G51. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Tracker } from '@whereabouts/contract/trackers'
import { useState } from 'react'
import { useT } from '../../../lib/i18n.ts'
import { formatTime } from '../../../lib/time.ts'
import { Button } from '../../../ui/button.tsx'
import styles from '../../../ui/detail.module.css'
import { Dialog } from '../../../ui/dialog.tsx'
import fields from '../../../ui/fields.module.css'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useSite } from '../../live/site-view.ts'
import { remarksQuery } from '../../remarks/queries.ts'
import { clearRemarks, saveRemarks } from '../changes.ts'

export function Remarks({ tracker, canEdit }: { tracker: Tracker; canEdit: boolean }) {
  const t = useT()
  const { data } = useQuery(remarksQuery)
  const [isOpen, setIsOpen] = useState(false)
  const items = data?.items ?? []
  return (
    <section className={styles.section} aria-label={t('drawer.remarks')}>
      <div className={styles.sectionHead}>
        <h3>{t('drawer.remarks')}</h3>
        {canEdit && items.length > 0 && (
          <button
            type="button"
            className={styles.edit}
            aria-label={t('drawer.editRemarks')}
            onClick={() => setIsOpen(true)}
          >
            {t('drawer.edit')}
          </button>
        )}
      </div>
      {tracker.remark.length === 0 ? (
        <p className={styles.small}>
          {t(data !== undefined && items.length === 0 ? 'drawer.noRemarkItems' : 'drawer.noRemarks')}
        </p>
      ) : (
        <dl className={styles.pairs}>
          {tracker.remark.map(({ index, name, memo, editor, update_time }) => (
            <div key={index} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>
                {memo}
                <span className={`${styles.small} wb-num`}>
                  {[editor, formatTime(update_time)].filter(Boolean).join(' · ')}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isOpen && <RemarksDialog tracker={tracker} items={items} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

interface RemarksDialogProps {
  readonly tracker: Tracker
  readonly items: readonly { readonly index: number; readonly name: string }[]
  readonly onClose: () => void
}

/** What is changed is sent, so that what somebody else wrote meanwhile stays. */
function RemarksDialog({ tracker, items, onClose }: RemarksDialogProps) {
  const t = useT()
  const site = useSite()
  const [start] = useState(() => new Map(tracker.remark.map(({ index, memo }) => [index, memo])))
  const [memos, setMemos] = useState<ReadonlyMap<number, string>>(start)
  const { device_id: id } = tracker
  const save = useMutation({
    mutationFn: async () => {
      const changed = items.flatMap(({ index }) => {
        const memo = memos.get(index)?.trim() ?? ''
        return memo === (start.get(index) ?? '') ? [] : [{ index, memo }]
      })
      if (changed.length > 0) await saveRemarks(site, id, changed)
    },
    onSuccess: onClose,
  })
  const clear = useMutation({ mutationFn: () => clearRemarks(site, id), onSuccess: onClose })
  return (
    <Dialog
      placement="side"
      title={t('drawer.remarksOf', { name: tracker.name })}
      onClose={onClose}
      onSubmit={() => {
        if (!save.isPending) save.mutate()
      }}
      actions={
        <>
          {tracker.remark.length > 0 && (
            <Button tone="remove" isPending={clear.isPending} onClick={() => clear.mutate()}>
              {t('drawer.clearRemarks')}
            </Button>
          )}
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={save.isPending}>
            {t('dialog.save')}
          </Button>
        </>
      }
    >
      <FormFailure error={save.error ?? clear.error ?? undefined} />
      <div className={fields.stack}>
        {items.map(({ index, name }, at) => (
          <TextArea
            key={index}
            data-autofocus={at === 0 || undefined}
            rows={2}
            maxLength={500}
            label={name}
            value={memos.get(index) ?? ''}
            onChange={(event) => setMemos(new Map(memos).set(index, event.currentTarget.value))}
          />
        ))}
      </div>
    </Dialog>
  )
}
