/** The product's button. Light on purpose: the sign-in page loads it before anything else. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './controls.module.css'

interface Look {
  /** `danger` deletes or ends something now; `remove` is the way there. */
  readonly tone?: 'primary' | 'default' | 'danger' | 'remove' | undefined
  readonly size?: 'small' | 'default' | 'large' | undefined
  readonly icon?: ReactNode
}

const className = ({ tone = 'default', size = 'default' }: Look): string =>
  [styles.button, tone !== 'default' && styles[tone], size !== 'default' && styles[size]].filter(Boolean).join(' ')

type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & { readonly isPending?: boolean; readonly ref?: Ref<HTMLButtonElement> }

/** While pending, or `aria-disabled`, it keeps the focus and ignores presses; pending it shows a spinner. */
export function Button({ tone, size, icon, isPending = false, onClick, children, ...rest }: ButtonProps) {
  const isIdle = isPending || rest['aria-disabled'] === true
  return (
    <button
      type="button"
      {...rest}
      className={className({ tone, size })}
      aria-disabled={isIdle || undefined}
      aria-busy={isPending || undefined}
      onClick={(event) => {
        // A submit button stops its form by this, also where Enter was pressed in a field.
        if (isIdle) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {isPending ? <span className={styles.spinner} /> : icon}
      {children}
    </button>
  )
}

/** A link that looks like the button. */
export const ButtonLink = ({ tone, size, icon, children, ...rest }: Look & AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...rest} className={className({ tone, size })}>
    {icon}
    {children}
  </a>
)
