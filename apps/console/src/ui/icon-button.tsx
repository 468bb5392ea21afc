/** A button that is an icon. Its name is said, and shown as a tooltip. Source: design language §7. */
import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'className'> {
  readonly ref?: Ref<HTMLButtonElement>
  readonly label: string
  /** 28, 32 or 36 px; 44 on phones whatever it is. */
  readonly size?: 'small' | 'default' | 'large'
}

/** While `aria-busy` its icon turns. */
export const IconButton = ({ label, size = 'default', children, ...rest }: IconButtonProps) => (
  <button type="button" title={label} {...rest} className={styles.button} data-size={size} aria-label={label}>
    {children}
  </button>
)
