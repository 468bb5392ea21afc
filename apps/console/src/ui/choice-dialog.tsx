/** A dialog that offers a few choices and saves one. */
import { useState } from 'react'
import { useT } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { type Choice, ChoiceField } from './choice-field.tsx'
import { Dialog } from './dialog.tsx'
import styles from './fields.module.css'
import { FormFailure } from './form-failure.tsx'

interface ChoiceDialogProps<Value extends string> {
  readonly title: string
  readonly label: string
  readonly hint?: string
  readonly choices: readonly Choice<Value>[]
  readonly start: Value
  readonly isPending: boolean
  readonly failure: unknown
  readonly onSave: (value: Value) => void
  readonly onClose: () => void
}

export function ChoiceDialog<Value extends string>({ title, label, hint, choices, ...rest }: ChoiceDialogProps<Value>) {
  const t = useT()
  const [chosen, setChosen] = useState(rest.start)
  return (
    <Dialog
      title={title}
      onClose={rest.onClose}
      onSubmit={() => {
        if (!rest.isPending) rest.onSave(chosen)
      }}
      actions={
        <>
          <Button onClick={rest.onClose}>{t('dialog.cancel')}</Button>
          <Button tone="primary" type="submit" isPending={rest.isPending}>
            {t('dialog.save')}
          </Button>
        </>
      }
    >
      <FormFailure error={rest.failure ?? undefined} />
      {hint && <p className={styles.hint}>{hint}</p>}
      <ChoiceField isLabelHidden hasShortHints label={label} choices={choices} value={chosen} onChange={setChosen} />
    </Dialog>
  )
}
