/**
 * The modal dialog: a title, what it asks or tells, its buttons at the foot. The browser's own element keeps the focus
 * inside, makes the page inert and closes on Esc; afterwards the focus is where it was. What is marked
 * `data-autofocus` has the focus at first. Source: design language §9.
 */
import { IconX } from '@tabler/icons-react'
import { type FormEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { addTexts, useT } from '../lib/i18n.ts'
import { dialogs } from '../locales/dialogs.ts'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { FormFailure } from './form-failure.tsx'
import { Glyph } from './glyph.tsx'
import { IconButton } from './icon-button.tsx'

addTexts(dialogs)

interface DialogProps {
  readonly title: string
  /** Esc, the cross and a press beside the dialog. The parent then stops showing it. */
  readonly onClose: () => void
  readonly children: ReactNode
  /** In reading order: cancel first, what the dialog is for last. */
  readonly actions: ReactNode
  /** Makes it a form, which Enter sends. A press beside it then closes nothing: what was typed would be lost. */
  readonly onSubmit?: (() => void) | undefined
  /** `side` for long forms, over the right edge of the page; `wide` for lists. */
  readonly placement?: 'middle' | 'side' | 'wide'
  /** `alertdialog` for what interrupts: a question before something is deleted. */
  readonly role?: 'alertdialog'
}

export function Dialog({ title, onClose, children, actions, onSubmit, placement = 'middle', role }: DialogProps) {
  const t = useT()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    // Looked up here and not while drawing: a dialog that gives way to this one has given the focus back by now.
    const cameFrom = document.activeElement
    dialog.current?.showModal()
    // Left alone the browser takes the first control there is. React's own `autoFocus` comes while all is still hidden.
    dialog.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus()
      // What led here is gone, as the button that deleted what was ticked: the page goes on from its start.
      else document.querySelector<HTMLElement>(`#content main[tabindex="-1"]`)?.focus()
    }
  }, [])

  const pressed = (event: PointerEvent) => {
    if (onSubmit === undefined && event.target === dialog.current) onClose()
  }
  const submitted = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }

  const content = (
    <>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {placement === 'side' && (
          <IconButton label={t('dialog.close')} onClick={onClose}>
            <Glyph icon={IconX} size={18} />
          </IconButton>
        )}
      </header>
      <div className={styles.body}>{children}</div>
      <footer className={styles.actions}>{actions}</footer>
    </>
  )
  return (
    <dialog
      ref={dialog}
      role={role}
      className={styles.dialog}
      data-placement={placement}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The parent decides; a file picker inside cancels too, and bubbles.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // Browsers close it whatever we say when Esc is pressed a second time.
        if (event.target === dialog.current) onClose()
      }}
      // Keys of the page beneath, as of the map, are not meant here.
      onKeyDown={(event) => event.stopPropagation()}
      onPointerDown={pressed}
    >
      {onSubmit === undefined ? (
        <div className={styles.box}>{content}</div>
      ) : (
        <form className={styles.box} noValidate onSubmit={submitted}>
          {content}
        </form>
      )}
    </dialog>
  )
}

interface ConfirmDialogProps {
  readonly title: string
  /** What will happen. */
  readonly children: ReactNode
  /** The verb of what happens, never OK. */
  readonly verb: string
  readonly isDangerous?: boolean
  /** There is nothing to do it with. */
  readonly isDisabled?: boolean
  readonly isPending?: boolean
  /** Why the last try failed. */
  readonly failure?: unknown
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is done. Cancel is first and has the focus. */
export function ConfirmDialog({ title, children, verb, isDangerous = false, ...rest }: ConfirmDialogProps) {
  const t = useT()
  const { isDisabled = false, isPending = false, failure, onConfirm, onClose } = rest
  return (
    <Dialog
      role="alertdialog"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose} data-autofocus>
            {t('dialog.cancel')}
          </Button>
          <Button
            tone={isDangerous ? 'danger' : 'primary'}
            isPending={isPending}
            aria-disabled={isDisabled || undefined}
            onClick={onConfirm}
          >
            {verb}
          </Button>
        </>
      }
    >
      <FormFailure error={failure ?? undefined} />
      {children}
    </Dialog>
  )
}
