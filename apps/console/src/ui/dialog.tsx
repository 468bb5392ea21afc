/** The modal dialog: a title, what it asks or tells, its buttons at the foot. Source: design language §9. */
import { IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId } from 'react'
import { addTexts, useT } from '../lib/i18n.ts'
import { dialogs } from '../locales/dialogs.ts'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { FormFailure } from './form-failure.tsx'
import { Glyph } from './glyph.tsx'
import { IconButton } from './icon-button.tsx'
import { Modal } from './modal.tsx'

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
    <Modal
      role={role}
      className={styles.dialog}
      data-placement={placement}
      aria-labelledby={titleId}
      closesBeside={onSubmit === undefined}
      onClose={onClose}
    >
      {onSubmit === undefined ? (
        <div className={styles.box}>{content}</div>
      ) : (
        <form className={styles.box} noValidate onSubmit={submitted}>
          {content}
        </form>
      )}
    </Modal>
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
