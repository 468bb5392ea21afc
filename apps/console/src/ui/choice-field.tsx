/** One of a few choices, each with a line about what it means. */
import { useId } from 'react'
import styles from './fields.module.css'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly hint?: string
  /** What screen readers and fonts should take the words for, where it is not the page's language. */
  readonly lang?: string
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string
  /** The label is said, and not shown: a title says the same. */
  readonly isLabelHidden?: boolean
  /** Hints are a word or two, at the end of the line. */
  readonly hasShortHints?: boolean
  /** Side by side, where there is room. */
  readonly isWide?: boolean
  readonly choices: readonly Choice<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export function ChoiceField<Value extends string>({
  label,
  isLabelHidden,
  hasShortHints,
  isWide,
  choices,
  value,
  onChange,
}: ChoiceFieldProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choices} data-wide={isWide || undefined}>
      <legend className={isLabelHidden ? 'wb-visually-hidden' : undefined}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice} data-short={hasShortHints || undefined} lang={choice.lang}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            data-autofocus={(isLabelHidden && choice.value === value) || undefined}
            onChange={() => onChange(choice.value)}
          />
          <strong>{choice.label}</strong>
          {choice.hint && <small>{choice.hint}</small>}
        </label>
      ))}
    </fieldset>
  )
}
