/** The words above a field; what may be left empty says so, lighter. */
import { addTexts, useT } from '../lib/i18n.ts'
import { forms } from '../locales/forms.ts'
import styles from './controls.module.css'

addTexts(forms)

interface FieldLabelProps {
  /** Id of the field. */
  readonly htmlFor: string
  readonly label: string
  readonly isOptional?: boolean | undefined
}

export function FieldLabel({ htmlFor, label, isOptional }: FieldLabelProps) {
  const t = useT()
  return (
    <label htmlFor={htmlFor}>
      {label}
      {isOptional && <span className={styles.optional}>{t('forms.optional')}</span>}
    </label>
  )
}
