/** The remark items of the account, saved as one list. Source: specification §2; G51; design language §13.12. */
import { IconGripVertical, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { RemarkItem } from '@whereabouts/contract/remarks'
import { MAX_REMARK_ITEMS } from '@whereabouts/domain/device-settings'
import { type FormEvent, useId, useMemo, useRef, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { moved } from '../../lib/moved.ts'
import { formatTime } from '../../lib/time.ts'
import { remarkItems as texts } from '../../locales/remark-items.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyList, UnloadedList } from '../../ui/list-state.tsx'
import { DoneNotice } from '../../ui/notice.tsx'
import { focusRow, RowMoves } from '../../ui/row-order.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { LeaveGuard, SaveBar } from '../../ui/unsaved.tsx'
import { useDrag } from '../../ui/use-drag.ts'
import { WhyClosed } from '../auth/why-closed.tsx'
import { useLive } from '../live/hooks.ts'
import { changesOf, keptName, nameFault, newIndex, usesOf } from './draft.ts'
import { ItemForm } from './item-form.tsx'
import { remarksQuery, useSaveRemarkItems } from './queries.ts'
import styles from './remark-settings.module.css'

addTexts(texts)

const NO_ITEMS: readonly RemarkItem[] = []
/** In the place of an index: the form of a new item is open. */
const NEW = 'new'

export function RemarkSettings({ canChange }: { canChange: boolean }) {
  const t = useT()
  const formId = useId()
  const live = useLive()
  const { data, error, refetch } = useQuery(remarksQuery)
  const saved = data?.items ?? NO_ITEMS
  const [draft, setDraft] = useState<readonly RemarkItem[]>()
  const [open, setOpen] = useState<number | typeof NEW>()
  const [told, setTold] = useState('')
  const save = useSaveRemarkItems()
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const uses = useMemo(() => usesOf(live.store.trackers.rows()), [live])

  const shown = draft ?? saved
  const changes = changesOf(shown, saved)
  const change = (next: readonly RemarkItem[]) => {
    setDraft(next)
    if (save.status !== 'idle') save.reset()
  }
  const move = (from: number, to: number) => {
    const item = shown[from]
    const next = moved(shown, from, to)
    if (item === undefined || next === shown) return
    change(next)
    setTold(t('remarkItems.moved', { name: item.name, place: to + 1, count: shown.length }))
  }
  const drag = useDrag(list, move)
  const moveByButton = (from: number, to: number) => {
    move(from, to)
    focusRow(list, { at: to, button: to < from ? 'up' : 'down' })
  }
  const remove = (at: number) => {
    const next = shown.filter((_, other) => other !== at)
    change(next)
    setTold(t('list.removed', { name: shown[at]?.name ?? '' }))
    focusRow(list, { at: Math.min(at, next.length - 1), button: 'remove', orElse: addButton })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(
      shown.map(({ index, name }) => ({ index, name: keptName(name) })),
      // A name that is being typed meanwhile stays open.
      { onSuccess: () => setDraft(undefined) },
    )
  }
  const isFull = shown.length >= MAX_REMARK_ITEMS
  const parts = [
    changes?.hasNewOrder && t('remarkItems.changedOrder'),
    changes?.added && t('remarkItems.changedAdded', { count: changes.added }),
    changes?.renamed && t('remarkItems.changedNames', { count: changes.renamed }),
    changes?.removed && t('remarkItems.changedRemoved', { count: changes.removed }),
  ].filter(Boolean)

  return (
    <PageBody
      title={t('remarkItems.title')}
      hint={t('remarkItems.hint')}
      action={
        canChange && (
          <Button
            ref={addButton}
            tone="primary"
            icon={<Glyph icon={IconPlus} size={16} />}
            aria-disabled={isFull || data === undefined}
            title={isFull ? t('remarkItems.full') : undefined}
            onClick={() => setOpen(NEW)}
          >
            {t('remarkItems.add')}
          </Button>
        )
      }
      foot={
        changes && (
          <SaveBar
            changed={parts.join(t('list.comma'))}
            form={formId}
            isPending={save.isPending}
            onDiscard={() => {
              setDraft(undefined)
              setOpen(undefined)
              save.reset()
            }}
          />
        )
      }
    >
      {!canChange && <WhyClosed />}
      {/* The forms of single names stand within the list, so the list is none. */}
      <form id={formId} noValidate onSubmit={submit} />
      <FormFailure error={save.error ?? undefined} />
      {data === undefined && <UnloadedList error={error} onRetry={refetch} />}
      {data !== undefined && shown.length === 0 && open !== NEW && (
        <EmptyList title={t('remarkItems.none')} hint={t('remarkItems.noneHint')} />
      )}
      {(shown.length > 0 || open === NEW) && (
        <div className={styles.list}>
          <ul ref={list} aria-label={t('remarkItems.list')} {...drag.list}>
            {shown.map((item, at) => {
              const { index, name } = item
              const use = uses.get(index)
              if (open === index) {
                return (
                  <li key={index}>
                    <ItemForm
                      name={name}
                      verb={t('remarkItems.keep')}
                      faultOf={(typed) =>
                        nameFault(
                          typed,
                          shown.filter((other) => other !== item),
                        )
                      }
                      onDone={(typed) => {
                        change(shown.map((each) => (each === item ? { ...each, name: keptName(typed) } : each)))
                        setOpen(undefined)
                      }}
                      onCancel={() => setOpen(undefined)}
                    />
                  </li>
                )
              }
              return (
                <li key={index} className={styles.row} data-held={drag.from === at || undefined}>
                  {canChange && (
                    <span className={styles.handle} title={t('remarkItems.drag', { name })} {...drag.handle(at)}>
                      <Glyph icon={IconGripVertical} size={16} />
                    </span>
                  )}
                  <strong>{name}</strong>
                  <span className={`${styles.facts} wb-num`}>
                    <span>{t('remarkItems.filled', { count: use?.devices ?? 0 })}</span>
                    <span>{use?.editor}</span>
                    <span>{use && formatTime(use.update_time)}</span>
                  </span>
                  {canChange && (
                    <span className={styles.actions}>
                      <RowMoves
                        at={at}
                        count={shown.length}
                        up={t('remarkItems.up', { name })}
                        down={t('remarkItems.down', { name })}
                        onMove={(to) => moveByButton(at, to)}
                      />
                      <IconButton label={t('remarkItems.rename', { name })} onClick={() => setOpen(index)}>
                        <Glyph icon={IconPencil} size={16} />
                      </IconButton>
                      <IconButton
                        data-row-button="remove"
                        label={t('remarkItems.remove', { name })}
                        onClick={() => remove(at)}
                      >
                        <Glyph icon={IconTrash} size={16} />
                      </IconButton>
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
          {open === NEW && (
            <ItemForm
              name=""
              verb={t('remarkItems.addThis')}
              faultOf={(typed) => nameFault(typed, shown)}
              onDone={(typed) => {
                change([...shown, { index: newIndex(shown, saved), name: keptName(typed) }])
                setOpen(undefined)
              }}
              onCancel={() => setOpen(undefined)}
            />
          )}
        </div>
      )}
      {canChange && <p className={styles.rule}>{t('remarkItems.hidden')}</p>}
      <p role="status" className="wb-visually-hidden">
        {told}
      </p>
      <DoneNotice>{save.isSuccess && changes === undefined ? t('success.saved') : undefined}</DoneNotice>
      <LeaveGuard isChanged={changes !== undefined} />
    </PageBody>
  )
}
