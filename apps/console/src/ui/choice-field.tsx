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
  readonly choices: readonly Choice<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export function ChoiceField<Value extends string>({ label, choices, value, onChange }: ChoiceFieldProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice} lang={choice.lang}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <strong>{choice.label}</strong>
          {choice.hint && <small>{choice.hint}</small>}
        </label>
      ))}
    </fieldset>
  )
}
