/** Settings that save as a whole: their bar, and the guard against leaving with unsaved changes. Design language §9. */
import { IconPencil } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { addTexts, useT } from '../lib/i18n.ts'
import { createStore } from '../lib/store.ts'
import { useStore } from '../lib/use-store.ts'
import { unsaved } from '../locales/unsaved.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './dialog.tsx'
import { Glyph } from './glyph.tsx'

addTexts(unsaved)

interface SaveBarProps {
  /** What has changed, in words. */
  readonly changed: string
  /** Id of the form that the save button sends. */
  readonly form: string
  readonly isPending: boolean
  readonly onDiscard: () => void
}

export function SaveBar({ changed, form, isPending, onDiscard }: SaveBarProps) {
  const t = useT()
  return (
    <>
      <span>
        <Glyph icon={IconPencil} size={15} />
        {changed}
      </span>
      <Button onClick={onDiscard}>{t('unsaved.discard')}</Button>
      <Button type="submit" form={form} tone="primary" isPending={isPending}>
        {t('unsaved.save')}
      </Button>
    </>
  )
}

/** How many parts of the page would lose changes now. */
const unsavedParts = createStore(0)

/** True where a way out of this page leads to the question first. */
export const useAsksToLeave = (): boolean => useStore(unsavedParts) > 0

interface LeaveGuardProps {
  readonly isChanged: boolean
  /** What would be lost; left out: the changes. */
  readonly hint?: string
}

/** Asks before a page with unsaved changes is left, within the console and by the browser. */
export function LeaveGuard({ isChanged, hint }: LeaveGuardProps) {
  const t = useT()
  useEffect(() => {
    if (!isChanged) return
    unsavedParts.set(unsavedParts.get() + 1)
    return () => unsavedParts.set(unsavedParts.get() - 1)
  }, [isChanged])
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t('unsaved.title')}
      verb={t('unsaved.leave')}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      <p>{hint ?? t('unsaved.hint')}</p>
    </ConfirmDialog>
  )
}
