/** A name as a heading, changed in place: Enter or going on to something else saves, Esc leaves it. */
import { IconPencil } from '@tabler/icons-react'
import { MAX_NAME_LENGTH } from '@whereabouts/domain/texts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { addTexts, useT } from '../lib/i18n.ts'
import { showError } from '../lib/toasts.ts'
import { useErrorText } from '../lib/use-error-text.ts'
import { deviceActions } from '../locales/device-actions.ts'
import { FieldNote } from './field-note.tsx'
import { Glyph } from './glyph.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './rename.module.css'

addTexts(deviceActions)

interface RenameProps {
  readonly name: string
  /** False shows the name alone. */
  readonly canRename: boolean
  /** Saves it; its failure is shown below the field, or as a message where the field goes, as when another thing is opened. */
  readonly onSave: (name: string) => Promise<unknown>
}

export function Rename({ name, canRename, onSave }: RenameProps) {
  const t = useT()
  const [draft, setDraft] = useState<string>()
  const pencil = useRef<HTMLButtonElement>(null)
  const close = () => {
    setDraft(undefined)
    // The field that had the focus goes.
    requestAnimationFrame(() => pencil.current?.focus())
  }
  if (draft !== undefined) return <Field name={name} draft={draft} onDraft={setDraft} onSave={onSave} onClose={close} />
  return (
    <div className={styles.name}>
      <h2>{name}</h2>
      {canRename && (
        <IconButton ref={pencil} size="small" label={t('drawer.rename')} onClick={() => setDraft(name)}>
          <Glyph icon={IconPencil} size={15} />
        </IconButton>
      )}
    </div>
  )
}

interface FieldProps extends Pick<RenameProps, 'name' | 'onSave'> {
  readonly draft: string
  readonly onDraft: (draft: string) => void
  readonly onClose: () => void
}

function Field({ name, draft, onDraft, onSave, onClose }: FieldProps) {
  const t = useT()
  const id = useId()
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setIsSaving] = useState(false)
  const isShown = useRef(false)
  /** Why the name as it stands was not saved. */
  const unsaved = useRef<unknown>(undefined)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      if (unsaved.current !== undefined) showError(unsaved.current)
    }
  }, [])
  const words = useErrorText(failure ?? undefined)
  const wanted = draft.trim()
  const fault = wanted === '' ? t('drawer.nameMissing') : words

  const close = () => {
    unsaved.current = undefined
    onClose()
  }
  async function save() {
    if (wanted === '' || isSaving) return
    if (wanted === name) return close()
    setIsSaving(true)
    try {
      await onSave(wanted)
      close()
    } catch (error) {
      if (!isShown.current) return showError(error)
      unsaved.current = error
      setFailure(error)
      setIsSaving(false)
    }
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save()
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.field}>
      <input
        ref={focusWhole}
        aria-label={t('drawer.name')}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined && draft.length < MAX_NAME_LENGTH ? undefined : id}
        aria-busy={isSaving || undefined}
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        value={draft}
        onChange={(event) => {
          unsaved.current = undefined
          setFailure(undefined)
          onDraft(event.currentTarget.value)
        }}
        onKeyDown={pressed}
        onBlur={({ currentTarget }) => !isTakenFrom(currentTarget) && void save()}
      />
      <div role="alert">
        <FieldNote
          id={id}
          fault={fault}
          hint={draft.length >= MAX_NAME_LENGTH ? t('drawer.nameLimit', { most: MAX_NAME_LENGTH }) : undefined}
        />
      </div>
    </div>
  )
}

/**
 * The focus did not go on by the person's own will: an alert came over the page, or the window is not the one in use. It
 * comes back to the field, and what stands in it until then is half a name.
 */
const isTakenFrom = (field: Element): boolean =>
  !document.hasFocus() || [...document.querySelectorAll('dialog:modal')].some((dialog) => !dialog.contains(field))

function focusWhole(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
