/** A text to be copied elsewhere. It stands in a field, so that it can be selected where browsers do not let us copy. */
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { addTexts, useT } from '../../lib/i18n.ts'
import { useCopied } from '../../lib/use-copied.ts'
import { senderSetup } from '../../locales/sender-setup.ts'
import { FieldNote } from '../../ui/field-note.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './copy-field.module.css'

addTexts(senderSetup)

interface CopyFieldProps {
  readonly label: string
  readonly value: string
  /** Of several lines. */
  readonly isLong?: boolean
}

export function CopyField({ label, value, isLong = false }: CopyFieldProps) {
  const t = useT()
  const id = useId()
  const { isCopied, copy } = useCopied()
  const [isRefused, setIsRefused] = useState(false)
  const field = {
    id,
    value,
    readOnly: true,
    spellCheck: false,
    translate: 'no' as const,
    onFocus: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => event.currentTarget.select(),
  }
  const press = async () => setIsRefused(!(await copy(value)))
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.frame}>
        {isLong ? <textarea {...field} rows={13} /> : <input {...field} />}
        <IconButton size="small" label={t('setup.copy', { label })} onClick={() => void press()}>
          <Glyph icon={isCopied ? IconCheck : IconCopy} size={16} />
        </IconButton>
      </div>
      <span role="status" className="wb-visually-hidden">
        {isCopied && t('setup.copied')}
      </span>
      <FieldNote id={`${id}-note`} fault={isRefused ? t('setup.notCopied') : undefined} hint={undefined} />
    </div>
  )
}
