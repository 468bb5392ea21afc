/** Narrows a list while one types. Its name stands in it, until something else does. */
import { IconSearch } from '@tabler/icons-react'
import type { InputHTMLAttributes } from 'react'
import styles from './fields.module.css'
import { Glyph } from './glyph.tsx'

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange' | 'value'> {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

export const SearchField = ({ label, value, onChange, ...rest }: SearchFieldProps) => (
  <div className={styles.search}>
    <Glyph icon={IconSearch} size={16} />
    <input
      autoComplete="off"
      spellCheck={false}
      {...rest}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  </div>
)
