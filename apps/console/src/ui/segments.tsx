/** One of a few short choices in a row, as `Manual | Automatic`. Source: design language §12. */
import { useId } from 'react'
import styles from './segments.module.css'

interface SegmentsProps<Value extends string | number> {
  readonly label: string
  /** The label is said, and not shown: what stands around says the same. */
  readonly isLabelHidden?: boolean
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly isDisabled?: boolean
  readonly onChange: (value: Value) => void
}

export function Segments<Value extends string | number>({
  label,
  isLabelHidden,
  choices,
  value,
  isDisabled,
  onChange,
}: SegmentsProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.segments} disabled={isDisabled}>
      <legend className={isLabelHidden ? 'wb-visually-hidden' : undefined}>{label}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input type="radio" name={name} checked={choice.value === value} onChange={() => onChange(choice.value)} />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
