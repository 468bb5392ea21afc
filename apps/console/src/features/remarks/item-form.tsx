/** The name of one remark item: a new one's, or another for one there is. */
import { useId, useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { FieldNote } from '../../ui/field-note.tsx'
import { RowInput } from '../../ui/row-input.tsx'
import type { NameFault } from './draft.ts'
import styles from './remark-settings.module.css'

const FAULT_TEXTS = {
  missing: 'remarkItems.nameMissing',
  long: 'remarkItems.nameLong',
  taken: 'remarkItems.nameTaken',
} as const satisfies Record<NameFault, string>

interface ItemFormProps {
  readonly name: string
  readonly verb: string
  readonly faultOf: (name: string) => NameFault | undefined
  readonly onDone: (name: string) => void
  readonly onCancel: () => void
}

export function ItemForm({ name, verb, faultOf, onDone, onCancel }: ItemFormProps) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState(name)
  const [wasSent, setWasSent] = useState(false)
  const fault = faultOf(typed)
  const isToldWrong = wasSent && fault !== undefined
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setWasSent(true)
        if (fault === undefined) onDone(typed)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <div>
        <RowInput
          // The form was asked for, to be typed into.
          autoFocus
          label={t('remarkItems.name')}
          isWrong={isToldWrong}
          aria-describedby={isToldWrong ? `${id}-fault` : undefined}
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FieldNote id={`${id}-fault`} fault={isToldWrong ? t(FAULT_TEXTS[fault]) : undefined} hint={undefined} />
      </div>
      <Button onClick={onCancel}>{t('dialog.cancel')}</Button>
      <Button type="submit" tone="primary">
        {verb}
      </Button>
    </form>
  )
}
