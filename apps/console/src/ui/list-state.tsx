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

interface UnloadedListProps {
  /** Why it could not be loaded; null while it comes. */
  readonly error: unknown
  readonly onRetry: () => void
}

/** Bones while the list comes; why it could not be loaded, and another try. */
export function UnloadedList({ error, onRetry }: UnloadedListProps) {
  const t = useT()
  if (error === null) return <Bones label={t('list.loading')} />
  return (
    <div className={styles.empty}>
      <FormFailure error={error} />
      <Button onClick={onRetry}>{t('form.retry')}</Button>
    </div>
  )
}

const Bones = ({ label }: { label: string }) => (
  <div className={styles.bones} role="status" aria-label={label}>
    {WIDTHS.map((width) => (
      <div key={width}>
        <i style={{ width }} />
        <i style={{ width: 64 }} />
      </div>
    ))}
  </div>
)

/** All different, as names are. */
const WIDTHS = [142, 118, 156]
