/** A button that is an icon. Its name is said and shown as a tooltip. Source: design language §7. */
import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './icon-button.module.css'

/** For buttons that must be written out, as those of the sign-in page, and for links. */
export const iconButton = styles.button

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title' | 'className'> {
  readonly ref?: Ref<HTMLButtonElement>
  readonly label: string
  /** `large` in the header: 36 px. Every size is 44 px on phones. */
  readonly size?: 'small' | 'default' | 'large'
}

export function IconButton({ label, size = 'default', children, ...rest }: IconButtonProps) {
  return (
    <button type="button" title={label} {...rest} className={styles.button} data-size={size} aria-label={label}>
      {children}
    </button>
  )
}
