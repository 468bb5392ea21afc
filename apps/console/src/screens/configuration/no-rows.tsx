/** Why a table has no row: there is none at all, the list did not come, or none fits. Design language §13.14. */
import type { ReactNode } from 'react'
import { useSite } from '../../features/live/site-view.ts'
import { useT } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import styles from './table-page.module.css'

interface NoRowsProps {
  readonly isFailed: boolean
  readonly search: string
  /** Something else than a search narrows the table. */
  readonly isFiltered: boolean
  readonly onClear: () => void
  /** Where there is nothing at all. */
  readonly title: string
  readonly hint: string
  readonly action?: ReactNode
}

export function NoRows({ isFailed, search, isFiltered, onClear, title, hint, action }: NoRowsProps) {
  const t = useT()
  const { reload } = useSite()
  const wanted = search.trim()
  if (isFailed) {
    return (
      <Notice title={t('grid.failed')} hint={t('grid.failedHint')}>
        <Button onClick={() => void reload()}>{t('form.retry')}</Button>
      </Notice>
    )
  }
  if (wanted === '' && !isFiltered) {
    return (
      <Notice title={title} hint={hint}>
        {action}
      </Notice>
    )
  }
  return (
    <Notice
      title={wanted === '' ? t('grid.noneShown') : t('grid.noMatch', { text: wanted })}
      hint={t('grid.noMatchHint')}
    >
      <Button onClick={onClear}>{t('grid.clearFilters')}</Button>
    </Notice>
  )
}

const Notice = ({ title, hint, children }: { title: string; hint: string; children: ReactNode }) => (
  <div className={styles.none}>
    <strong>{title}</strong>
    <p>{hint}</p>
    {children}
  </div>
)
