/** What stands in place of a list: nothing yet, a failure with a way on, or bones while it loads. */
import type { ReactNode } from 'react'
import { useT } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { FormFailure } from './form-failure.tsx'
import styles from './table.module.css'

interface EmptyListProps {
  readonly title: string
  readonly hint?: string
  readonly action?: ReactNode
}

export const EmptyList = ({ title, hint, action }: EmptyListProps) => (
  <div className={styles.empty}>
    <strong>{title}</strong>
    {hint && <p>{hint}</p>}
    {action}
  </div>
)

/** Why the list is not there, and another try. */
export function FailedList({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT()
  return (
    <div className={styles.empty}>
      <FormFailure error={error} />
      <Button onClick={onRetry}>{t('form.retry')}</Button>
    </div>
  )
}
