/** Filters of a list, one at a time, each with how many it shows where that is known. Design language §13.4. */
import type { ReactNode } from 'react'
import styles from './filter-chips.module.css'

interface FilterChip<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly count?: number | undefined
  readonly icon?: ReactNode
}

interface FilterChipsProps<Value extends string> {
  readonly label: string
  readonly chips: readonly FilterChip<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

export const FilterChips = <Value extends string>({ label, chips, value, onChange }: FilterChipsProps<Value>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
  <div role="group" aria-label={label} className={styles.chips}>
    {chips.map((chip) => (
      <button
        key={chip.value}
        type="button"
        className={styles.chip}
        aria-pressed={chip.value === value}
        onClick={() => onChange(chip.value)}
      >
        {chip.icon}
        {chip.label}
        {chip.count !== undefined && <span className="wb-num">{chip.count}</span>}
      </button>
    ))}
  </div>
)
