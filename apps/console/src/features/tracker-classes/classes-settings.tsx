/** The tracker classes of the account, saved as one list. Source: specification §2, §5; G50; design language §13.12. */
import { IconChevronUp, IconLink, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { CallError } from '@whereabouts/contract/client'
import { errors } from '@whereabouts/contract/errors'
import type { TrackerClass } from '@whereabouts/contract/tracker-classes'
import { CLASS_SLOTS } from '@whereabouts/domain/device-settings'
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { isRefusal } from '../../lib/refusals.ts'
import { trackerClasses as texts } from '../../locales/tracker-classes.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EmptyList } from '../../ui/list-state.tsx'
import { DoneNotice } from '../../ui/notice.tsx'
import { focusRow } from '../../ui/row-order.tsx'
import { PageBody } from '../../ui/sub-pages.tsx'
import { LeaveGuard, SaveBar } from '../../ui/unsaved.tsx'
import { WhyClosed } from '../auth/why-closed.tsx'
import { useLive } from '../live/hooks.ts'
import { ClassForm } from './class-form.tsx'
import { classAt } from './classes.ts'
import styles from './classes-settings.module.css'
import { changedCount, countByClass, faultsOf, listToSend, type NameFault, usedSlots, withNewClass } from './draft.ts'
import { useSaveClasses } from './queries.ts'

addTexts(texts)

const FAULT_TEXTS = {
  inUse: 'classes.nameInUse',
  missing: 'classes.nameMissing',
  long: 'classes.nameLong',
  taken: 'classes.nameTaken',
} as const satisfies Record<NameFault, string>

/** The slot a refused list would have emptied: 412001 names it (G50). */
function refusedSlot(error: unknown): number | undefined {
  if (!(error instanceof CallError) || !isRefusal(error, errors.preconditionFailed)) return undefined
  const [, index] = /^classes\.(\d)$/.exec(error.info ?? '') ?? []
  return index === undefined ? undefined : Number(index)
}

export function ClassesSettings({ canChange }: { canChange: boolean }) {
  const t = useT()
  const formId = useId()
  const live = useLive()
  const { store } = live
  const saved = useMemo(() => usedSlots(store.classes), [store.classes])
  const [draft, setDraft] = useState<readonly TrackerClass[]>()
  const [openSlot, setOpenSlot] = useState<number>()
  /** Slots that were left once, and show what is wrong with them. */
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const save = useSaveClasses()
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const devices = useMemo(() => countByClass(live.store.trackers.rows()), [live])

  const shown = draft ?? saved
  const changed = draft === undefined ? 0 : changedCount(draft, saved)
  const refused = refusedSlot(save.error)
  const change = (next: readonly TrackerClass[]) => {
    setDraft(next)
    if (save.status !== 'idle') save.reset()
  }
  const settle = () => {
    setDraft(undefined)
    setOpenSlot(undefined)
    setLeft(new Set())
  }
  // A class that is opened is there to be renamed, first of all.
  useEffect(() => {
    if (openSlot !== undefined) list.current?.querySelector<HTMLElement>(`[data-class-name="${openSlot}"]`)?.focus()
  }, [openSlot])

  const add = () => {
    const next = withNewClass(shown)
    const added = next.find((slot) => !shown.includes(slot))
    if (added === undefined) return
    change(next)
    setOpenSlot(added.index)
  }
  const remove = (at: number) => {
    const next = shown.filter((_, other) => other !== at)
    change(next)
    if (shown[at]?.index === openSlot) setOpenSlot(undefined)
    // The button that deletes is not for every class.
    focusRow(list, { at: Math.min(at, next.length - 1), button: 'edit', orElse: addButton })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft === undefined) return
    const wrong = draft.filter((slot) => faultsOf(slot, draft, devices.get(slot.index) ?? 0)).map(({ index }) => index)
    const classes = listToSend(draft, devices)
    setLeft(new Set(draft.map(({ index }) => index)))
    if (openSlot === undefined || !wrong.includes(openSlot)) setOpenSlot(wrong[0])
    if (classes !== undefined)
      save.mutate(classes, { onSuccess: settle, onError: (error) => setOpenSlot(refusedSlot(error)) })
  }
  const isFull = shown.length >= CLASS_SLOTS

  return (
    <PageBody
      title={t('classes.page')}
      hint={t('classes.hint')}
      action={
        canChange && (
          <Button
            ref={addButton}
            tone="primary"
            icon={<Glyph icon={IconPlus} size={16} />}
            aria-disabled={isFull}
            title={isFull ? t('classes.full') : undefined}
            onClick={add}
          >
            {t('classes.add')}
          </Button>
        )
      }
      foot={
        changed > 0 && (
          <SaveBar
            changed={t('classes.changed', { count: changed })}
            form={formId}
            isPending={save.isPending}
            onDiscard={() => {
              settle()
              save.reset()
            }}
          />
        )
      }
    >
      {!canChange && <WhyClosed />}
      <FormFailure error={save.error ?? undefined} words={refused === undefined ? undefined : t('classes.stillUsed')} />
      <form id={formId} noValidate onSubmit={submit}>
        {shown.length === 0 ? (
          <EmptyList title={t('classes.noneYet')} hint={t('classes.noneHint')} />
        ) : (
          <ul ref={list} className={styles.list} aria-label={t('classes.list')}>
            {shown.map((slot, at) => {
              const count = devices.get(slot.index) ?? 0
              const faults = left.has(slot.index) ? faultsOf(slot, shown, count) : undefined
              const isOpen = openSlot === slot.index
              const name = slot.name.trim() || classAt(saved, slot.index)?.name || t('classes.newName')
              return (
                <li key={slot.index} data-wrong={faults !== undefined || undefined}>
                  <div className={styles.row}>
                    <span className={styles.dot} style={{ background: slot.color }} />
                    <strong>{name}</strong>
                    <span className={styles.linkCount}>
                      {slot.urls.length > 0 && (
                        <>
                          <Glyph icon={IconLink} size={15} />
                          {t('classes.links', { count: slot.urls.length })}
                        </>
                      )}
                    </span>
                    <span className="wb-num">{t('classes.devices', { count })}</span>
                    {canChange && (
                      <span className={styles.actions}>
                        <IconButton
                          data-row-button="edit"
                          label={t(isOpen ? 'classes.fold' : 'classes.edit', { name })}
                          aria-expanded={isOpen}
                          onClick={() => setOpenSlot(isOpen ? undefined : slot.index)}
                        >
                          <Glyph icon={isOpen ? IconChevronUp : IconPencil} />
                        </IconButton>
                        <IconButton
                          label={t('classes.delete', { name })}
                          disabled={count > 0}
                          title={count > 0 ? t('classes.deleteRule') : t('classes.delete', { name })}
                          onClick={() => remove(at)}
                        >
                          <Glyph icon={IconTrash} />
                        </IconButton>
                      </span>
                    )}
                  </div>
                  {isOpen && (
                    <ClassForm
                      slot={slot}
                      faults={faults}
                      nameFault={faults?.name === undefined ? undefined : t(FAULT_TEXTS[faults.name], { count })}
                      onChange={(next) => change(shown.map((each) => (each === slot ? next : each)))}
                      onBlur={() => setLeft((before) => new Set([...before, slot.index]))}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </form>
      <p className={styles.rule}>{t('classes.deleteRule')}</p>
      <DoneNotice>{save.isSuccess && changed === 0 ? t('success.saved') : undefined}</DoneNotice>
      <LeaveGuard isChanged={changed > 0} />
    </PageBody>
  )
}
