/** A dialog that asks for one text and saves it. */
import { MAX_NAME_LENGTH } from '@whereabouts/domain/texts'
import { type ReactNode, useState } from 'react'
import { useT } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormFailure } from './form-failure.tsx'
import { TextField } from './text-field.tsx'
import { useFaults } from './use-faults.ts'

interface TextDialogProps {
  readonly title: string
  readonly label: string
  readonly start: string
  readonly children?: ReactNode
  /** In words; undefined when the text is good. */
  readonly faultOf: (text: string) => string | undefined
  readonly isPending: boolean
  readonly failure: unknown
  readonly onSave: (text: string) => void
  readonly onClose: () => void
}

export function TextDialog({ title, label, start, children, faultOf, isPending, failure, ...on }: TextDialogProps) {
  const t = useT()
  const [text, setText] = useState(start)
  const faults = useFaults({ text: faultOf(text) })
  return (
    <Dialog
      title={title}
      onClose={on.onClose}
      onSubmit={() => {
        if (!isPending && faults.isGood()) on.onSave(text.trim())
      }}
      actions={
        <>
          <Button onClick={on.onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={isPending}>
            {t('dialog.save')}
          </Button>
        </>
      }
    >
      <FormFailure error={failure ?? undefined} />
      {children}
      <TextField
        isCompact
        data-autofocus
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        label={label}
        value={text}
        {...faults.field('text')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Dialog>
  )
}
